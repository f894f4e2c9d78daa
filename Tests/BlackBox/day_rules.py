# SPDX-License-Identifier: GPL-3.0-or-later
"""The rule for a list's day, and the list's printed receipt."""
import re

from charts import ChartTest
from hands import Hands
from lists import ListTest, rounded
from windows import RATES, plain, until

THURSDAY, TUESDAY = "2026-04-02", "2026-04-07"


class DayRules(ListTest):
    def choose_rule(self, window, name):
        """Opens the popover of the date and chooses a rule there."""
        # A list that scrolls under the pointer moves the focus to the row there.
        window.xdotool("mousemove", 1, 1)
        window.key("ctrl+d")
        window.find("Date, such as 30 October 2026", "text")
        hands = Hands(window, "Kurs")
        hands.tab_to("Rate Date")
        window.key("Return")

        def chosen():
            row = hands.focused()
            return row is not None and name in [row.name, *(each.name for each in row.below())]

        self.assertTrue(until(lambda: window.all("On or After the Date", "label"), 20), "no choices opened")
        window.key("Home")
        for _ in range(20):
            if until(chosen, 0.5):
                break
            window.key("Down")
        window.key("Return")

        def closed():
            window.key("Escape")
            return window.gone("Date, such as 30 October 2026", "text", 2)

        self.assertTrue(until(closed, 20), "the popover did not close")

    def assert_result(self, window, day):
        wanted = rounded(RATES.convert(100, "EUR", "USD", day))
        self.assertTrue(
            until(lambda: wanted in [plain(text) for text in self.results(window).get("USD", [])], 15),
            f"{self.results(window)}, expected {wanted} of {day}")

    def test_a_chosen_date_rule_is_saved_and_explained_and_can_be_removed(self):
        window = self.open()
        window.type("100 EUR on 2026-04-06")
        window.key("Return")
        self.assert_result(window, THURSDAY)
        self.choose_rule(window, "On or After the Date")
        self.assert_result(window, TUESDAY)
        self.assertTrue(window.close())
        window = self.open()
        self.assert_result(window, TUESDAY)
        self.choose_rule(window, "EU VAT")
        self.assert_result(window, THURSDAY)
        window.click(re.compile("^Remove .*EU VAT"), "push button")
        self.assertTrue(window.gone(re.compile("^Rate date: "), "push button"))

    def test_an_error_about_an_invalid_date_shows_how_to_write_dates(self):
        window = self.open()
        window.key("ctrl+d")
        window.find("Date, such as 30 October 2026", "text")
        window.type("soon")
        self.assertEqual(window.all(re.compile("^This is not a date"), "label"), [], "half-typed is not wrong yet")
        window.key("Return")
        window.find("This is not a date. Enter it as 30 October 2026 or 2026-10-30.", "label")
        window.key("ctrl+a")
        window.type(THURSDAY)
        self.assertTrue(window.gone(re.compile("^This is not a date"), "label"))
        window.key("Return")
        self.assert_result(window, THURSDAY)

    def test_the_print_shortcut_opens_the_print_dialog(self):
        window = self.open()
        window.type("100 EUR")
        window.key("Return")
        window.key("ctrl+p")
        self.assertTrue(until(lambda: ChartTest.titled(window, "Print"), 20), "no printers' dialog")
