# SPDX-License-Identifier: GPL-3.0-or-later
"""History, saved calculations and favourites, as a person meets them."""
import re

from lists import ListTest, WANTED, total_in
from windows import until

WINDOW = "History and Saved Calculations"


class Kept(ListTest):
    def built(self, **variables):
        window = self.open(**variables)
        window.type("1000 TRY + 5500 USD / 2 - 100 EUR")
        window.key("Return")
        self.assert_wanted(window)
        return window

    def said(self, window):
        """What the rows of the open window say, each as one text."""
        found = window.all(WINDOW, "frame")
        rows = window.all(role="list item", within=found[0]) if found else []
        return [" | ".join(e.text() for e in row.below() if e.role == "label" and e.text()) for row in rows]

    def show(self, window, keys):
        window.key(keys)
        window.find(WINDOW, "frame")

    def save(self, window, title):
        window.key("ctrl+s")
        window.find("Title", "text")
        window.type(title)
        window.key("Return")
        window.find(re.compile(f"“{title}” saved"))

    def test_a_saved_calculation_shows_then_and_today_and_comes_back(self):
        window = self.built()
        self.save(window, "Trip")
        window.key("ctrl+shift+Delete")
        self.assertTrue(until(lambda: not self.lines(window), 10), self.lines(window))
        self.show(window, "ctrl+o")
        row = until(lambda: next((row for row in self.said(window) if "Today" in row), None), 15)
        self.assertTrue(row and "Trip" in row, self.said(window))
        self.assertEqual(row.replace(",", "").count(f"{total_in('EUR')} EUR"), 2, row)
        window.key("Return")
        self.assertTrue(window.gone(WINDOW, "frame"))
        self.assert_total(window, total_in("EUR"))
        self.assertEqual([line[2] for line in self.lines(window)], [code for _, _, code in WANTED])

    def test_the_history_is_searched_emptied_and_brought_back(self):
        window = self.built()
        window.key("ctrl+shift+Delete")
        window.type("77 CHF")
        window.key("Return")
        self.show(window, "ctrl+shift+h")
        self.assertTrue(until(lambda: len(self.said(window)) == 2, 10), self.said(window))
        window.type("try")
        self.assertTrue(until(lambda: len(self.said(window)) == 1 and "TRY" in self.said(window)[0], 10), self.said(window))
        window.key("ctrl+a", "Delete")
        self.assertTrue(until(lambda: len(self.said(window)) == 2, 10), self.said(window))
        window.click("Clear History", "push button")
        window.find("No History Yet")
        window.key("ctrl+z")
        self.assertTrue(until(lambda: len(self.said(window)) == 2, 10), self.said(window))

    def test_what_was_saved_survives_a_restart_and_a_deletion_is_taken_back(self):
        window = self.built(profile="kept-restart")
        self.save(window, "Trip")
        window.close()
        self.assertTrue(until(lambda: not window.running(), 10))
        window = self.open(profile="kept-restart")
        self.show(window, "ctrl+o")
        self.assertTrue(until(lambda: any("Trip" in row for row in self.said(window)), 10), self.said(window))
        window.click(re.compile("^Menu of Trip"), "push button")
        self.press(window, "Delete", "menu item")
        window.find("Nothing Saved Yet")
        window.key("ctrl+z")
        self.assertTrue(until(lambda: any("Trip" in row for row in self.said(window)), 10), self.said(window))

    def test_a_favourite_stands_first_in_the_picker_from_then_on(self):
        window = self.open()
        window.key("ctrl+k")
        window.find("Choose a Currency", "frame")
        window.type("NOK")
        window.click("Add NOK to favourites", "push button")
        window.find("Remove NOK from favourites", "push button")
        window.key("Escape")
        self.assertTrue(window.gone("Choose a Currency", "frame"))
        window.key("ctrl+k")
        picker = window.find("Choose a Currency", "frame")
        window.find("Favourites", "label", within=picker)
        labels = [e.text() for e in window.all(role="label", within=picker)]
        self.assertIn("NOK", labels[labels.index("Favourites"):][:3], labels[:12])
