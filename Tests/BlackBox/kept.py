# SPDX-License-Identifier: GPL-3.0-or-later
"""History, saved calculations and favourites in windows."""
import re

from lists import ListTest, WANTED, total_in
from windows import until

WINDOW = "Lists and History"


class Kept(ListTest):
    def built(self, **variables):
        window = self.open(**variables)
        window.type("1000 TRY + 5500 USD / 2 - 100 EUR")
        window.key("Return")
        self.assert_wanted(window)
        return window

    def said(self, window):
        """Returns the texts of each row of the open window."""
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

    def choose(self, window, item):
        """Chooses an entry of the menu of the window's title."""
        window.click(re.compile("^List: "), "push button")
        self.press(window, item, "menu item")

    def heading(self, window):
        return next((e.name for e in window.all(re.compile("^List: "), "push button")), None)

    def test_a_new_list_can_be_copied_and_moved_and_deleted_and_restored(self):
        window = self.built(profile="lists")
        self.save(window, "Trip")
        self.assertEqual(self.heading(window), "List: Trip")
        window.key("ctrl+n")
        window.find("Title", "text")
        window.type("Rent")
        window.key("Return")
        window.find("List: Rent", "push button")
        self.assertTrue(until(lambda: not self.lines(window), 10), self.lines(window))
        window.type("900 EUR")
        window.key("Return")
        # Nothing asks to save, because typed text is already in the list.
        self.choose(window, "Trip")
        self.assert_wanted(window)
        window.key("alt+Delete")
        self.assertTrue(until(lambda: len(self.lines(window)) == 2, 10), self.lines(window))
        self.choose(window, "Duplicate…")
        window.find("Title", "text")
        window.key("Return")
        window.find("List: Trip (copy)", "push button")
        self.choose(window, "Rename…")
        window.find("Title", "text")
        window.key("ctrl+a")
        window.type("Journey")
        window.key("Return")
        window.find("List: Journey", "push button")
        window.close()
        self.assertTrue(until(lambda: not window.running(), 10))
        window = self.open(profile="lists")
        self.assertEqual(self.heading(window), "List: Journey")
        self.assertEqual(len(self.lines(window)), 2)
        self.assertEqual(self.titles(window), ["Untitled List", "Rent", "Trip", "Journey"])
        self.choose(window, "Move Up")
        self.assertTrue(until(lambda: self.titles(window) == ["Untitled List", "Rent", "Journey", "Trip"], 10))
        self.choose(window, "Delete List")
        window.find("List: Untitled List", "push button")
        self.assertEqual(self.titles(window), ["Untitled List", "Rent", "Trip"])
        self.press(window, "Undo", "push button")
        window.find("List: Journey", "push button")
        self.assertEqual(self.titles(window), ["Untitled List", "Rent", "Journey", "Trip"])

    def test_a_wide_window_shows_the_names_of_all_lists_at_the_side(self):
        window = self.built(profile="beside")
        self.save(window, "Trip")
        window.key("ctrl+n")
        window.find("Title", "text")
        window.type("Rent")
        window.key("Return")
        window.find("List: Rent", "push button")
        window.xdotool("windowsize", "--sync", window.xdotool("getactivewindow"), 1300, 800)
        self.assertTrue(until(lambda: self.beside(window) == ["Untitled List", "Rent", "Trip"], 10), self.beside(window))
        window.point_at(window.find("Trip", "list item"))
        self.assert_wanted(window)
        window.find("List: Trip", "push button")
        # Typed text goes to the amount, although a row was pressed.
        window.type("7")
        self.assertTrue(until(lambda: self.amount(window) == "1007", 10), self.amount(window))
        window.key("ctrl+z")
        # Opens the menu of a list that isn't open.
        self.press(window, "Menu of Rent", "push button")
        self.press(window, "Move Down", "menu item")
        self.assertTrue(until(lambda: self.beside(window) == ["Untitled List", "Trip", "Rent"], 10), self.beside(window))
        self.press(window, "Menu of Rent", "push button")
        self.press(window, "Rename…", "menu item")
        window.find("Title", "text")
        window.key("ctrl+a")
        window.type("Flat")
        window.key("Return")
        self.assertTrue(until(lambda: self.beside(window) == ["Untitled List", "Trip", "Flat"], 10), self.beside(window))
        self.press(window, "Menu of Flat", "push button")
        self.press(window, "Delete List", "menu item")
        self.assertTrue(until(lambda: self.beside(window) == ["Untitled List", "Trip"], 10), self.beside(window))
        window.find("List: Trip", "push button")
        window.find("“Flat” deleted", "label")
        window.all("Undo", "push button")[-1].act()
        self.assertTrue(until(lambda: self.beside(window) == ["Untitled List", "Trip", "Flat"], 10), self.beside(window))

    def test_the_names_of_lists_at_the_side_can_be_moved_by_dragging(self):
        window = self.open()
        for title in ("Trip", "Rent", "Food"):
            window.key("ctrl+n")
            window.find("Title", "text")
            window.type(title)
            window.key("Return")
            window.find(f"List: {title}", "push button")
        window.xdotool("windowsize", "--sync", window.xdotool("getactivewindow"), 1300, 800)
        self.assert_beside(window, "Food", "Rent", "Trip")
        window.find("New List…", "push button")
        for moved, place, order in (("Trip", "Food", ("Trip", "Food", "Rent")), ("Trip", "Rent", ("Food", "Rent", "Trip"))):
            self.drag(window, window.find(moved, "list item"), window.find(place, "list item"))
            self.assert_beside(window, *order)
        # A drag isn't a press, so it doesn't open the list.
        window.find("List: Food", "push button")
        self.assertTrue(window.close())
        window = self.open()
        self.assertEqual(self.titles(window)[1:], ["Food", "Rent", "Trip"])

    def assert_beside(self, window, *order):
        wanted = ["Untitled List", *order]
        self.assertTrue(until(lambda: self.beside(window) == wanted, 10), f"{self.beside(window)}, expected {wanted}")

    def beside(self, window):
        """Returns the names of the lists at the side."""
        found = window.all("Lists", "list")
        return [row.name for row in window.all(role="list item", within=found[0])] if found else []

    def titles(self, window):
        """Returns the lists in the menu of the title."""
        window.click(re.compile("^List: "), "push button")
        window.find("New List…", "menu item")
        items = [e.name for e in window.all(role="menu item")]
        window.key("Escape")
        return items[:items.index("Lists")]

    def test_a_saved_calculation_is_compared_with_today_and_can_be_opened_again(self):
        window = self.built()
        self.save(window, "Trip")
        self.choose(window, "Untitled List")
        self.assertTrue(until(lambda: not self.lines(window), 10), self.lines(window))
        self.show(window, "ctrl+shift+o")
        row = until(lambda: next((row for row in self.said(window) if "since then" in row), None), 15)
        self.assertTrue(row and "Trip" in row, self.said(window))
        self.assertEqual(row.replace(",", "").count(total_in('EUR')), 2, row)
        window.key("Return")
        self.assertTrue(window.gone(WINDOW, "frame"))
        self.assert_total(window, total_in("EUR"))
        self.assertEqual([line[2] for line in self.lines(window)], [code for _, _, code in WANTED])

    def test_the_history_can_be_searched_and_cleared_and_restored(self):
        window = self.built()
        window.key("ctrl+shift+Delete")
        window.type("77 CHF")
        window.key("Return")
        self.show(window, "ctrl+h")
        self.assertTrue(until(lambda: len(self.said(window)) == 2, 10), self.said(window))
        window.type("try")
        self.assertTrue(until(lambda: len(self.said(window)) == 1 and "TRY" in self.said(window)[0], 10), self.said(window))
        window.key("ctrl+a", "Delete")
        self.assertTrue(until(lambda: len(self.said(window)) == 2, 10), self.said(window))
        window.click("Clear History", "push button")
        window.find("No History Yet")
        window.key("ctrl+z")
        self.assertTrue(until(lambda: len(self.said(window)) == 2, 10), self.said(window))

    def test_saved_lists_survive_a_restart_and_deletion_can_be_undone(self):
        window = self.built(profile="kept-restart")
        self.save(window, "Trip")
        window.close()
        self.assertTrue(until(lambda: not window.running(), 10))
        window = self.open(profile="kept-restart")
        self.show(window, "ctrl+shift+o")
        self.assertTrue(until(lambda: any("Trip" in row for row in self.said(window)), 10), self.said(window))
        window.click(re.compile("^Menu of Trip"), "push button")
        self.press(window, "Delete", "menu item")
        window.find("No Lists Yet")
        window.key("ctrl+z")
        self.assertTrue(until(lambda: any("Trip" in row for row in self.said(window)), 10), self.said(window))

    def test_a_favourite_comes_first_when_a_currency_is_chosen(self):
        window = self.open()
        window.key("ctrl+k")
        window.find("Choose a Currency", "frame")
        window.type("NOK")
        window.click("Add NOK to favorites", "push button")
        window.find("Remove NOK from favorites", "push button")
        window.key("Escape")
        self.assertTrue(window.gone("Choose a Currency", "frame"))
        window.key("ctrl+k")
        picker = window.find("Choose a Currency", "frame")
        window.find("Favorites", "label", within=picker)
        labels = [e.text() for e in window.all(role="label", within=picker)]
        self.assertIn("NOK", labels[labels.index("Favorites"):][:3], labels[:12])
