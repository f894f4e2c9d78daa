# SPDX-License-Identifier: GPL-3.0-or-later
"""Announcements to a screen reader: each appears once, and none names a class."""
import time

import windows
from accessible import Atspi, Element, GLib, PREFIX
from window import until

CLASSES = ("Gtk", "Adw")


class Ear:
    """Listens for announcements of newer systems, and for descriptions, which older screen readers speak."""

    def __init__(self, window):
        self.bus, self.owner, self.told = window.bus, window.root().owner, []
        for event in ("Announcement", "PropertyChange"):
            self.bus.connection.add_signal_receiver(
                self.hear, event, PREFIX + "Event.Object", self.owner, path_keyword="path", member_keyword="signal")

    def hear(self, kind, first, second, text, *_, path, signal):
        # A description is spoken only for the focused element.
        is_spoken = signal == "Announcement" or kind == "accessible-description" and self.has_focus(path)
        if is_spoken and text:
            self.told.append(text)

    def has_focus(self, path):
        return Element(self.bus, self.owner, path).has(Atspi.StateType.FOCUSED)

    def listen(self, seconds):
        """Returns the announcements received until none arrived for a while."""
        context, quiet = GLib.MainContext.default(), time.monotonic() + seconds
        while time.monotonic() < quiet:
            if context.iteration(False):
                quiet = time.monotonic() + seconds
            time.sleep(0.02)
        told, self.told = self.told, []
        return told


class Heard(windows.WindowTest):
    def heard_after(self, ear, act, wanted):
        """Returns the sentences after an action that contain the wanted text. Waits until there is one."""
        act()
        told = []
        until(lambda: told.extend(ear.listen(1.5)) or any(wanted in each for each in told), 20)
        told += ear.listen(1.5)
        return [each for each in told if wanted in each]

    def test_a_new_total_and_an_error_and_an_undo_are_announced_once(self):
        window = self.open()
        self.enter(window, "100 EUR + 50 EUR")
        window.key("Return")
        until(lambda: window.all("Total: 150.00 EUR"))
        ear = Ear(window)
        ear.listen(1.5)
        # Typing several keys causes one announcement.
        self.assertEqual(self.heard_after(ear, lambda: window.type("+200"), "EUR"), ["Total: 350.00 EUR"])
        self.assertEqual(
            self.heard_after(ear, lambda: window.key("ctrl+z"), "Undone"), ["Undone. Total: 150.00 EUR"])
        window.key("ctrl+a")
        told = self.heard_after(ear, lambda: window.type("2 +* 3"), " ")
        self.assertEqual(len(told), 1, told)
        self.assertIn(told[0], [each.text() for each in window.all(role="label")])

    def test_a_copied_result_and_a_removed_line_are_announced_once(self):
        window = self.open()
        self.enter(window, "100 EUR + 50 EUR")
        window.key("Return")
        until(lambda: window.all("Total: 150.00 EUR"))
        ear = Ear(window)
        ear.listen(1.5)
        self.assertEqual(len(self.heard_after(ear, lambda: window.key("ctrl+shift+c"), " copied")), 1)
        window.key("ctrl+a", "Delete", "BackSpace")
        self.assertEqual(len(self.heard_after(ear, lambda: None, "Line removed")), 1)

    def test_the_welcome_message_is_announced_after_the_user_stops_typing(self):
        window = self.open()
        ear = Ear(window)
        # The user still types when the announcement would start.
        for _ in range(10):
            window.type("7")
            time.sleep(0.4)
        told = []
        until(lambda: told.extend(ear.listen(0.5)) or windows.SENT in told, 20)
        self.assertIn(windows.SENT, told)
        self.assertEqual([each for each in told if windows.SENT in each], [windows.SENT])

    def test_no_icon_is_announced_by_the_name_of_its_widget_class(self):
        window = self.open()
        window.key("ctrl+comma")
        window.find("Settings", "frame")
        named = [each.name for each in window.all(role="image") if each.name.startswith(CLASSES)]
        self.assertEqual(named, [])
