# SPDX-License-Identifier: GPL-3.0-or-later
"""Drags from another program's window onto the calculator and back, with a real second program."""
import pathlib
import re
import subprocess
import time

from lists import ListTest, rounded
from windows import RATES, until

# A window that gives a text, or the files named in `path`, to the drop target, and prints what is dropped on it.
OTHER = """
import sys
import gi
gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, GLib, GObject, Gtk
text, path = sys.argv[1:]
def given(source, x, y):
    if path:
        return Gdk.ContentProvider.new_for_bytes("text/uri-list", GLib.Bytes.new("".join(
            Gio.File.new_for_path(each).get_uri() + "\\r\\n" for each in path.splitlines()).encode()))
    return Gdk.ContentProvider.new_for_value(text)
def dropped(target, value, x, y):
    print(value, flush=True)
    return True
def show(application):
    window = Gtk.ApplicationWindow(application=application, title="Other", default_width=300, default_height=200)
    label = Gtk.Label(label="drag from here")
    source = Gtk.DragSource(actions=Gdk.DragAction.COPY)
    source.connect("prepare", given)
    label.add_controller(source)
    target = Gtk.DropTarget.new(GObject.TYPE_STRING, Gdk.DragAction.COPY)
    target.connect("drop", dropped)
    label.add_controller(target)
    window.set_child(label)
    window.present()
    print("ready", flush=True)
application = Gtk.Application(flags=Gio.ApplicationFlags.NON_UNIQUE)
application.connect("activate", show)
application.run()
"""


class Drops(ListTest):
    def other(self, window, text="", path=""):
        """Starts a second program beside the calculator. Returns the middle of its window."""
        self.process = subprocess.Popen(
            ["/usr/bin/python3", "-c", OTHER, text, path], env=self.desktop.environment | {"GTK_A11Y": "none"},
            stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.process.stdout.close)
        self.addCleanup(self.process.wait)
        self.addCleanup(self.process.kill)
        self.assertEqual(self.process.stdout.readline(), "ready\n")
        found = until(lambda: window.xdotool("search", "--onlyvisible", "--name", "^Other$", check=False))
        self.assertTrue(found)
        time.sleep(1)
        window.xdotool("windowmove", "--sync", found.split()[0], 1000, 700)
        time.sleep(0.5)
        return 1150, 820

    def results_place(self, window):
        """Returns a place in the window that isn't a field."""
        return window.place(window.find("Results", "list"))

    def test_an_amount_dragged_onto_the_window_is_read_like_pasted_text(self):
        window = self.open()
        place = self.results_place(window)
        window.drag(self.other(window, text="42.50 GBP"), place)
        self.assertTrue(until(lambda: self.amount(window) == "42.50", 15), self.amount(window))
        self.assertEqual(self.source(window), "GBP")
        self.assert_rows(window, "42.50", "GBP")

    def test_several_amounts_dragged_onto_the_window_are_previewed(self):
        window = self.open()
        place = self.results_place(window)
        window.drag(self.other(window, text="1.234 USD\n20 CHF"), place)
        window.find("2 amounts found", "label")
        self.assertEqual(self.amount(window), "100")
        self.press(window, re.compile("^Add [0-9]+ Amount"), "push button")
        self.assertTrue(until(lambda: len(self.lines(window)) >= 2, 10), self.lines(window))

    def test_a_file_can_be_dragged_onto_any_part_of_the_window(self):
        window = self.open()
        file = pathlib.Path(self.desktop.profile(self._testMethodName)["HOME"], "what is owed.txt")
        file.write_text("10 USD\n20 CHF\n")
        # Drops beside a field, because a field would read the file's name as text.
        place = window.place(window.find("Amount", "text"))
        window.drag(self.other(window, path=str(file)), place)
        self.assertTrue(until(lambda: len(self.lines(window)) == 2, 15), self.lines(window))
        self.assertEqual([line[:3] for line in self.lines(window)], [["+", "10", "USD"], ["+", "20", "CHF"]])
        self.assert_total(window, rounded(10 + 20 * RATES.convert(1, "CHF", "USD")), "USD")

    def test_a_table_can_be_dragged_onto_the_table_window(self):
        window = self.open()
        file = pathlib.Path(self.desktop.profile(self._testMethodName)["HOME"], "what is owed.csv")
        file.write_text("Date,Amount,Currency\n2026-10-30,8,CHF\n")
        self.open_tables(window)
        place = window.place(window.find("No Table Yet"))
        window.drag(self.other(window, path=str(file)), place)
        window.find(re.compile("8 CHF = "))
        self.assertEqual(self.lines(window), [])

    def test_several_files_dragged_onto_the_window_are_refused(self):
        window = self.open()
        home = pathlib.Path(self.desktop.profile(self._testMethodName)["HOME"])
        files = [home / "first.csv", home / "second.csv"]
        for file in files:
            file.write_text("Amount,Currency\n8,CHF\n")
        place = window.place(window.find("Amount", "text"))
        window.drag(self.other(window, path="\n".join(map(str, files))), place)
        window.find("Can't Open Several Files")

    def test_dragged_text_without_an_amount_is_refused_with_a_message(self):
        window = self.open()
        place = self.results_place(window)
        window.drag(self.other(window, text="Dear Sir or Madam"), place)
        window.find("The pasted text contains no amount.")
        self.assertEqual(self.amount(window), "100")

    def test_a_result_can_be_dragged_to_another_program_as_text(self):
        window = self.open()
        wanted = self.results(window)["USD"]
        row = next(each for each in window.all(role="list item") if re.search(" USD,", each.name))
        place = window.place(window.all("USD", "label", within=row)[0])
        other = self.other(window)
        window.drag(place, other)
        told = self.process.stdout.readline()
        self.assertIn("111.72", wanted[-2] + wanted[-1])
        self.assertIn("111.72", told)
        self.assertIn("USD", told)
