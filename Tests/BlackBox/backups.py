# SPDX-License-Identifier: GPL-3.0-or-later
"""Backups through the file dialogs. Runs last, because the dialog's portal takes the keyring's name on the bus."""
import json
import re

from hands import Hands
from lists import ListTest
from questions import Questions
from windows import until

SAVED = "Lists and History"


class Backups(Questions, ListTest):
    def storage(self, window):
        """Opens the page of the settings with the backup."""
        window.key("ctrl+comma")
        page = Hands(window, "Settings").active()
        window.click("Storage", "page tab")
        return page

    def test_an_exported_backup_can_be_imported_into_an_empty_profile(self):
        window = self.open(profile="backup-from")
        window.type("100 EUR - 30.25 EUR")
        window.key("Return")
        window.key("ctrl+s")
        window.find("Title", "text")
        window.type("Trip")
        window.key("Return")
        window.find(re.compile("“Trip” saved"))
        file = self.desktop.folder / "mine.json"
        page = self.storage(window)
        page.press("Export Backup…", "list item")
        self.choose_file(window, "Export Backup", file)
        self.assertTrue(until(lambda: file.exists() and file.stat().st_size), "nothing was written")
        self.assertIn("Trip", json.dumps(json.loads(file.read_text()), ensure_ascii=False))
        window.quit()
        file.rename(file.with_name("carried.json"))
        window = self.open(profile="backup-to")
        page = self.storage(window)
        page.press("Restore Backup…", "list item")
        self.choose_file(window, "Restore Backup", file.with_name("carried.json"))
        said = re.compile(r"^\d+ items? imported\.")
        window.find(said, timeout=30)
        # While the notice is shown, Escape closes the notice and not the window.
        self.assertTrue(window.gone(said))
        page.active()
        window.key("Escape")
        Hands(window, "Kurs").active()
        window.key("ctrl+shift+o")
        Hands(window, SAVED).find(re.compile("Trip"), "label")
        # The second time, nothing is left to import.
        window.key("Escape")
        Hands(window, "Kurs").active()
        page = self.storage(window)
        page.press("Restore Backup…", "list item")
        self.choose_file(window, "Restore Backup", file.with_name("carried.json"))
        window.find("Nothing was imported. You already have everything in the file.", timeout=30)

    def test_restoring_a_wrong_file_or_cancelling_the_dialog_changes_nothing(self):
        window = self.open()
        file = self.desktop.folder / "other.json"
        file.write_text('{"kurs": "not at all"}')
        page = self.storage(window)
        page.press("Restore Backup…", "list item")
        self.choose_file(window, "Restore Backup", file)
        refusal = "This file is not a Kurs backup."
        window.find(refusal, timeout=30)
        # The notice may cover the next button.
        self.assertTrue(window.gone(refusal))
        page.press("Restore Backup…", "list item")
        self.assertTrue(until(lambda: window.active("Restore Backup"), 30))
        window.key("Escape")
        page.active()
