# SPDX-License-Identifier: GPL-3.0-or-later
"""Rates are damaged, and the window rebuilds another bank's rates from its stored responses, without a request."""
import contextlib
import pathlib
import re
import sqlite3
import subprocess

import page_sums
from banks import Bank, settings
from fault_rows import fault
from windows import WindowTest, until


class RebuiltTest(WindowTest):
    def fill(self):
        """Makes a profile whose first bank ran on this computer, answered once, and is gone."""
        place = self.desktop.profile(self._testMethodName)
        file = pathlib.Path(place["XDG_CONFIG_HOME"]) / "kurs" / "settings.ini"
        file.parent.mkdir(parents=True, exist_ok=True)
        with Bank() as bank:
            file.write_text(settings(bank.address, ("frankfurter", "ecb")))
            for command in (("convert", "1", "EUR", "USD"), ("refresh", "--provider", "frankfurter")):
                run = subprocess.run(
                    [pathlib.Path(self.program).with_name("kurs-cli"), *command], text=True, capture_output=True,
                    env=self.desktop.environment | place | {"LC_ALL": "C.UTF-8"})
                self.assertEqual(run.returncode, 0, run.stderr)
        self.rates = pathlib.Path(place["XDG_DATA_HOME"]) / "kurs" / "rates.sqlite"

    def shows(self):
        """Checks that the window shows the bank's dollar. Without its responses it would show the ECB's."""
        window = self.open()
        self.enter(window, "100")
        self.assertTrue(
            until(lambda: "123.45" in window.rows().get("USD", ()), 30), f"{window.rows()}; {window.outline()}")
        return window

    def aside(self):
        return list(self.rates.parent.glob("rates.sqlite.*.aside"))

    @fault("S03")
    def test_rates_with_a_bad_checksum_are_rebuilt_before_the_window_opens(self):
        self.fill()
        with contextlib.closing(sqlite3.connect(self.rates)) as database:
            with database:
                changed = database.execute(
                    "UPDATE segment SET checksum = checksum + 1 "
                    "WHERE series IN (SELECT id FROM series WHERE provider = 'frankfurter')").rowcount
            self.assertGreater(changed, 0)
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        page_sums.seal(self.rates)
        window = self.shows()
        self.assertEqual((window.all(re.compile("A copy was saved"), "label"), self.aside()), ([], []))

    @fault("S03")
    def test_after_a_damaged_file_is_replaced_stored_responses_are_imported_again(self):
        self.fill()
        with contextlib.closing(sqlite3.connect(self.rates)) as database:
            (root,), = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'segment'")
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        page_sums.seal(self.rates)
        content = bytearray(self.rates.read_bytes())
        content[(root - 1) * page_sums.PAGE:root * page_sums.PAGE] = bytes(page_sums.PAGE)
        self.rates.write_bytes(content)
        window = self.shows()
        window.find(re.compile("A copy was saved"), "label")
        self.assertEqual(len(self.aside()), 1)
