# SPDX-License-Identifier: GPL-3.0-or-later
"""Damage destroys part of the user's data, and the window offers the day's copy."""
import contextlib
import json
import pathlib
import re
import sqlite3
import subprocess
from datetime import date, datetime, timedelta, timezone

import no_room_windows
from fault_rows import fault
from windows import WindowTest, until

PAGE = 4096
LOST = re.compile(r"Some of this data was lost: lists, .*You can restore the copy of \d+ \w+ \d{4}")
# The message in a folder that can't be written to, where no copy can be restored.
LOST_HERE = re.compile(r"Some of this data was lost: lists, custom rates and favorites\.$")
NOTHING_SAVED = re.compile("Nothing can be saved")


class CopyTest(WindowTest):
    @property
    def profile(self):
        """Returns a profile for each test. Otherwise typed text would be the next test's unnamed list."""
        return self._testMethodName

    def kurs(self, *arguments):
        run = subprocess.run(
            [pathlib.Path(self.program).with_name("kurs-cli"), *arguments], text=True, capture_output=True,
            env=self.desktop.environment | self.desktop.profile(self.profile) | {"LC_ALL": "C.UTF-8"})
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout

    def titles(self):
        return {each["title"] for each in json.loads(self.kurs("saved", "list", "--json"))}

    def picture(self, window, name):
        if self.pictures:
            window.screenshot(f"{self.pictures}/{self._testMethodName}-{name}.png")

    def copies(self):
        return sorted(self.folder.glob("person.sqlite.*.copy"))

    def fill(self):
        """Puts forty saved calculations and a custom rate into yesterday's copy, then changes some of them."""
        self.folder = pathlib.Path(self.desktop.profile(self.profile)["XDG_DATA_HOME"]) / "kurs"
        for number in range(40):
            self.kurs("calc", f"{number + 1} EUR", "--save", f"Kept {number:02}")
        self.kurs("own-rates", "set", "EUR", "SEK", "11.25")
        for each in self.copies():
            each.unlink()
        self.kurs("saved", "list")
        copy, = self.copies()
        yesterday = self.folder / f"person.sqlite.{date.today() - timedelta(1)}.copy"
        copy.rename(yesterday)
        self.kurs("own-rates", "set", "EUR", "SEK", "12.75")
        self.kurs("calc", "5 EUR", "--save", "Newer")
        self.kurs("saved", "delete", "Kept 07")
        for each in self.copies():
            if each != yesterday:
                each.unlink()

    def newer(self):
        """Returns the ids changed since the copy. The rows of one object may be on two pages."""
        def read(file, question, *values):
            with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
                return [value for value, in database.execute(question, values)]

        copy, = self.copies()
        last, = read(copy, "SELECT max(edited_ms) FROM object_field")
        return read(self.folder / "person.sqlite", "SELECT DISTINCT id FROM object_field WHERE edited_ms > ?", last)

    def damage(self):
        """Zeroes a page with saved calculations that has nothing newer than the copy. Returns their titles."""
        newer = [each.encode() for each in self.newer()]
        self.assertGreaterEqual(len(newer), 2)
        file = self.folder / "person.sqlite"
        content = bytearray(file.read_bytes())
        for start in range(PAGE, len(content), PAGE):
            page = bytes(content[start:start + PAGE])
            lost = {each.decode() for each in re.findall(rb"Kept \d\d", page)}
            # 10 marks a leaf page. Damage above the leaves destroys several pages.
            # SEK belongs to the custom rate. If a row of it is lost, the copy would restore its older version.
            if lost and page[0] == 10 and not any(each in page for each in (b"SEK", b"Kept 07", *newer)):
                content[start:start + PAGE] = bytes(PAGE)
                file.write_bytes(content)
                return lost
        self.fail("no page has saved calculations alone")

    @fault("S03")
    def test_a_button_restores_data_lost_by_damage(self):
        self.fill()
        lost = self.damage()
        window = self.open(self.profile)
        # Reading finds the damage, at the latest for the list of saved calculations.
        if not until(lambda: window.all(LOST, "label"), 2):
            window.key("ctrl+shift+o")
            window.find("Lists and History", "frame")
            window.key("Escape")
            self.assertTrue(window.gone("Lists and History", "frame"))
        window.find(LOST, "label")
        self.picture(window, "notice")
        # Today's copy was made from the damaged file, so it isn't used.
        self.assertTrue(until(lambda: len(self.copies()) == 2, 30), self.copies())
        window.click("Restore Copy", "push button")
        window.find(re.compile(r"^\d+ items? restored$"))
        self.picture(window, "restored")
        self.assertTrue(window.gone(LOST, "label"), window.outline())
        self.assertTrue(window.close())
        wanted = {f"Kept {number:02}" for number in range(40) if number != 7} | {"Newer"}
        self.assertEqual(self.titles(), wanted)
        self.assertTrue(lost <= wanted)
        # Objects changed or deleted since the copy stay as they are.
        self.assertIn("12.75", self.kurs("own-rates", "list"))
        self.assertEqual(len(list(self.folder.glob("person.sqlite.*.aside"))), 1)

    def test_the_daily_copy_has_the_local_date_of_the_user(self):
        self.fill()
        for zone, hours in (("LINT-14", 14), ("WEST12", -12)):
            for each in self.copies():
                each.unlink()
            today = (datetime.now(timezone.utc) + timedelta(hours=hours)).date()
            window = self.open(self.profile, TZ=zone)
            self.assertTrue(until(self.copies, 30))
            self.assertEqual([each.name for each in self.copies()], [f"person.sqlite.{today}.copy"], zone)
            self.assertTrue(window.close())

    @fault("S18")
    def test_damage_in_a_read_only_folder_is_reported_once(self):
        self.fill()
        lost = self.damage()
        before = (self.folder / "person.sqlite").read_bytes()
        window = no_room_windows.NoRoomWindowTest.mounted(self, self.profile, no_room_windows.ONLY_READ)
        # The notices appear one after the other, each once.
        for notice in (LOST_HERE, NOTHING_SAVED):
            window.find(notice, "label")
            self.assertEqual(len(window.all(notice, "label")), 1, window.outline())
            window.click("OK", "push button")
            self.assertTrue(window.gone(notice, "label"), window.outline())
        self.enter(window, "777")
        self.assert_rows(window, "777", "EUR")
        window.key("ctrl+shift+o")
        window.find("Lists and History", "frame")
        window.find("Newer", "label")
        for each in lost:
            self.assertEqual(window.all(each, "label"), [])
        self.picture(window, "list")
        window.key("Escape")
        self.assertTrue(window.gone("Lists and History", "frame"))
        for notice in (LOST_HERE, NOTHING_SAVED):
            self.assertEqual(window.all(notice, "label"), [], window.outline())
        self.assertTrue(window.close())
        self.assertEqual((self.folder / "person.sqlite").read_bytes(), before)
        self.assertEqual(list(self.folder.glob("*.aside")), [])
