# SPDX-License-Identifier: GPL-3.0-or-later
"""The list as a file; runs last, for the file dialog's portal takes the keyring's name on the bus."""
import csv
import time

from charts import ChartTest
from lists import ListTest
from windows import RATES, until


class Exports(ListTest):
    def test_the_list_is_saved_as_csv_exactly(self):
        window = self.open()
        file = self.desktop.folder / "list.csv"
        window.type("100 EUR - 30.25 EUR")
        window.key("Return")
        self.assert_total(window, "69.75")
        window.key("ctrl+e")
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

    def test_the_list_is_saved_as_a_receipt_on_one_page(self):
        window = self.open()
        file = self.desktop.folder / "list.pdf"
        window.type("100 USD + 30.25 EUR")
        window.key("Return")
        window.click("List menu", "push button")
        self.press(window, "Save Receipt as PDF…", "menu item")
        self.assertTrue(until(lambda: ChartTest.titled(window, "Save Receipt"), 20), "no save dialog")
        time.sleep(1)
        window.name_file(file)
        self.assertTrue(until(lambda: file.exists() and file.stat().st_size), "nothing was saved")
        written = file.read_bytes()
        self.assertTrue(written.startswith(b"%PDF-") and b"%%EOF" in written[-8:], written[:8])


def decimal(number):
    """A fraction whose decimals end, all of them written."""
    text = f"{number.numerator * 10**12 // number.denominator:013d}"
    return f"{text[:-12]}.{text[-12:]}".rstrip("0").rstrip(".")
