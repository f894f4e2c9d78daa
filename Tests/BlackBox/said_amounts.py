# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers, dates and rates typed in words into the window: their values, and the shown readings."""
import re
from datetime import date, timedelta

from lists import ListTest, rounded
from window import Window
from windows import RATES, plain, until

TODAY = date.today()
YESTERDAY = TODAY - timedelta(days=1)
FRIDAY = next(day for day in (TODAY - timedelta(days=n) for n in range(1, 8)) if day.weekday() == 4)


class SaidAmounts(ListTest):
    def speak_german(self):
        window = Window(
            self.desktop, self.program, self._testMethodName, **self.desktop.speaking("de"), LC_NUMERIC="de_DE.UTF-8")
        self.addCleanup(self.leave, window)
        self.assertTrue(until(lambda: window.all("Betrag", "text"), 40), window.outline())
        return window

    def write(self, window, text, field="Amount"):
        window.click(field, "text")
        window.key("ctrl+a", "Delete")
        window.type(text)

    def assert_shown(self, window, text, value, results="Results"):
        """Checks a number, whatever separates its groups."""
        def said():
            rows = window.all(role="list item", within=window.find(results, "list"))
            return [plain(e.text()).replace(".", "") for row in rows for e in row.below() if e.role == "label"]

        wanted = value.replace(".", "")
        self.assertTrue(until(lambda: wanted in said(), 10), f"{text}: {said()}, expected {wanted}")

    def test_an_amount_in_words_shows_how_it_was_read(self):
        window = self.open()
        for text, piece, number, meaning in (
                ("2k EUR", "2k", 2_000, "2,000"), ("1.5 million EUR", "1.5 million", 1_500_000, "1,500,000"),
                ("3 lakh EUR", "3 lakh", 300_000, "300,000"), ("2 crore EUR", "2 crore", 20_000_000, "20,000,000")):
            self.write(window, text)
            window.find(f"{piece} = {meaning}")
            self.assert_shown(window, text, rounded(RATES.convert(number, "EUR", "USD")))

    def test_dates_and_rates_in_typed_text_are_read(self):
        window = self.open()
        for text, piece, day in (
                ("100 EUR yesterday", "yesterday", YESTERDAY), ("100 EUR last friday", "last friday", FRIDAY),
                ("100 EUR on last friday", "last friday", FRIDAY)):
            self.write(window, text)
            window.find(re.compile(rf"{piece} = {day.day} {day:%B} {day.year}"))
        self.write(window, "100 USD in EUR at 0.9")
        window.key("Return")
        self.assert_shown(window, "at 0.9", "90.00")
        window.find(re.compile("custom rate|as typed"))

    def test_german_amounts_and_dates_are_read(self):
        window = self.speak_german()
        for text, piece, number, meaning in (
                ("2 Mio EUR", "2 Mio", 2_000_000, "2.000.000"), ("1,5 Mrd. EUR", "1,5 Mrd.", 1_500_000_000, "1.500.000.000"),
                ("20 Tsd. EUR", "20 Tsd.", 20_000, "20.000"), ("3 lakh EUR", "3 lakh", 300_000, "300.000")):
            self.write(window, text, "Betrag")
            window.find(re.compile(rf"{re.escape(piece)}.* {re.escape(meaning)}"))
            self.assert_shown(window, text, rounded(RATES.convert(number, "EUR", "USD")), "Ergebnisse")
        for text, day in (("100 EUR gestern", YESTERDAY), ("100 EUR letzten Freitag", FRIDAY)):
            self.write(window, text, "Betrag")
            window.find(re.compile(rf"{day.day}\. \w+ {day.year}"))
        self.write(window, "100 USD in EUR zu 0,9", "Betrag")
        window.key("Return")
        self.assert_shown(window, "zu 0,9", "90.00", "Ergebnisse")
