# SPDX-License-Identifier: GPL-3.0-or-later
"""Detects from the X server alone that a program's window is painted."""
import time

from Xlib import X, display, error


class Screen:
    def __init__(self, name):
        self.connection = display.Display(name)
        self.root = self.connection.screen().root

    def close(self):
        self.connection.close()

    def windows(self):
        """Returns viewable windows, also those in a window manager's frames, the largest first."""
        found = []
        pending = list(self.root.query_tree().children)
        while pending:
            window = pending.pop()
            try:
                geometry = window.get_geometry()
                viewable = window.get_attributes().map_state == X.IsViewable
                if viewable and geometry.width > 60 and geometry.height > 60:
                    found.append((geometry.width * geometry.height, window, geometry))
                    pending += window.query_tree().children
            except error.XError:
                continue
        return [(window, geometry) for _, window, geometry in sorted(found, key=lambda each: -each[0])]

    def picture(self):
        """Returns the pixels of the whole screen."""
        size = self.root.get_geometry()
        return self.root.get_image(0, 0, size.width, size.height, X.ZPixmap, 0xFFFFFFFF).data

    def has_popover(self):
        """Whether the program has a popover, to which the window manager gives no frame."""
        return any(
            window.query_tree().parent == self.root and window.get_attributes().override_redirect
            for window, _ in self.windows())

    def identifiers(self):
        return {window.id for window, _ in self.windows()}

    def colours(self, window, geometry):
        """Counts the different pixel values in a sample of the window's picture."""
        try:
            image = window.get_image(0, 0, geometry.width, geometry.height, X.ZPixmap, 0xFFFFFFFF).data
        except error.XError:
            return 0
        if len(image) % 4:
            return 0
        return len(set(memoryview(image).cast("I")[::61]))

    def await_painted(self, before, deadline, alive=lambda: True, enough=8, pause=0.002):
        """Returns the first window not in `before` that shows `enough` colours, or None at the deadline."""
        while time.monotonic() < deadline and alive():
            for window, geometry in self.windows():
                if window.id not in before and self.colours(window, geometry) >= enough:
                    return window, geometry
            time.sleep(pause)
        return None
