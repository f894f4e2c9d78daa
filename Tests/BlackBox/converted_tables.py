# SPDX-License-Identifier: GPL-3.0-or-later
"""A table of amounts converted in its window: chosen, looked at, saved; a spreadsheet, and what is wrong with one."""
import csv
import os
import re
from fractions import Fraction

from lists import ListTest
from questions import Questions
from windows import NAMED_ROLES, RATES, until

ROWS = "Date;Amount;Currency\n30.10.2026;1.234,50;CHF\n29.10.2026;7,00;JPY\n30.10.2026;5,00;EUR\n"


class ConvertedTables(Questions, ListTest):
    def table(self, window, name, text):
        """Opens the window from the list's menu, and a file in it."""
        file = self.desktop.folder / name
        file.write_text(text)
        window.click("List menu", "push button")
        self.press(window, "Convert a Table…", "menu item")
        window.find("No Table Yet")
        for element in window.elements():
            if element.role in NAMED_ROLES and element.showing():
                self.assertTrue(element.name, f"a {element.role} without a name")
        window.click("Choose a File…", "push button")
        self.choose_file(window, "Open Table", file)

    def test_a_table_is_converted_row_by_row_and_saved_whole(self):
        window = self.open()
        self.table(window, "statement.csv", ROWS)
        window.find(re.compile(r"1,234\.5 CHF = "))
        target = self.desktop.folder / "out.csv"
        window.click("Save…", "push button")
        self.choose_file(window, "Save Table", target)
        self.assertTrue(until(lambda: target.exists(), 20), "nothing was saved")
        window.find(re.compile("3 rows saved as "))
        rows = list(csv.reader(target.read_text().splitlines(), delimiter=";"))
        self.assertEqual(rows[0][3:], ["value", "rate", "source", "observed", "basis", "error"])
        self.assertEqual([row[6] for row in rows[1:]], ["2026-10-30", "2026-10-29", "2026-10-30"])
        value = RATES.convert(Fraction(5), "EUR", "USD")
        self.assertLess(abs(Fraction(rows[3][3].replace(",", ".")) - value), Fraction(1, 100))

    def test_a_row_that_cannot_be_converted_says_its_row_and_column(self):
        window = self.open()
        self.table(window, "bad.csv", "Date,Amount,Currency\n2026-10-30,5,USD\n2026-10-30,7,ZZZ\n")
        window.find(re.compile('^Row 3, column "Currency": Kurs doesn'))

    def test_a_spreadsheet_goes_through_calc_and_what_fails_is_told_in_a_sentence(self):
        folder = self.desktop.folder / "programs"
        folder.mkdir(exist_ok=True)
        calc = folder / "localc"
        # As the program is called: ... --outdir FOLDER FILE.
        calc.write_text(
            "#!/bin/sh\nwhile [ \"$1\" != --outdir ]; do shift; done\n"
            "case \"$3\" in *good.ods) printf 'Amount,Currency\\n8,USD\\n' > \"$2/good.csv\";; *) exit 1;; esac\n")
        calc.chmod(0o755)
        window = self.open(PATH=f"{folder}:{os.environ['PATH']}")
        self.table(window, "empty.csv", "\n\n")
        window.find("The table is empty.")
        refused = "LibreOffice Calc can't read this file."
        for name, wanted in (("bad.xlsx", refused), ("good.ods", re.compile("8 USD = "))):
            sheet = self.desktop.folder / name
            sheet.write_bytes(b"PK")
            window.click("Choose a File…", "push button")
            self.choose_file(window, "Open Table", sheet)
            window.find(wanted)
