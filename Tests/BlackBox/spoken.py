# SPDX-License-Identifier: GPL-3.0-or-later
"""Spoken text of the windows: the real Orca, and a voice that writes down what it should speak.

usage: /usr/bin/python3 Tests/BlackBox/spoken.py PROGRAM [TEST-NAME-PATTERN]
The last line is `N passed, N failed`.
"""
import pathlib
import re
import subprocess
import sys
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import side_by_side  # noqa: E402
from differences import newer_than  # noqa: E402
from orca import SpeakingDesktop  # noqa: E402
from window import Window, until  # noqa: E402

FIRST = "Kurs goes online only to fetch rates (European Central Bank)."
CLASS = re.compile(r"\b(Gtk|Adw|Gdk)[A-Z]")
# The spoken title of the window of custom rates. Orca 48 adds the role.
TITLE = "^{} frame$" if newer_than("gtk4", "4.10") else "^{}$"
# The words with which libadwaita announces a toast. Older versions don't announce toasts, so Kurs does.
TOAST = "A toast appeared: " if newer_than("libadwaita-1", "1.6") else ""
# Orca's text for every row of a list, selectable or not.
OF_ROWS = {"not selected."}


class SpokenTest(unittest.TestCase):
    desktop = program = None

    def open(self):
        """Returns a ready window and the spoken text, which ends with the introduction of a first start."""
        begun = self.desktop.heard_so_far()
        self.window = Window(self.desktop, self.program, self._testMethodName, LC_ALL="C.UTF-8")
        self.addCleanup(self.window.quit)
        self.window.find("Amount", "text", timeout=60)
        return self.until_quiet(begun, re.escape(FIRST))

    def until_quiet(self, begun, wanted, patience=40):
        """Waits until the wanted text was spoken and nothing follows for a while. Returns what was spoken."""
        until(lambda: re.search(wanted, "\n".join(self.desktop.heard(begun)), re.M), patience)
        before = -1
        while before != (before := self.desktop.heard_so_far()):
            time.sleep(1.5)
        return self.desktop.heard(begun)

    def hear(self, wanted, act, ignored=frozenset()):
        """Returns the sentences after an action, including the wanted one. No sentence except the ignored ones is
        repeated, and none names a class."""
        begun = self.desktop.heard_so_far()
        act()
        said = self.until_quiet(begun, wanted)
        sentences = [each.rstrip(".") for each in said if each not in OF_ROWS | ignored]
        self.assertRegex("\n".join(said), re.compile(wanted, re.M))
        self.assertEqual(len(sentences), len(set(sentences)), said)
        self.assertEqual([each for each in said if CLASS.search(each)], [])
        return said

    def tab_until(self, wanted, most=20):
        """Presses Tab until a spoken text matches."""
        heard = []
        for _ in range(most):
            said = self.hear(".", lambda: self.window.key("Tab"))
            heard += said
            if re.search(wanted, "\n".join(said), re.M):
                return said
        self.fail(f"nothing that matches {wanted} in {most} Tabs: {heard}")

    def test_opening_a_window_announces_its_title_and_the_focus(self):
        said = self.open()
        self.assertIn("Amount text.", said)
        self.assertEqual(len(said), len(set(said)), said)
        self.assertEqual(len([each for each in said if each.startswith(FIRST)]), 1, said)

    def test_a_pause_in_typing_announces_the_result_and_undo_announces_its_effect(self):
        self.open()
        said = self.hear(r"^[\d,.]+ USD$", lambda: self.window.type("1250"))
        self.assertEqual(len([each for each in said if "USD" in each]), 1, said)
        self.hear(r"^Undone\. .* USD$", lambda: self.window.key("ctrl+z"))
        self.hear(r"^Kurs can't read “1002 \+\* 3”\.", lambda: self.window.type("2 +* 3"))

    def test_a_result_is_announced_with_amount_and_currency_and_source(self):
        self.open()
        row = r"^([\d,.]+) USD, US Dollar, 1 EUR = ([\d.]+) USD, European Central Bank\.$"
        said = "\n".join(self.tab_until(row))
        for number in re.search(row, said, re.M).groups():
            self.assertEqual(len(re.findall(rf"(?<![\d.,]){re.escape(number)}(?![\d,])", said)), 1, said)

    def test_the_total_of_a_list_is_announced_once(self):
        self.open()
        self.hear(r"^Total: [\d,.]+ EUR$", lambda: self.window.type("100 EUR + 50 USD"))
        self.hear(r"^Undone\.", lambda: self.window.key("ctrl+z"))
        self.hear(r"Choose a Currency", lambda: self.window.key("ctrl+k"))
        said = self.hear(r"Amount text", lambda: self.window.key("Escape"))
        self.assertNotIn("Undone", " ".join(said))

    def test_a_search_for_a_currency_announces_the_number_of_matches_and_rows(self):
        self.open()
        self.hear(r"Search currencies entry", lambda: self.window.key("ctrl+k"))
        self.hear(r"^\d+ currencies found$", lambda: self.window.type("dollar"))
        said = self.hear(r"^USD\b.* US Dollar\.$", lambda: self.window.key("Down"))
        self.assertEqual(len([each for each in said if "US Dollar" in each]), 1, said)

    def test_the_chart_announces_pair_and_cross_hair(self):
        self.open()
        self.hear(r"EUR in USD from .*: from [\d.]+ to [\d.]+", lambda: self.window.key("ctrl+g"))
        self.hear(r"^\d+ \w+ \d{4}, 1 EUR = [\d.]+ USD", lambda: self.window.key("Left"))
        self.hear(r"Compare With", lambda: self.window.key("F10"))

    def test_a_history_row_announces_calculation_and_result(self):
        self.open()
        self.hear(r"^Total: ", lambda: self.window.type("100 EUR + 50 USD"))
        self.window.key("Return", "ctrl+shift+Delete")
        self.hear(r"^Lists and History", lambda: self.window.key("ctrl+h"))
        # With GTK before 4.12, the row has no name. Orca speaks its labels as one sentence without commas.
        row = r"^100 EUR \+ 50 USD,? [\d.,]+ EUR"
        self.assert_row(self.hear(row, lambda: self.window.key("Down")), row)

    def test_a_custom_rate_row_announces_rate_and_note(self):
        self.open()
        # The chosen menu item and then the window are spoken.
        chosen = {"Custom Rates."}
        self.hear(TITLE.format("Custom Rates"), lambda: self.window.from_menu("Main menu", "Custom Rates"), chosen)
        self.hear(r"^Custom Rate\b", lambda: self.window.click("Add Rate", "push button"))
        self.window.find("Custom Rate", "frame")
        self.window.type("1.25")
        self.hear("Note", lambda: self.window.key("Tab"))
        self.window.type("Office")
        self.hear(r"^Custom Rates", lambda: self.window.key("Return"))
        row = r"^1 EUR = 1\.25 USD, .*Office"
        self.assert_row(self.tab_until(row), row)

    def assert_row(self, said, row):
        """Checks that one sentence is the row's, and that no part of it is spoken separately."""
        named = [each for each in said if re.search(row, each)]
        self.assertEqual(len(named), 1, said)
        parts = re.findall(r"[\d,]*\.\d+", re.search(row, named[0])[0])
        # Orca 48 speaks a row's buttons after the row, and their names contain its rate.
        is_button = r" button\.$" if newer_than("gtk4", "4.10") else "$^"
        beside = " ".join(each for each in said if each != named[0] and not re.search(is_button, each))
        self.assertEqual([part for part in parts if re.search(rf"(?<![\d.,]){re.escape(part)}(?![\d.,])", beside)], [], said)

    def test_a_copied_result_is_announced_once(self):
        self.open()
        said = self.hear(rf"^{TOAST}[\d.,]+ copied$", lambda: self.window.key("ctrl+shift+c"))
        self.assertEqual(len([each for each in said if "copied" in each]), 1, said)

    def test_a_paste_announces_its_read_and_unread_rows(self):
        self.open()
        subprocess.run(
            ["xclip", "-selection", "clipboard"], input=b"Hotel\t240.50 EUR\nTaxi\t18.00 USD\nno amount here\n",
            env=self.window.environment, check=True)
        time.sleep(0.3)
        said = "\n".join(self.hear(r"Add 2 Amounts", lambda: self.window.key("ctrl+v")))
        self.assertRegex(said, "2 amounts found")
        self.assertRegex(said, "no amount here")

    def test_the_rows_of_the_chart_table_are_announced_by_arrow_keys(self):
        self.open()
        self.hear(r"EUR in USD from ", lambda: self.window.key("ctrl+g"))
        # The focus moves, so the announcement is also the description of the focused button.
        self.hear(r"^Table", lambda: self.window.key("ctrl+t"), {"Table"})
        self.tab_until(r"Rates by day|\d{4}")
        self.hear(r"\d{4}.*1\.\d+", lambda: self.window.key("Down"))

    def test_the_radio_buttons_for_who_pays_a_fee_announce_the_selection(self):
        self.open()
        # The window and its first list have the same name.
        self.hear(r"Fee in percent", lambda: self.window.from_menu("List menu", "Fee…"), {"Fee."})
        said = self.tab_until(r"^I receive\b")
        self.assertRegex("\n".join(said), r"(?m)^(I receive )?selected radio button")

    def test_orca_speaks_whether_a_provider_is_enabled_in_the_settings(self):
        self.open()
        # Newer libadwaita focuses the first row and not the page's tab.
        said = self.hear(r"European Central Bank|page tab", lambda: self.window.key("ctrl+comma"))
        self.assertRegex("\n".join(said), "Settings frame")
        if not any("European Central Bank" in each for each in said):
            said = self.tab_until(r"European Central Bank")
        self.assert_one_of(said, "In use.", "Use European Central Bank check box checked.")
        said = self.tab_until(r"Central Banks")
        self.assert_one_of(said, "Not in use.", "Use Bank of Canada check box not checked.")

    def assert_one_of(self, said, *sentences):
        """Checks that exactly one of these is spoken. Orca speaks a row's description or its switch, which are equal."""
        self.assertEqual(len([each for each in said if each in sentences]), 1, said)

    def test_the_sign_in_announces_its_window_and_results(self):
        self.open()
        self.window.click("Main menu", "push button")
        self.window.find("Account", "menu item")
        said = self.hear(r"Server Address", lambda: self.window.find("Account", "menu item").act())
        self.assertRegex("\n".join(said), "Account frame")
        self.window.type("https://kurs.example.org")
        for field in ("Email", "Password", "Save the Password in the Keyring"):
            self.hear(field, lambda: self.window.key("Tab"))
        # In a text row of libadwaita 1.2, the typed text is part of the name.
        address = r"Server Address(: | text\.\n)https://kurs\.example\.org"
        for field in ("Password", "Email", address):
            self.hear(field, lambda: self.window.key("shift+Tab"))


def main():
    SpokenTest.program = str(pathlib.Path(sys.argv[1]).resolve())
    loader = unittest.TestLoader()
    if len(sys.argv) > 2:
        loader.testNamePatterns = [f"*{name}*" for name in sys.argv[2:]]

    def prepare(desktop):
        SpokenTest.desktop = desktop

    tests = side_by_side.flat(loader.loadTestsFromTestCase(SpokenTest))
    sys.exit(side_by_side.run(tests, prepare, desktops=1, kind=SpeakingDesktop))


if __name__ == "__main__":
    main()
