# SPDX-License-Identifier: GPL-3.0-or-later
"""The window on a full disk and with a read-only folder: rows S07 and S18."""
import contextlib
import os
import pathlib
import re
import shutil
import sqlite3
import tempfile

from fault_rows import fault
from questions import Questions
from window import Window
from windows import WindowTest

MOUNTS = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-Um", "--map-current-user", "--keep-caps"]
ONLY_READ = 'mount --bind "$HOME" "$HOME"; mount -o remount,ro,bind "$HOME"'
# The index of a log needs 32 kB.
FULL = ('cp -a "$XDG_DATA_HOME/kurs" "$HOME/copy"; mount -t tmpfs -o size=32m,mode=700 none "$XDG_DATA_HOME/kurs"; '
        'cp -a "$HOME/copy/." "$XDG_DATA_HOME/kurs"; rm -f "$XDG_DATA_HOME/kurs/"*-shm; '
        'dd if=/dev/zero of="$XDG_DATA_HOME/kurs/fill" bs=4k 2>/dev/null || true')


# The same disk before it is filled.
ROOMY = FULL.rsplit(";", 1)[0]


class NoRoomWindowTest(WindowTest, Questions):
    def mounted(self, profile, prepare):
        """Starts the window in a mount namespace."""
        script = f'mount --make-rprivate / && {prepare} && exec "$0"'
        window = Window(
            self.desktop, MOUNTS[0], profile, arguments=[*MOUNTS[1:], "sh", "-c", script, self.program], LC_ALL="C.UTF-8")
        self.addCleanup(self.leave, window)
        window.find("Amount", "text", timeout=40)
        return window

    def converts_and_says_so(self, prepare, sentence):
        first = self.open()
        self.enter(first, "12")
        self.assert_rows(first, "12", "EUR")
        self.assertTrue(first.close())
        window = self.mounted(self._testMethodName, prepare)
        window.find(re.compile(sentence), "label")
        self.assertEqual(self.amount(window), "12")
        self.enter(window, "777")
        self.assert_rows(window, "777", "EUR")
        self.assertEqual(len(window.all(re.compile("Nothing can be saved"), "label")), 1, window.outline())
        if self.pictures:
            window.screenshot(f"{self.pictures}/{self._testMethodName}-notice.png")
        window.click("OK", "push button")
        self.assertTrue(window.gone(re.compile("Nothing can be saved"), "label"))
        self.enter(window, "778")
        self.assert_rows(window, "778", "EUR")
        self.assertTrue(window.close())
        self.assertEqual(self.amount(self.open()), "12")

    @fault("S18")
    def test_with_a_read_only_folder_the_window_converts_and_shows_a_warning(self):
        self.converts_and_says_so(ONLY_READ, "data folder. Nothing can be saved")

    @fault("S07")
    def test_on_a_full_disk_the_window_converts_and_shows_a_warning(self):
        self.converts_and_says_so(FULL, "The disk is full. Nothing can be saved")

    @fault("S28")
    def test_if_the_disk_becomes_full_closing_the_window_requires_confirmation(self):
        first = self.open()
        self.enter(first, "12")
        self.assert_rows(first, "12", "EUR")
        self.assertTrue(first.close())
        window = self.mounted(self._testMethodName, ROOMY)
        data = pathlib.Path(f"/proc/{window.process.pid}/root{window.environment['XDG_DATA_HOME']}/kurs")
        with contextlib.suppress(OSError), open(data / "fill", "wb", buffering=0) as fill:
            while True:
                fill.write(bytes(4096))
        unsaved = re.compile("The disk is full, so your last changes aren't saved")
        self.enter(window, "777")
        window.find(unsaved, "label")
        self.assert_rows(window, "777", "EUR")
        window.key("ctrl+w")
        window.find("Close Without Saving?", "label")
        self.answer(window, "Keep Open")
        self.assertTrue(window.running())
        (data / "fill").unlink()
        window.click("Try Again", "push button")
        self.assertTrue(window.gone(unsaved, "label"), window.outline())
        with tempfile.TemporaryDirectory() as folder:
            for each in data.glob("person.sqlite*"):
                shutil.copy(each, folder)
            with contextlib.closing(sqlite3.connect(f"{folder}/person.sqlite")) as saved:
                self.assertIn("777", str(saved.execute("SELECT * FROM session").fetchall()))
        self.assertTrue(window.close())
