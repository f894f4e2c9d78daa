# SPDX-License-Identifier: GPL-3.0-or-later
"""Custom rates: set, used, marked, removed and restored. Also the comparison of a saved total with today."""
import re
from fractions import Fraction

from lists import ListTest, rounded
from windows import RATES, until

WINDOW = "Custom Rates"


PAID = "Check a Payment"


class Paid(ListTest):
    def labels(self, window):
        return [e.text() for e in window.all(role="label", within=window.find(PAID, "frame"))]

    def test_a_checked_payment_can_be_saved_as_a_custom_rate(self):
        window = self.open()
        window.click("List menu", "push button")
        self.press(window, f"{PAID}…", "menu item")
        window.find(PAID, "frame")
        window.type("100")
        window.key("Tab")
        window.key("Tab")
        window.type("120")
        self.assertTrue(until(lambda: any("the mid-market rate (" in text for text in self.labels(window)), 10),
                        self.labels(window))
        said = self.labels(window)
        rate = RATES.convert(100, "EUR", "USD")
        more = 120 - rate
        self.assertTrue(any(text.startswith(f"{float(more):.2f} USD more than at") for text in said), said)
        self.assertTrue(any("European Central Bank" in text for text in said), said)
        window.click("Use as Custom Rate", "push button")
        self.assertTrue(window.gone(PAID, "frame"))
        self.assertTrue(until(lambda: window.all("custom rate", role="label") or any(
            "1.2" in (e.text() or "") for e in window.all(role="label")), 5))


class OwnRates(ListTest):
    def show(self, window):
        window.click("Main menu", "push button")
        self.press(window, "Custom Rates", "menu item")
        return window.find(WINDOW, "frame")

    def leave_rates(self, window):
        window.key("Escape")
        if not window.gone(WINDOW, "frame", timeout=3):  # the first press dismisses a notice
            window.key("Escape")
        self.assertTrue(window.gone(WINDOW, "frame"))

    def rates(self, window):
        """Returns each rate of the open window with its row's other texts."""
        found = window.all(WINDOW, "list")
        rows = window.all(role="list item", within=found[0]) if found else []
        return [[e.text() for e in row.below() if e.role == "label" and e.text()] for row in rows]

    def add(self, window, rate, to=None):
        window.click("Add Rate", "push button")
        window.find("Custom Rate", "frame")
        if to:
            window.click(re.compile(r"^To\b"), "list item")
            window.find("Choose a Currency", "frame")
            window.type(to)
            self.assertTrue(until(lambda: self.first(window) == to, 10), self.first(window))
            window.key("Return")
            self.assertTrue(window.gone("Choose a Currency", "frame"))
            window.find(f"{to} for 1 EUR")
        window.type(rate)
        window.key("Return")
        self.assertTrue(window.gone("Custom Rate", "frame"))

    def first(self, window):
        found = window.all("Currencies", "list")
        labels = [e.text() for e in found[0].below() if e.role == "label"] if found else []
        return next((text for text in labels if re.fullmatch("[A-Z]{3}", text)), None)

    def built(self, **variables):
        window = self.open(**variables)
        window.type("100 EUR + 50 USD")
        window.key("Return")
        self.assertTrue(until(lambda: len(self.lines(window)) == 2, 10), self.lines(window))
        return window

    def assert_line(self, window, value, badge):
        self.assertTrue(until(lambda: value in self.lines(window)[1], 10), self.lines(window))
        self.assertEqual("custom rate" in self.lines(window)[1], badge, self.lines(window))

    def test_an_added_custom_rate_is_used_and_can_be_removed_and_restored(self):
        published = rounded(RATES.convert(50, "USD", "EUR"))
        window = self.built(profile="own-rates")
        self.assert_line(window, published, False)
        self.show(window)
        window.find("No Custom Rates")
        self.add(window, "1.25")
        self.assertTrue(
            until(lambda: [row[0] for row in self.rates(window)] == ["1 EUR = 1.25 USD"], 10), self.rates(window))
        self.assertIn("In use", self.rates(window)[0])
        self.assert_line(window, "40.00", True)
        self.assert_total(window, "140.00")
        window.click("Remove 1 EUR = 1.25 USD", "push button")
        window.find("No Custom Rates")
        self.assert_total(window, rounded(100 + RATES.convert(50, "USD", "EUR")))
        window.key("ctrl+z")
        self.assertTrue(until(lambda: len(self.rates(window)) == 1, 10), self.rates(window))
        self.assert_total(window, "140.00")
        self.leave_rates(window)
        window.close()
        self.assertTrue(until(lambda: not window.running(), 10))
        window = self.open(profile="own-rates")
        self.assert_line(window, "40.00", True)

    def test_shortcuts_of_the_calculator_can_be_used_in_other_windows(self):
        window = self.built()
        self.show(window)
        window.key("ctrl+w")
        self.assertTrue(window.gone(WINDOW, "frame"))
        window.key("ctrl+k")
        window.find("Choose a Currency", "frame")
        window.key("ctrl+w")
        self.assertTrue(window.gone("Choose a Currency", "frame"))
        self.assertTrue(window.running())
        self.show(window)
        window.key("ctrl+q")
        self.assertTrue(until(lambda: not window.running(), 20))

    def test_a_custom_rate_for_another_pair_can_be_added_and_undone(self):
        window = self.built()
        self.show(window)
        self.add(window, "200", to="JPY")
        self.assertTrue(
            until(lambda: [row[0] for row in self.rates(window)] == ["1 EUR = 200 JPY"], 10), self.rates(window))
        self.leave_rates(window)
        expected = rounded((100 + RATES.convert(50, "USD", "EUR")) * Fraction(200), 0)
        self.assertTrue(
            until(lambda: expected in [t.replace(",", "") for t in self.results(window)["JPY"]], 10),
            self.results(window))
        window.key("ctrl+z")
        self.assertTrue(
            until(lambda: not any("custom rate" in text for text in self.results(window)["JPY"]), 10), self.results(window))

    def test_a_saved_list_is_compared_line_by_line_with_today(self):
        window = self.built()
        window.key("ctrl+s")
        window.find("Title", "text")
        window.type("Trip")
        window.key("Return")
        window.find(re.compile("“Trip” saved"))
        self.show(window)
        self.add(window, "1.25")
        self.assert_line(window, "40.00", True)
        self.leave_rates(window)
        window.key("ctrl+shift+o")
        window.find(re.compile(" since then$"), timeout=20)
        window.click(re.compile("^Menu of Trip"), "push button")
        self.press(window, "Compare With Today", "menu item")
        lines = window.find("Lines at the saved rates and at today's rates", "list")
        said = [e.text() for e in lines.below() if e.role == "label" and e.text()]
        published = rounded(RATES.convert(50, "USD", "EUR"))
        self.assertEqual([text.lstrip("\u200e") for text in said[:5]], ["+ 100 EUR", "100.00", "100.00", "+ 50 USD", published])
        self.assertEqual(said[5], "40.00")
        window.find("Totals at the saved rates and at today's rates", "list")

    def test_a_closed_keypad_stays_closed_after_a_restart_until_it_is_opened(self):
        window = self.built(profile="keypad")
        window.find("Clear", "push button")
        window.click("Keypad", "push button")
        self.assertTrue(window.gone("Clear", "push button"))
        window.close()
        self.assertTrue(until(lambda: not window.running(), 10))
        window = self.open(profile="keypad")
        self.assertEqual(window.all("Clear", "push button"), [])
        window.click("Keypad", "push button")
        window.find("Clear", "push button")

    def test_a_right_click_opens_the_menu_of_a_result(self):
        window = self.open()
        row = next(e for e in window.all(role="list item") if " USD, " in e.name)
        window.xdotool("mousemove", *window.place(row), "click", 3)
        window.find("Swap With Amount", "menu item")
