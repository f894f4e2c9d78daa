# SPDX-License-Identifier: GPL-3.0-or-later
"""The calculator window, checked by a second calculation from the bundled files."""
import os
import pathlib
import re
import sqlite3
import time
import unittest

from accessible import Atspi
from differences import dismiss_button
from exact import Rates
from fault_rows import fault
from hands import Hands
from window import Window, until

RATES = Rates()
NAMED_ROLES = {
    "push button", "toggle button", "check box", "radio button", "text", "combo box", "slider", "spin button",
    "menu item", "switch", "link",
}


def plain(text):
    """Returns a shown number without group separators."""
    return re.sub(r"[^\d.\-]", "", text.replace("\u2212", "-"))


class WindowTest(unittest.TestCase):
    desktop = program = pictures = None

    def open(self, profile=None, **variables):
        window = Window(
            self.desktop, self.program, profile or self._testMethodName, LC_ALL="C.UTF-8", **variables)
        self.addCleanup(self.leave, window)
        window.find("Amount", "text", timeout=40)
        until(lambda: any(re.search(r"\d", " ".join(texts)) for texts in window.rows().values()), 40)
        return window

    def leave(self, window):
        if self.pictures and window.running():
            window.screenshot(f"{self.pictures}/{self._testMethodName}.png")
        window.quit()

    def amount(self, window):
        return window.find("Amount", "text").text()

    def enter(self, window, text):
        window.click("Amount", "text")
        window.key("ctrl+a", "Delete")
        window.type(text)

    def source(self, window):
        return window.find(re.compile(r"^Currency: "), "push button").name.split(": ")[1][:3]

    def choose(self, window, search, code):
        """Searches in the picker, then clicks the row."""
        title = re.compile("^(Choose|Add) a Currency$")
        picker = window.find(title, "frame")
        window.type(search)
        time.sleep(1)
        window.point_at(window.find(code, "label", within=picker))
        self.assertTrue(window.gone(title, "frame"), "the picker stayed")

    def assert_rows(self, window, amount, source):
        def differences():
            rows = {code: plain(texts[-2]) for code, texts in window.rows().items() if len(texts) >= 2}
            expected = {code: RATES.shown(amount, source, code) for code in rows}
            return (rows, expected) if rows and rows == expected else None

        if not until(differences, 10):
            rows = window.rows()
            expected = {code: RATES.shown(amount, source, code) for code in rows if code in RATES.digits}
            self.fail(f"{amount} {source}: shown {rows}, expected {expected}")


SENT = "Kurs goes online only to fetch rates (European Central Bank)."


# Each key opens a window, which the second key closes.
WINDOWS = {
    **dict.fromkeys(("ctrl+shift+k", "ctrl+t", "ctrl+shift+o", "ctrl+h", "ctrl+comma", "ctrl+question", "F1"), "Escape"),
    "ctrl+g": "ctrl+w"}
# These windows are opened from a menu, because they have no key.
FROM_MENUS = (("Main menu", "Custom Rates"), ("Main menu", "Account"), ("Main menu", "About Kurs"), ("List menu", "Fee…"),
              ("List menu", "Check a Payment…"))
# The number of times that each window is opened. Fifty take a quarter of an hour.
OPENINGS = int(os.environ.get("KURS_OPENINGS") or 3)


class Calculator(WindowTest):
    def test_windows_that_open_and_close_leave_no_file_open(self):
        window = self.open()

        def files():
            return [os.readlink(each) for each in pathlib.Path(f"/proc/{window.process.pid}/fd").iterdir() if each.is_symlink()]

        def open_each():
            for key, closing in WINDOWS.items():
                frame = window.opened(lambda key=key: window.key(key))
                self.assertTrue(frame, f"{key}: {window.outline()}")
                window.key(closing)
                self.assertTrue(window.closed(frame), f"{key}: {window.outline()}")
            for menu, entry in FROM_MENUS:
                frame = window.opened(lambda menu=menu, entry=entry: window.from_menu(menu, entry))
                self.assertTrue(frame, f"{entry}: {window.outline()}")
                window.key("Escape")
                self.assertTrue(window.closed(frame), f"{entry}: {window.outline()}")

        open_each()
        time.sleep(1)
        first = files()
        for _ in range(OPENINGS - 1):
            open_each()
        self.assertTrue(until(lambda: len(files()) <= len(first), 20), f"{sorted(first)}\n{sorted(files())}")
        print(f"{OPENINGS} openings of {len(WINDOWS) + len(FROM_MENUS)} windows: {len(first)} files open, then {len(files())}")

    def test_the_first_start_shows_which_data_is_sent(self):
        window = self.open()
        window.find(SENT, "label")
        self.assertGreaterEqual(len([code for code in window.rows() if code in RATES.digits]), 3)
        # The welcome message doesn't take the focus, so typed text goes to the amount.
        window.type("7")
        self.assertTrue(until(lambda: self.amount(window) == "7"))
        window.find(SENT, "label")
        if self.pictures:
            window.screenshot(f"{self.pictures}/first-start.png")
        self.assertTrue(window.close())
        window = self.open()
        time.sleep(2)
        self.assertEqual(window.all(SENT, "label"), [])

    def test_the_welcome_message_is_shown_until_the_user_closes_it(self):
        window = self.open()
        window.find(SENT, "label")
        # The window has a button of that name in its header.
        max(window.all(dismiss_button(), "push button"), key=lambda each: each.box().y).act()
        self.assertTrue(until(lambda: not window.all(SENT, "label"), 10))
        self.assertTrue(window.all("Amount", "text"))
        self.assertTrue(window.close())
        window = self.open()
        time.sleep(2)
        self.assertEqual(window.all(SENT, "label"), [])

    def test_the_first_window_shows_converted_amounts(self):
        window = self.open()
        self.assertGreaterEqual(len([code for code in window.rows() if code in RATES.digits]), 3)
        self.assert_rows(window, self.amount(window) or "0", self.source(window))

    def test_a_typed_amount_is_converted_exactly(self):
        window = self.open()
        for amount in ("100", "0.1", "1234567.89"):
            self.enter(window, amount)
            self.assert_rows(window, amount, self.source(window))

    def test_the_accessible_name_of_a_result_has_amount_and_currency_and_bank(self):
        window = self.open()
        source = self.source(window)
        code = next(code for code in window.rows() if code in RATES.digits and code != source)
        for amount in ("100", "1234"):
            self.enter(window, amount)
            wanted = RATES.shown(amount, source, code)

            def heard(wanted=wanted):
                names = [row.name for row in window.all(role="list item")]
                return [name for name in names if plain(name.split(f" {code}, ")[0]) == wanted]

            names = until(heard, 10)
            self.assertTrue(names, f"{wanted} in none of {[row.name for row in window.all(role='list item')]}")
            self.assertRegex(names[0], rf" {code}, .+, 1 {source} = \S+ {code}, European Central Bank")

    def test_clicking_buttons_of_the_keypad_types_a_number(self):
        window = self.open()
        window.click("Clear", "push button")
        for key in ("7", "5", "0"):
            window.click(key, "push button")
        self.assert_rows(window, "750", self.source(window))

    def test_clicking_buttons_of_the_keypad_calculates_a_product(self):
        window = self.open()
        window.click("Clear", "push button")
        for key in ("2", "Multiply", "1", "9", "Decimal separator", "9", "Equals"):
            window.click(key, "push button")
        self.assertTrue(until(lambda: self.amount(window) == "39.80"), self.amount(window))
        self.assert_rows(window, "39.80", self.source(window))

    def test_the_arrow_keys_move_the_focus_within_the_keypad(self):
        window = self.open()
        self.enter(window, "1")
        Hands(window, "Kurs").tab_to("Clear")
        window.key("Down", "Right", "space", "Down", "space", "Left", "space")
        self.assertTrue(until(lambda: self.amount(window) == "1854"), self.amount(window))

    def test_in_each_window_the_tab_key_returns_to_the_first_element_and_each_has_a_name(self):
        window = self.open()
        for title, key, most in (("Kurs", "Escape", 45), ("Choose a Currency", "ctrl+k", 2), ("Settings", "ctrl+comma", 24),
                                 ("Convert a Table", "ctrl+t", 4), ("Help", "F1", 12)):
            window.key(key)
            self.assertTrue(until(lambda title=title: window.active(title), 20), title)
            frame, met = window.find(title, "frame"), []
            while len(met) < 2 or met[-1] != met[0]:
                window.key("Tab")
                time.sleep(0.15)
                focused = [each for each in frame.below() if each.had(Atspi.StateType.FOCUSED)]
                self.assertEqual(len(focused), 1, f"{title}: {met}")
                name = focused[0].name or " ".join(e.text() for e in focused[0].below() if e.role == "label")
                self.assertTrue(name and not name.startswith("Gtk"), f"{title}: {focused[0].role} after {met}")
                met.append((focused[0].role, name))
                self.assertLessEqual(len(met), most + 1, f"{title}: {met}")
            if title != "Kurs":
                window.key("Escape")
                self.assertTrue(window.gone(title, "frame"), title)

    def test_in_Arabic_the_left_arrow_key_moves_the_focus_to_the_left(self):
        window = Window(self.desktop, self.program, "arabic", **self.desktop.speaking("ar"))
        self.addCleanup(self.leave, window)
        hands = Hands(window, window.find(None, "frame").name)
        hands.tab_to("مسح")
        clear = hands.focused().centre()
        # The keypad's first key may be on either side.
        for key, side in (("Left", -1), ("Right", 1)):
            window.key(key)
            time.sleep(1)
            beside = hands.focused().centre()
            if beside != clear:
                self.assertGreater((beside[0] - clear[0]) * side, 0, (key, clear, beside))
                return
        self.fail("neither key leads anywhere")

    def test_a_currency_is_found_by_a_common_name_of_its_country(self):
        window = self.open()
        for search, code in (("england", "GBP"), ("turkey", "TRY"), ("usa", "USD")):
            window.click(re.compile(r"^Currency: "), "push button")
            self.choose(window, search, code)
            self.assertTrue(until(lambda: self.source(window) == code), search)

    def test_arrow_keys_move_the_focus_from_the_currency_search_to_its_rows(self):
        window = self.open()
        window.click(re.compile(r"^Currency: "), "push button")
        window.find("Choose a Currency", "frame")
        window.type("krone")
        time.sleep(1)
        window.key("Down", "Down", "Return")
        self.assertTrue(window.gone("Choose a Currency", "frame"), "the picker stayed")
        self.assertTrue(until(lambda: self.source(window) == "NOK"), self.source(window))

    def test_for_a_missing_rate_a_button_switches_to_another_provider(self):
        window = self.open()
        window.key("ctrl+shift+k")
        picker = window.find("Add a Currency", "frame")
        self.assertFalse(window.all("GBP", "label", within=picker), "a shown currency is offered")
        self.choose(window, "kuwait", "KWD")
        self.assertTrue(until(lambda: "KWD" in window.rows()))
        helper = "Use National Bank of Poland"
        self.assertTrue(until(lambda: any("No rate for KWD" in text for text in window.rows()["KWD"]), 10))
        window.key("ctrl+k")
        picker = window.find("Choose a Currency", "frame")
        window.type("taiwan")
        window.find(helper, "push button", within=picker)
        window.key("Escape")
        self.assertTrue(window.gone("Choose a Currency", "frame"))
        window.find(helper, "push button").act()
        self.assertTrue(window.gone(helper, "push button"), "it is offered still")

    def test_a_currency_is_found_by_country_and_chosen_with_the_mouse(self):
        window = self.open()
        window.click(re.compile(r"^Currency: "), "push button")
        self.choose(window, "japan", "JPY")
        window.find(re.compile(r"^Currency: JPY"), "push button")
        self.enter(window, "10000")
        self.assert_rows(window, "10000", "JPY")

    def test_a_discontinued_currency_is_converted_at_its_legal_rate(self):
        window = self.open()
        window.click(re.compile(r"^Currency: "), "push button")
        self.choose(window, "HRK", "HRK")
        window.find(re.compile(r"^Currency: HRK"), "push button")
        self.enter(window, "10000")
        self.assert_rows(window, "10000", "HRK")

    def test_a_currency_can_be_added_to_the_results(self):
        window = self.open()
        before = set(window.rows())
        window.click("Add Currency", "list item")
        self.choose(window, "krona", "SEK")
        self.assertTrue(until(lambda: "SEK" in window.rows()), f"{before} stayed {set(window.rows())}")
        self.assert_rows(window, self.amount(window), self.source(window))

    def test_unreadable_text_is_reported_and_the_window_stays_open(self):
        window = self.open()
        self.enter(window, "12x")
        window.find(re.compile(r"can.t read"), "label")
        self.enter(window, "12")
        self.assert_rows(window, "12", self.source(window))

    def test_the_status_line_names_provider_and_date(self):
        window = self.open()
        window.find(re.compile(r"European Central Bank.*2026"), "label")

    def test_the_calculation_is_still_there_after_a_restart(self):
        window = self.open("again")
        window.click(re.compile(r"^Currency: "), "push button")
        self.choose(window, "CHF", "CHF")
        self.enter(window, "42.5")
        self.assert_rows(window, "42.5", "CHF")
        self.assertTrue(window.close(), "still running after Quit")
        again = self.open("again")
        self.assertEqual(self.source(again), "CHF")
        self.assertEqual(self.amount(again), "42.5")
        self.assert_rows(again, "42.5", "CHF")

    def test_every_control_of_the_calculator_has_an_accessible_name(self):
        window = self.open()
        nameless = [e.role for e in window.elements() if e.role in NAMED_ROLES and e.showing() and not e.name]
        self.assertEqual(nameless, [])

    def test_using_the_calculator_logs_no_warning(self):
        window = self.open()
        self.enter(window, "5")
        self.assert_rows(window, "5", self.source(window))
        complaints = [line for line in window.messages().splitlines() if re.search(r"CRITICAL|WARNING", line)]
        self.assertEqual(complaints, [])


class Profiles(WindowTest):
    @fault("S18")
    def test_an_unwritable_data_folder_is_reported(self):
        blocked = self.desktop.folder / "blocked"
        blocked.write_text("a file where a folder should be")
        window = Window(
            self.desktop, self.program, "unwritable", LC_ALL="C.UTF-8", XDG_DATA_HOME=str(blocked))
        self.addCleanup(self.leave, window)
        window.find(re.compile(r"data folder. Nothing can be saved"), timeout=30)
        self.assert_rows(window, self.amount(window), self.source(window))

    def test_in_a_German_locale_the_window_is_in_German(self):
        window = Window(self.desktop, self.program, "german", **self.desktop.speaking("de"))
        self.addCleanup(self.leave, window)
        self.assertTrue(until(lambda: window.all("Betrag", "text"), 40), window.outline())

    def test_in_Arabic_the_window_is_laid_out_from_right_to_left(self):
        window = Window(self.desktop, self.program, "arabic", **self.desktop.speaking("ar"))
        self.addCleanup(self.leave, window)
        menu = until(lambda: window.all("القائمة الرئيسية"), 40)
        self.assertTrue(menu, window.outline())
        frame = window.find(None, "frame").box()
        self.assertLess(menu[0].centre()[0], frame.width // 2)

    def test_a_slow_start_shows_its_progress(self):
        """Another program locks the file of rates. The calculator appears as soon as the file is unlocked."""
        first = self.open("waiting")
        self.assertTrue(first.close())
        file = pathlib.Path(self.desktop.profile("waiting")["XDG_DATA_HOME"]) / "kurs" / "rates.sqlite"
        holder = sqlite3.connect(file, isolation_level=None)
        holder.execute("PRAGMA locking_mode = EXCLUSIVE")
        holder.execute("BEGIN EXCLUSIVE")
        window = Window(self.desktop, self.program, "waiting", LC_ALL="C.UTF-8")
        self.addCleanup(self.leave, window)
        window.find("Opening stored rates…", "label", timeout=4)
        if self.pictures:
            window.screenshot(f"{self.pictures}/splash.png")
        holder.rollback()
        holder.close()
        window.find("Amount", "text", timeout=20)
        self.assertTrue(window.gone("Opening stored rates…", "label"), "the splash stayed")

    @fault("S02")
    def test_a_damaged_file_of_rates_is_copied_and_reported_once(self):
        first = self.open("damaged")
        self.assertTrue(first.close())
        folder = pathlib.Path(self.desktop.profile("damaged")["XDG_DATA_HOME"]) / "kurs"
        for each in folder.glob("rates.sqlite*"):
            each.unlink()
        (folder / "rates.sqlite").write_bytes(b"no database at all " * 500)
        window = self.open("damaged")
        window.find(re.compile(r"A copy was saved"), "label")
        self.assert_rows(window, self.amount(window), self.source(window))
        self.assertEqual(len(list(folder.glob("*.aside"))), 1)
        window.click("OK", "push button")
        self.assertTrue(window.gone(re.compile(r"A copy was saved"), "label"))

    def test_without_a_network_the_window_shows_a_warning_and_still_converts(self):
        window = Window(
            self.desktop, "unshare", "offline", arguments=["-Ucn", self.program], LC_ALL="C.UTF-8")
        self.addCleanup(self.leave, window)
        window.find(re.compile(r"no network"), "label", timeout=40)
        self.assert_rows(window, self.amount(window), self.source(window))
