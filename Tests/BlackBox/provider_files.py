# SPDX-License-Identifier: GPL-3.0-or-later
"""A provider file is added in the settings, through the file dialog."""
import re

from books import described
from hands import Hands
from lists import ListTest
from questions import Questions
from window import Window, until

TITLE, ROW = "Add a Provider", "Add from a File…"


class ProviderFiles(Questions, ListTest):
    def test_a_valid_provider_file_is_added_and_an_invalid_file_is_refused(self):
        window = self.open()
        file = self.desktop.folder / "mine.json"
        file.write_text(described("https://bank.example", id="ecb"))
        window.key("ctrl+comma")
        page = Hands(window, "Settings").active()
        page.press(ROW, "list item")
        self.choose_file(window, TITLE, file)
        window.find(re.compile(r"/id\b.* not another provider's name"), "label", timeout=30)
        self.assertFalse(page.all("My bank"))
        self.answer(window, "Close")
        file.write_text(described("https://bank.example"))
        page.press(ROW, "list item")
        self.choose_file(window, TITLE, file)
        # The page opens, and the list behind it has the provider. GTK 4.18 hides that list until the page is left.
        page.find("Remove This Provider", "label")
        page.window.key("Escape")
        page.reach("My bank", "list item")

    def test_in_German_the_button_of_the_file_dialog_is_in_German(self):
        window = Window(self.desktop, self.program, self._testMethodName, **self.desktop.speaking("de"))
        self.addCleanup(self.leave, window)
        window.find("Betrag", "text", timeout=40)
        window.key("ctrl+comma")
        Hands(window, "Einstellungen").active().press("Aus einer Datei hinzufügen …", "list item")
        self.assertTrue(until(lambda: window.active("Anbieter hinzufügen"), 30))
        window.find("Hinzufügen", "label", timeout=30)
