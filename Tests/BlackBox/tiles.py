# SPDX-License-Identifier: GPL-3.0-or-later
"""The window in a tiling desktop: alone, in a half, in a quarter, and compact in a tile of 280 × 200. Nothing is
cut."""
import re

from lists import ListTest
from wayland import WaylandDesktop, WaylandWindow
from window import until
from windows import RATES, plain

KEYS = [*"0123456789", "Clear", "Add", "Subtract", "Multiply", "Divide", "Equals", "Decimal separator", "New line",
        "Swap currencies", "Choose the currency of the amount", "Delete the last character"]


class Tiles(ListTest):
    def tile(self, size, count, prepare=lambda first: None):
        """Opens that many windows, each in a tile. Four are in two columns of two."""
        self.desktop = self.enterContext(WaylandDesktop(size))
        windows = []
        for number in range(count):
            if number >= 2:
                # The third is below the second, the fourth below the first.
                self.focus(windows[1 if number == 2 else 0])
                windows[0].sway("splitv")
            windows.append(self.start(f"tile-{number}"))
            if number == 0:
                prepare(windows[0])
        self.focus(windows[0])
        return windows

    def start(self, profile):
        window = WaylandWindow(self.desktop, self.program, f"{self._testMethodName}-{profile}", LC_ALL="C.UTF-8")
        self.addCleanup(self.leave, window)
        window.find(role="frame", timeout=40)
        until(lambda: any(re.search(r"\d", " ".join(texts)) for texts in window.rows().values()), 40)
        return window

    @staticmethod
    def focus(window):
        window.sway(f"[pid={window.process.pid}]", "focus")

    def assert_whole(self, window, size, keys=KEYS):
        """Checks that the window is as large as its tile, and shows the keys and the first results."""
        tile = lambda: tuple(window.active("Kurs")["rect"][side] for side in ("width", "height"))  # noqa: E731
        frame = lambda: tuple(window.find("Kurs", "frame").box()[2:])  # noqa: E731
        self.assertTrue(until(lambda: tile() == size == frame(), 10), (size, tile(), frame()))
        if self.pictures:
            window.screenshot(f"{self.pictures}/{self._testMethodName}.png")
        rows = [e for e in window.all(role="list item") if re.search(r" (USD|GBP), ", e.name)]
        self.assertEqual(len(rows), 2, window.outline())
        for part in [*rows, *(window.find(key, "push button") for key in keys)]:
            box = part.box()
            is_within = 0 <= box.x and 0 <= box.y and box.x + box.width <= size[0] and box.y + box.height <= size[1]
            self.assertTrue(is_within, (part.name, box, size))
            if part.name.isdigit():
                self.assertTrue(part.is_on_top(), (part.name, box))

    def assert_converted(self, window, amount):
        expected = plain(RATES.shown(amount, "EUR", "USD"))
        is_shown = lambda: expected in map(plain, self.results(window)["USD"])  # noqa: E731
        self.assertTrue(until(is_shown, 10), (expected, self.results(window)))

    def press_and_type(self, window, size, folds=False):
        """Presses keys by pointer and types. The keypad stays open, unless typing closes it."""
        self.assert_whole(window, size)
        for key in ("7", "5", "0"):
            window.click(key, "push button")
        self.assertTrue(until(lambda: window.find("Amount", "text").text() == "750"))
        window.type("5")
        self.assert_converted(window, "7505")
        self.assert_whole(window, size, () if folds else KEYS)

    def test_a_single_window_fills_a_tiled_screen(self):
        self.press_and_type(*self.tile("1280x800", 1), (1280, 800))

    def test_two_tiled_windows_each_have_half_of_the_screen(self):
        window, other = self.tile("1280x1000", 2)
        self.assert_whole(window, (640, 1000))
        self.focus(other)
        self.assert_whole(other, (640, 1000))

    def test_all_parts_of_the_window_fit_half_of_each_usual_screen(self):
        for size in ("1366x768", "1920x1080"):
            with self.subTest(size=size):
                width, height = map(int, size.split("x"))
                window = self.tile(size, 2)[0]
                self.press_and_type(window, (width // 2, height), folds=width < 1400)

    def test_all_parts_of_the_window_fit_after_maximising_and_restoring(self):
        window = self.tile("1366x768", 2)[0]
        self.assert_whole(window, (683, 768))
        window.sway("fullscreen", "enable")
        self.press_and_type(window, (1366, 768))
        window.sway("fullscreen", "disable")
        self.assert_whole(window, (683, 768))

    def test_a_window_in_a_quarter_of_the_screen_shows_keypad_and_results(self):
        self.press_and_type(self.tile("1280x800", 4)[0], (640, 400))

    def test_a_compact_window_fits_a_tile_of_280_by_200(self):
        def become_compact(window):
            window.key("ctrl+m")
            window.find("Show Everything", "push button")

        window = self.tile("560x400", 4, become_compact)[0]
        window.type("250")
        self.assert_converted(window, "250")
        self.assert_whole(window, (280, 200), keys=())
