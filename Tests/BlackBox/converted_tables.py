# SPDX-License-Identifier: GPL-3.0-or-later
"""A table converted in its window: chosen, previewed and saved. Also spreadsheets and their errors."""
import csv
import os
import pathlib
import re
import shutil
import subprocess
import unittest
from fractions import Fraction

from banks import PolishBank, settings
from lists import ListTest
from questions import Questions
from window import PATIENCE
from windows import NAMED_ROLES, RATES, until

# An installed spreadsheet program, which one test needs.
CALC = shutil.which("localc")
ROWS = "Date;Amount;Currency\n30.10.2026;1.234,50;CHF\n29.10.2026;7,00;JPY\n30.10.2026;5,00;EUR\n"


class ConvertedTables(Questions, ListTest):
    def table(self, window, name, text):
        """Opens the table window from the list's menu, and then a file."""
        file = self.desktop.folder / name
        file.write_text(text)
        self.open_tables(window)
        for element in window.elements():
            if element.role in NAMED_ROLES and element.showing():
                self.assertTrue(element.name, f"a {element.role} without a name")
        window.click("Choose a File…", "push button")
        self.choose_file(window, "Open Table", file)

    def test_a_table_is_previewed_and_saved_completely_with_converted_amounts(self):
        window = self.open()
        self.table(window, "statement.csv", ROWS)
        window.find(re.compile(r"1,234\.50 CHF = "))
        target = self.desktop.folder / "out.csv"
        window.click("Export…", "push button")
        self.choose_file(window, "Save Table", target)
        self.assertTrue(until(lambda: target.exists(), 20), "nothing was saved")
        window.find(re.compile("3 rows saved as "))
        rows = list(csv.reader(target.read_text().splitlines(), delimiter=";"))
        self.assertEqual(rows[0][3:], ["value", "rate", "source", "observed", "basis", "error"])
        self.assertEqual([row[6] for row in rows[1:]], ["2026-10-30", "2026-10-29", "2026-10-30"])
        value = RATES.convert(Fraction(5), "EUR", "USD")
        self.assertLess(abs(Fraction(rows[3][3].replace(",", ".")) - value), Fraction(1, 100))

    def test_one_button_press_fetches_the_rates_that_a_law_needs(self):
        bank = PolishBank()
        bank.__enter__()
        self.addCleanup(bank.__exit__)
        file = pathlib.Path(self.desktop.profile(self._testMethodName)["XDG_CONFIG_HOME"]) / "kurs" / "settings.ini"
        file.parent.mkdir(parents=True)
        file.write_text(settings(bank.address, nbp=bank.address))
        window = self.open()
        self.table(window, "invoices.csv", "Date,Amount,Currency,Rule,To\n2026-03-09,100,USD,pl-vat,PLN\n"
                   "2025-06-11,100,USD,pl-vat,PLN\n2026-10-30,100,EUR,eu-vat,USD\n")
        window.find(re.compile("No rates of National Bank of Poland have been fetched yet"))
        self.assertEqual(bank.asked, [])
        window.click("Get Rates From National Bank of Poland", "push button")
        for row in ("100 USD = 360.60 PLN", "9 March 2026 · rate date: 6 March 2026", "100 USD = 361.00 PLN",
                    "11 June 2025 · rate date: 10 June 2025", "100 EUR = 111.72 USD"):
            window.find(re.compile(f"^\u200e?{re.escape(row)}"))
        self.assertTrue(window.gone("Get Rates From National Bank of Poland", "push button"))
        self.assertTrue(all("/tables/" in path for path in bank.asked), bank.asked)
        # The bank is used only for its law's rates.
        self.assertIn("providers=['ecb']", file.read_text())

    def test_an_unconvertible_row_is_reported_with_row_and_column(self):
        window = self.open()
        self.table(window, "bad.csv", "Date,Amount,Currency\n2026-10-30,5,USD\n2026-10-30,7,ZZZ\n")
        window.find(re.compile('^Row 3, column "Currency": Unknown currency'))

    def test_an_endless_or_contradictory_row_is_reported_and_no_file_is_written(self):
        window = self.open()
        folder = self.desktop.folder / "endless"
        folder.mkdir()
        self.table(window, "endless/endless.csv", "Amount,Currency\n5 USD,CHF\n" + "7,EUR\n" * 8 + "x" * 100_000_000)
        window.find(
            'Row 2, column "Amount": The amount is in USD, but its currency column has CHF. Correct one of them.')
        window.click("Export…", "push button")
        self.choose_file(window, "Save Table", folder / "out.csv")
        window.find("Row 11 is longer than 1048576 bytes. The limit is reached in column 1. Check its quotation marks.")
        self.assertEqual(os.listdir(folder), ["endless.csv"])

    def test_the_window_reads_spreadsheets_with_LibreOffice_Calc_and_reports_failures(self):
        folder = self.desktop.folder / "programs"
        folder.mkdir(exist_ok=True)
        calc = folder / "localc"
        # The program's call: … --outdir FOLDER FILE.
        calc.write_text(
            "#!/bin/sh\nwhile [ \"$1\" != --outdir ]; do shift; done\n"
            "case \"$3\" in *good.ods) printf 'Amount,Currency\\n8,USD\\n' > \"$2/good.csv\";;\n"
            "*bomb.ods) head -c 1000000000 /dev/zero > \"$2/bomb.csv\";; *) exit 1;; esac\n")
        calc.chmod(0o755)
        window = self.open(PATH=f"{folder}:{os.environ['PATH']}")
        self.table(window, "empty.csv", "\n\n")
        window.find("The table is empty.")
        refused = "LibreOffice Calc can't read this file. Save the sheet as CSV."
        too_large = "The first sheet is larger than 64 MiB as CSV. Split it into smaller files."
        for name, wanted in (("bad.xlsx", refused), ("bomb.ods", too_large), ("good.ods", re.compile("8 USD = "))):
            sheet = self.desktop.folder / name
            sheet.write_bytes(b"PK")
            window.click("Choose a File…", "push button")
            self.choose_file(window, "Open Table", sheet)
            window.find(wanted)

    @unittest.skipUnless(CALC, "LibreOffice Calc (localc) is not installed: no real spreadsheet was converted")
    def test_real_spreadsheets_are_converted_at_the_rates_of_their_dates(self):
        window = self.open()
        self.open_tables(window)
        # Each sheet has a different amount, so that the test knows which sheet is shown.
        for place, kind in enumerate(("ods", "xlsx", "xls", "fods")):
            text = self.desktop.folder / f"sheet {kind}.csv"
            text.write_text(
                f"Date,Amount,Currency\n2026-10-30,{1234 + place}.50,CHF\n2026-10-29,7,JPY\n,,\n2026-10-30,5,EUR\n")
            subprocess.run(
                [CALC, f"-env:UserInstallation=file://{self.desktop.folder}/calc", "--headless", "--norestore",
                 "--convert-to", kind, "--outdir", self.desktop.folder, text],
                env=window.environment, check=True, capture_output=True, timeout=120)
            window.click("Choose a File…", "push button")
            self.choose_file(window, "Open Table", text.with_suffix(f".{kind}"))
            window.find(re.compile(rf"1,{234 + place}\.50 CHF = "), timeout=70)
            window.find(re.compile("^\u200e?5 EUR = "))
        target = self.desktop.folder / "sheet.csv"
        window.click("Export…", "push button")
        self.choose_file(window, "Save Table", target)
        self.assertTrue(until(lambda: target.exists(), 20), "nothing was saved")
        rows = [row for row in csv.reader(target.read_text().splitlines()) if any(row)]
        self.assertEqual([row[6] for row in rows[1:]], ["2026-10-30", "2026-10-29", "2026-10-30"])
        self.assertLess(abs(Fraction(rows[3][3]) - RATES.convert(Fraction(5), "EUR", "USD")), Fraction(1, 100))

    def test_pasted_cells_are_converted_and_copied_to_the_clipboard(self):
        window = self.open()
        self.open_tables(window)
        self.put_on_clipboard(window, "Date\tAmount\tCurrency\n2026-10-30\t8\tEUR\n2026-10-29\t\tCHF\n2026-10-30\t-240.5\tEUR\n")
        window.click("Paste Cells", "push button")
        window.find(re.compile("8 EUR = "))
        window.find(re.compile("−240.50 EUR = −268.69 USD"))
        window.find('Row 3, column "Amount": The amount is missing.')
        window.click("Copy", "push button")
        window.find(re.compile("^1 of 3 rows has no value. "))
        text = subprocess.run(
            ["xclip", "-selection", "clipboard", "-o"], env=window.environment, capture_output=True, text=True,
            timeout=20).stdout
        rows = list(csv.reader(text.splitlines(), delimiter="\t"))
        self.assertEqual(rows[0][:4], ["Date", "Amount", "Currency", "value"])
        self.assertEqual((rows[1][:3], rows[1][6]), (["2026-10-30", "8", "EUR"], "2026-10-30"))
        self.assertLess(abs(Fraction(rows[1][3]) - RATES.convert(Fraction(8), "EUR", "USD")), Fraction(1, 100))
        self.assertEqual((rows[2][3], rows[2][8]), ("", "The amount is missing."))

    def test_a_cancelled_conversion_of_a_large_table_leaves_no_file(self):
        window = self.open()
        folder = self.desktop.folder / "large"
        folder.mkdir()
        self.table(window, "large/large.csv", "Date,Amount,Currency\n" + "2026-10-30,5,EUR\n" * 6_000_000)
        target = folder / "out.csv"
        # A debug build takes a minute to read the table.
        is_debug = pathlib.Path(self.program).resolve().parent.name == "debug"
        window.find(re.compile("5 EUR = "), timeout=200 if is_debug else PATIENCE)
        for stop in (lambda: window.click("Cancel", "push button"), lambda: window.key("Escape")):
            window.click("Export…", "push button")
            self.choose_file(window, "Save Table", target)
            window.find("Progress", "progress bar")
            stop()
            self.assertTrue(window.gone("Cancel", "push button", 10), "it went on")
            window.find("Export…", "push button")
            self.assertTrue(until(lambda: os.listdir(folder) == ["large.csv"], 10), os.listdir(folder))
            self.assertFalse(window.all(re.compile("rows saved as ")))
