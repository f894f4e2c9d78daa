# SPDX-License-Identifier: GPL-3.0-or-later
"""The list as a file. Runs last, because the file dialog's portal takes the keyring's name on the bus."""
import csv
import re
import subprocess
import time

from charts import ChartTest
from fault_rows import fault
from lists import ListTest
from window import Window
from windows import RATES, until


class Exports(ListTest):
    def test_a_list_saved_as_CSV_has_its_exact_amounts(self):
        window = self.open()
        file = self.desktop.folder / "list.csv"
        window.type("100 EUR - 30.25 EUR")
        window.key("Return")
        self.assert_total(window, "69.75")
        # Enter chooses the first format.
        window.key("ctrl+e")
        window.find("Table (CSV)", "push button")
        window.key("Return")
        self.assertTrue(until(lambda: ChartTest.titled(window, "Save List"), 20), "no save dialog")
        time.sleep(1)
        window.name_file(file)
        self.assertTrue(until(lambda: file.exists() and file.stat().st_size), "nothing was saved")
        text = file.read_bytes().decode()
        self.assertTrue(text.endswith("\r\n") and "\n" not in text.replace("\r\n", ""), "rows do not end as RFC 4180 says")
        rows = list(csv.reader(text.splitlines()))
        self.assertEqual(
            rows[:4], [
                ["kind", "text", "amount", "currency", "in_EUR", "rate", "rate_day", "provider", "day", "note"],
                ["line", "100", "100", "EUR", "100", "", "", "", "", ""],
                ["line", "-30.25", "-30.25", "EUR", "-30.25", "", "", "", "", ""],
                ["total", "", "69.75", "EUR", "69.75", "", "", "", "", ""]])
        results = {row[3]: row for row in rows[4:]}
        self.assertEqual(set(results), set(self.results(window)))
        rate = RATES.convert(1, "EUR", "USD")
        self.assertEqual(results["USD"][2:3] + results["USD"][5:8], [
            decimal(rate * 279 / 4), decimal(rate), "2026-10-30", "ecb"])

    def test_with_decimal_commas_the_user_chooses_the_number_format_of_the_file(self):
        window = Window(
            self.desktop, self.program, self._testMethodName, **self.desktop.speaking("en"), LC_NUMERIC="de_DE.UTF-8")
        self.addCleanup(self.leave, window)
        window.find("Amount", "text", timeout=40)
        window.type("1000 TRY - 2,5 EUR")
        window.key("Return")
        self.assertTrue(until(lambda: len(self.lines(window)) == 2, 20), self.lines(window))
        for answer, separator, amount in (
                ("Decimal Comma (1,155)", ";", "-2,5"), ("Decimal Point (1.155)", ",", "-2.5")):
            file = self.desktop.folder / f"list{ord(separator)}.csv"
            window.export("List menu", "Table (CSV)")
            window.find("Which Number Format Should the File Have?")
            window.find(answer, "push button").act()
            self.assertTrue(until(lambda: ChartTest.titled(window, "Save List"), 20), "no save dialog")
            time.sleep(1)
            window.name_file(file)
            self.assertTrue(until(lambda: file.exists() and file.stat().st_size, 20), "nothing was saved")
            rows = list(csv.reader(file.read_text().splitlines(), delimiter=separator))
            self.assertEqual(rows[2][2:5], [amount, "EUR", amount])

    def save_from_menu(self, window, entry, title, file):
        window.export("List menu", entry)
        self.assertTrue(until(lambda: ChartTest.titled(window, title), 20), "no save dialog")
        time.sleep(1)
        window.name_file(file)
        self.assertTrue(until(lambda: file.exists() and file.stat().st_size), "nothing was saved")

    @fault("S25")
    def test_a_list_saved_as_a_file_can_be_opened_by_another_user(self):
        window = self.open("writer")
        file = self.desktop.folder / "trip.txt"
        window.type("1000 TRY + 5500 USD / 2 - 100 EUR")
        window.key("Return")
        self.assert_wanted(window)
        window.key("ctrl+s")
        window.find("Title", "text")
        window.type("Trip")
        window.key("Return")
        window.find("List: Trip", "push button")
        self.save_from_menu(window, "Kurs List", "Save List as File", file)
        rows = file.read_text().splitlines()
        self.assertEqual(rows[:3], ["# Kurs list 1", "# name: Trip", "# total: EUR"])
        self.assertEqual(rows[-3:], ["1000\tTRY", "5500 ÷ 2\tUSD", "-100\tEUR"])
        shown = set(self.results(window))
        window.close()
        # Another user doesn't have the list yet. Opening the file again shows the imported list and adds no second one.
        other = self.open("reader")
        other.key("ctrl+o")
        self.assertTrue(until(lambda: ChartTest.titled(other, "Open List"), 20), "no open dialog")
        time.sleep(1)
        other.name_file(file)
        other.find("List: Trip", "push button")
        self.assert_wanted(other)
        self.assertEqual(set(self.results(other)), shown)
        subprocess.run([self.program, "--list", file], env=other.environment, check=True, timeout=60)
        file.write_text("\n".join(rows[:-1] + ["Dear Sir\tEUR"]) + "\n")
        subprocess.run([self.program, "--list", file], env=other.environment, check=True, timeout=60)
        other.find("Can't Open the List")
        other.find(re.compile(f"^Can.t read line {len(rows)} of the list file: “Dear Sir"))
        other.key("Escape")
        other.find("List: Trip", "push button")
        self.assert_wanted(other)

    def test_a_list_can_be_saved_as_a_PDF_of_one_page(self):
        window = self.open()
        file = self.desktop.folder / "list.pdf"
        window.type("100 USD + 30.25 EUR")
        window.key("Return")
        self.save_from_menu(window, "Receipt (PDF)", "Save Receipt", file)
        written = file.read_bytes()
        self.assertTrue(written.startswith(b"%PDF-") and b"%%EOF" in written[-8:], written[:8])


def decimal(number):
    """Writes a fraction with all of its decimals."""
    text = f"{number.numerator * 10**12 // number.denominator:013d}"
    return f"{text[:-12]}.{text[-12:]}".rstrip("0").rstrip(".")
