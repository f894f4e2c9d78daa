# SPDX-License-Identifier: GPL-3.0-or-later
"""Common tasks by pointer alone and by keyboard alone, with each click and key counted (bench/results/tasks.md)."""
import pathlib
import re
import time

from hands import Hands
from lists import RATES, ListTest, rounded
from windows import plain, until

ADD = "Add Currency"
KEPT = "Lists and History"
SETTINGS = "Settings"


class Tasks(ListTest):
    """Tests of tasks. The limit of each test is the current number of steps."""

    def begin(self, **variables):
        self.steps = 0
        self.window = self.open(**variables)
        return self.window

    def click(self, name, role="push button", of=None):
        if of:
            Hands(self.window, of).press(name, role)
        else:
            self.window.click(name, role)
        self.steps += 1

    def choose(self, name):
        """Chooses an entry of the open menu."""
        self.press(self.window, name, "menu item")
        self.steps += 1

    def keypad(self, keys):
        names = {"+": "Add", "−": "Subtract", ".": "Decimal separator"}
        for key in keys:
            self.click(names.get(key, key))

    def key(self, *keys):
        self.window.key(*keys)
        self.steps += len(keys)

    def type(self, text):
        self.window.type(text)
        self.steps += len(text)

    def took(self, most):
        self.assertLessEqual(self.steps, most)
        print(f"{self.steps} steps")

    def assert_result(self, code, amount, source, day=None):
        wanted = rounded(RATES.convert(amount, source, code, *([day] if day else [])), RATES.digits[code])
        said = lambda: [plain(text) for text in self.results(self.window).get(code, [])]  # noqa: E731
        self.assertTrue(until(lambda: wanted in said(), 15), (wanted, self.results(self.window)))

    def picker(self, title="Choose a Currency"):
        self.window.find(title, "frame")
        time.sleep(0.7)

    def test_250_euro_can_be_converted_to_francs_with_the_mouse(self):
        self.begin()
        self.keypad("250")
        self.click(ADD, "list item")
        self.picker("Add a Currency")
        self.click("CHF", "label", of="Add a Currency")
        self.assert_result("CHF", 250, "EUR")
        self.took(5)

    def test_250_euro_can_be_converted_to_francs_with_the_keyboard(self):
        self.begin()
        self.type("250")
        self.key("ctrl+shift+k")
        self.picker("Add a Currency")
        self.type("chf")
        time.sleep(0.7)
        self.key("Return")
        self.assert_result("CHF", 250, "EUR")
        self.took(8)

    def assert_three_lines(self):
        total = RATES.convert(150, "EUR", "EUR") - RATES.convert(20, "GBP", "EUR")
        self.assert_total(self.window, rounded(total))

    def test_two_amounts_can_be_added_and_a_third_subtracted_with_the_mouse(self):
        self.begin()
        self.keypad("100")
        self.click("Add Amount")
        self.keypad("50")
        self.click("Add Amount")
        self.keypad("−20")
        self.click("Choose the currency of the amount")
        self.picker()
        self.click("GBP", "label", of="Choose a Currency")
        self.assert_three_lines()
        self.took(12)

    def test_two_amounts_can_be_added_and_a_third_subtracted_with_the_keyboard(self):
        self.begin()
        self.type("100EUR+50EUR-20GBP")
        self.key("Return")
        self.assert_three_lines()
        self.took(19)

    def assert_then_and_today(self):
        said = lambda: [e.text() for e in self.window.all(role="label", within=self.window.find(KEPT, "frame"))]  # noqa: E731
        self.assertTrue(until(lambda: any("since then" in text for text in said()), 20), said())

    def test_a_saved_list_can_be_compared_and_opened_with_the_mouse(self):
        self.begin()
        self.click(re.compile("^List: "))
        self.choose("Save List…")
        self.window.find("Title", "text")
        self.click("Save")
        self.window.find(re.compile("saved$"))
        self.click(re.compile("^List: "))
        self.choose("Lists")
        self.assert_then_and_today()
        row = self.window.all(role="list item", within=self.window.find(KEPT, "frame"))[0]
        self.window.point_at(row)
        self.steps += 1
        self.assertTrue(self.window.gone(KEPT, "frame"))
        self.took(6)

    def test_a_saved_list_can_be_compared_and_opened_with_the_keyboard(self):
        self.begin()
        self.key("ctrl+s")
        self.window.find("Title", "text")
        self.key("Return")
        self.window.find(re.compile("saved$"))
        self.key("ctrl+shift+o")
        self.assert_then_and_today()
        self.key("Return")
        self.assertTrue(self.window.gone(KEPT, "frame"))
        self.took(4)

    def assert_own_rate(self):
        said = lambda: self.results(self.window).get("USD", [])  # noqa: E731
        self.assertTrue(until(lambda: any("custom rate" in text for text in said()), 15), said())

    def test_a_custom_rate_can_be_set_with_the_mouse(self):
        self.begin()
        self.click("Menu of USD, US Dollar")
        self.choose("Custom Rate…")
        self.window.find("USD for 1 EUR", "text")
        self.type("1.2")
        self.click("Apply")
        self.assert_own_rate()
        self.took(6)

    def menu_of_the_first_result(self, ups):
        """Opens the menu with its key on the row. The entry is chosen from the end, because both entries are near
        it."""
        self.key(*["Tab"] * 4)
        time.sleep(0.5)
        self.key("Menu")
        self.window.find("Custom Rate…", "menu item")
        time.sleep(0.7)
        self.key(*["Up"] * ups, "Return")
        self.window.find("USD for 1 EUR", "text")

    def test_a_custom_rate_can_be_set_with_the_keyboard(self):
        self.begin()
        self.menu_of_the_first_result(2)
        self.type("1.2")
        self.key("Return")
        self.assert_own_rate()
        self.took(12)

    def test_an_alert_can_be_set_with_the_keyboard(self):
        self.begin()
        self.menu_of_the_first_result(3)
        self.type("1.2")
        self.key("Return")
        self.assertTrue(self.window.gone("Alert", "frame"))
        self.took(13)

    def test_an_alert_can_be_set_with_the_mouse(self):
        self.begin()
        self.click("Menu of USD, US Dollar")
        self.press(self.window, "Alert…", "menu item")
        self.steps += 1
        self.window.find("USD for 1 EUR", "text")
        self.type("1.2")
        self.click("Set Alert")
        self.assertTrue(self.window.gone("Alert", "frame"))
        self.took(6)

    def test_the_rates_of_a_past_day_can_be_chosen_with_the_mouse(self):
        self.begin()
        self.click("List menu")
        self.choose("Historical Rates…")
        self.window.find("Date, such as 30 October 2026", "text")
        self.type("2020-03-03")
        self.press(self.window, "Choose", "push button")
        self.steps += 1
        self.assert_result("USD", 100, "EUR", "2020-03-03")
        self.took(13)

    def test_the_rates_of_a_past_day_can_be_chosen_with_the_keyboard(self):
        self.begin()
        self.key("ctrl+d")
        self.window.find("Date, such as 30 October 2026", "text")
        self.type("2020-03-03")
        self.key("Return")
        self.assert_result("USD", 100, "EUR", "2020-03-03")
        self.took(12)

    def test_a_change_can_be_undone_with_the_mouse(self):
        self.begin()
        self.keypad("7")
        self.assert_result("USD", 7, "EUR")
        self.click("Undo")
        self.assert_result("USD", 100, "EUR")
        self.took(2)

    def test_a_change_can_be_undone_with_the_keyboard(self):
        self.begin()
        self.type("7")
        self.assert_result("USD", 7, "EUR")
        self.key("ctrl+z")
        self.assert_result("USD", 100, "EUR")
        self.took(2)

    def saved(self, file):
        self.assertTrue(until(lambda: self.window.xdotool("search", "--onlyvisible", "--name", "^Save Chart$", check=False), 20))
        time.sleep(1)
        self.window.name_file(str(file))
        self.steps += 1
        self.assertTrue(until(lambda: file.exists() and file.stat().st_size > 1000, 20), "no picture was saved")

    def test_the_chart_of_last_year_can_be_saved_with_the_keyboard(self):
        self.begin()
        self.key("ctrl+g")
        self.window.find(re.compile("30 October 2025 to 30 October 2026"), "label", timeout=60)
        self.key("ctrl+e")
        # The key that accepts the first format is counted.
        self.window.find("Picture (PNG)", "push button")
        self.key("Return")
        # The dialog offers a file name. The key that accepts the name is counted.
        self.saved(pathlib.Path(self.desktop.profile(self._testMethodName)["XDG_DATA_HOME"], "chart.png"))
        self.took(4)

    def test_the_chart_of_last_year_can_be_saved_with_the_mouse(self):
        self.begin()
        self.click(re.compile("^Chart of USD"))
        self.window.find(re.compile("30 October 2025 to 30 October 2026"), "label", timeout=60)
        self.click("Chart menu")
        self.choose("Export…")
        self.press(self.window, "Picture (PNG)", "push button")
        self.steps += 1
        self.saved(pathlib.Path(self.desktop.profile(self._testMethodName)["XDG_DATA_HOME"], "chart.png"))
        self.took(5)

    def begin_signed_out(self):
        """Starts with a known server, as after an earlier sign-in. It doesn't answer, which the form reports."""
        self.settings_file().parent.mkdir(parents=True)
        self.settings_file().write_text("[Kurs]\naccount-server='https://127.0.0.1:9'\n")
        self.begin()

    def assert_sent(self):
        self.window.find(re.compile("^Can't reach the account server"), "label", timeout=30)

    def test_a_member_can_sign_in_with_the_mouse(self):
        self.begin_signed_out()
        self.click("Main menu")
        self.choose("Account")
        # The first empty field has the keyboard focus.
        self.window.find("Account", "frame")
        time.sleep(1)
        self.window.type("ada@example.org")
        self.click("Password", "text", of="Account")
        self.window.type("my own password")
        self.click("Sign In", of="Account")
        self.assert_sent()
        self.took(4)

    def test_a_member_can_sign_in_with_the_keyboard(self):
        self.begin_signed_out()
        self.key("F10")
        self.window.find("Account", "menu item")
        time.sleep(0.7)
        self.key("Down", "Return")
        self.window.find("Account", "frame")
        time.sleep(1)
        self.window.type("ada@example.org")
        self.key("Tab")
        self.window.type("my own password")
        self.key("Return")
        self.assert_sent()
        self.took(5)

    def test_another_bank_can_be_chosen_with_the_mouse(self):
        self.begin()
        self.click("Main menu")
        self.choose("Settings")
        self.window.find(SETTINGS, "frame")
        self.click("Use National Bank of Poland", "check box", of=SETTINGS)
        self.assert_used("nbp")
        self.took(3)

    def test_another_bank_can_be_chosen_with_the_keyboard(self):
        self.begin()
        self.key("ctrl+comma")
        hands = Hands(self.window, SETTINGS)
        self.window.find(SETTINGS, "frame")
        self.key("ctrl+f")
        time.sleep(0.7)
        self.type("poland")
        time.sleep(1)
        # Opens the page of the found provider, whose row has the focus.
        self.key("Return")
        time.sleep(1)
        while not hands.focused("Use National Bank of Poland"):
            self.key("Tab")
            time.sleep(0.3)
            self.assertLess(self.steps, 30, "the Tab key never reached the switch")
        self.key("space")
        self.assert_used("nbp")
        self.took(11)

    def settings_file(self):
        return pathlib.Path(self.desktop.profile(self._testMethodName)["XDG_CONFIG_HOME"], "kurs", "settings.ini")

    def assert_used(self, bank):
        file = self.settings_file()
        self.assertTrue(until(lambda: file.exists() and f"providers=['ecb', '{bank}']" in file.read_text(), 15))
