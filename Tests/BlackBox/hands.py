# SPDX-License-Identifier: GPL-3.0-or-later
"""Actions in a window beside the calculator: by pointer, with scrolling, or by keyboard."""
import re
import subprocess
import time

from accessible import Atspi
from window import NotFound, until

PASSED = 0.15


class Hands:
    """Actions on the window with one title."""

    def __init__(self, window, title):
        self.window, self.title = window, title

    def frame(self):
        return self.window.find(self.title, "frame")

    def all(self, name=None, role=None):
        frame = self.window.known(self.title, "frame") or next(iter(self.window.all(self.title, "frame")), None)
        return self.window.all(name, role, within=frame) if frame else []

    def find(self, name=None, role=None, timeout=30):
        frame = self.window.known(self.title, "frame")
        known = frame and self.window.known(name, role, frame)
        if known:
            return known
        found = until(lambda: self.all(name, role), timeout)
        if not found:
            raise NotFound(f"no {role or 'element'} named {name}; there are {self.window.outline()}")
        return found[0]

    def gone(self, name=None, role=None, timeout=30):
        return until(lambda: not self.all(name, role), timeout)

    def active(self):
        """Waits until keys and clicks go to this window."""
        if not until(lambda: self.window.active(self.title), 30):
            raise AssertionError(f"{self.title} never became the active window")
        return self

    def reach(self, name, role=None):
        """Scrolls an element into sight with the wheel. Returns the element once it no longer moves."""
        before = None
        for _ in range(80):
            element = self.find(name, role)
            height, centre = self.frame().box().height, element.centre()
            if not 50 < centre[1] < height - 30:
                wheel = 5 if centre[1] > 50 else 4
                self.window.xdotool("mousemove", *self.window.place(self.frame()), "click", "--repeat", 3, wheel)
            elif centre == before:
                return element
            before = centre
            time.sleep(PASSED)
        raise NotFound(f"{name} does not come into sight")

    def press(self, name, role=None):
        self.active()
        self.window.point_at(self.reach(name, role))

    def write(self, name, text, role="text"):
        """Replaces the text of a field."""
        for _ in range(3):
            self.press(name, role)
            self.window.key("ctrl+a")
            self.window.type(text)
            if self.holds(name, text, role):
                return
        raise AssertionError(f"{name} holds {self.find(name, role).text()!r} instead of {text!r}")

    def holds(self, name, text, role="text"):
        """Whether a field has the typed text. libadwaita 1.2 doesn't report which field has the focus."""
        return until(lambda: len(self.find(name, role).text()) == len(text), 5)

    def tab_into(self, name, text, limit=8):
        """Presses Tab until typed text arrives in the field."""
        self.active()
        for _ in range(limit):
            self.window.key("Tab")
            self.window.type(text)
            if self.holds(name, text):
                return
        raise AssertionError(f"Tab never reached {name}; there are {self.window.outline()}")

    def focused(self, name=None):
        """Returns the element with the keyboard focus, or None if its name is another."""
        for element in self.all():
            if element.had(Atspi.StateType.FOCUSED) and name in (None, element.name):
                return element
        return None

    def tab_to(self, name, key="Tab", limit=60):
        """Presses a key until the keyboard focus is on the element."""
        self.active()
        for _ in range(limit):
            if self.focused(name):
                return
            self.window.key(key)
            time.sleep(PASSED)
        raise AssertionError(f"{key} never reached {name}; there are {self.window.outline()}")

    def choose_from_menu(self, name):
        """Clicks an item of the open menu. The menu is an X window, in which AT-SPI gives the item's position."""
        item = self.window.find(name, "menu item")
        outer = item
        while outer.role != "menu":
            outer = outer.parent()
        menu, (across, down) = outer.box(), item.centre()

        def place():
            tree = subprocess.run(
                ["xwininfo", "-root", "-tree"], env=self.window.environment, capture_output=True, text=True).stdout
            return re.search(rf"{menu.width}x{menu.height}\+\d+\+\d+ +\+(\d+)\+(\d+)", tree)

        found = until(place, 10)
        if not found:
            raise NotFound(f"no window of {menu.width}x{menu.height}")
        left, top = map(int, found.groups())
        self.window.xdotool("mousemove", left + across - menu.x, top + down - menu.y, "click", 1)
