# SPDX-License-Identifier: GPL-3.0-or-later
"""The window without an X server: on sway, a Wayland compositor, without a screen."""
import json
import os
import re
import subprocess

import windows
from desktop import QUIET, Desktop
from wayland_pointer import Pointer
from window import Window, until

# The compositor has one output, which the window fills, and starts nothing else.
CONFIGURATION = """
output HEADLESS-1 resolution {size}
default_border none
default_floating_border none
xwayland disable
"""


class WaylandDesktop(Desktop):
    """Like its base class, with sway in place of X server and window manager."""

    def __init__(self, size="900x700", accessible=True, rules=""):
        super().__init__(size, accessible, window_manager=False)
        self.rules = rules
        self.pointer = None

    def start_display(self):
        runtime = self.folder / "runtime"
        (self.folder / "sway").write_text(CONFIGURATION.format(size=self.size) + self.rules)
        self.environment.pop("DISPLAY", None)
        self.environment |= {
            "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1",
            "SWAYSOCK": str(runtime / "sway"), "GDK_BACKEND": "wayland"}
        # sway refuses to run as root. In a user namespace it has root's files and another user id.
        other = ["unshare", "--user"] if os.geteuid() == 0 else []
        self.children.append(
            subprocess.Popen([*other, "sway", "--config", self.folder / "sway"], env=self.environment, **QUIET))
        if not until(lambda: list(runtime.glob("wayland-?")) and (runtime / "sway").exists(), 20):
            raise RuntimeError("sway did not start")
        display = next(runtime.glob("wayland-?"))
        self.environment["WAYLAND_DISPLAY"] = display.name
        # The keyboard is permanent, because a window loses the first key if the keyboard appears with it.
        self.spawn(["wtype", "-s", "86400000"])
        self.pointer = Pointer(display, [int(side) for side in self.size.split("x")])
        return ""

    def stop(self):
        if self.pointer:
            self.pointer.close()
        super().stop()


class WaylandWindow(Window):
    """Keys and pointer by the protocols for virtual devices."""

    def __init__(self, desktop, *arguments, **variables):
        self.pointer = desktop.pointer
        super().__init__(desktop, *arguments, **variables)

    def sway(self, *command):
        answer = subprocess.run(
            ["swaymsg", "--raw", *map(str, command)], env=self.environment, capture_output=True, text=True, check=True)
        return json.loads(answer.stdout)

    def type(self, text):
        subprocess.run(["wtype", "-d", "20", "--", text], env=self.environment, check=True)

    def key(self, *keys):
        for key in keys:
            *held, last = key.split("+")
            press = [word for each in held for word in ("-M", each)]
            release = [word for each in reversed(held) for word in ("-m", each)]
            subprocess.run(["wtype", *press, "-k", last, *release], env=self.environment, check=True)

    def active(self, title):
        """Returns the rectangle of the window with the keyboard focus, if it has this title."""
        def focused(node):
            if node.get("focused") and node.get("pid"):
                return node
            inner = node.get("nodes", []) + node.get("floating_nodes", [])
            return next((found for found in map(focused, inner) if found), None)

        window = focused(self.sway("-t", "get_tree"))
        return window if window and title in ("", window["name"]) else None

    def place(self, element):
        window = until(lambda: self.active(self.title(element)), 20)
        x, y = element.centre()
        return window["rect"]["x"] + x, window["rect"]["y"] + y

    def point_at(self, element):
        self.pointer.move(*self.still(element))
        self.pointer.click()

    def screenshot(self, file):
        subprocess.run(["grim", file], env=self.environment, check=True)


class WaylandTest(windows.WindowTest):
    def setUp(self):
        self.desktop = self.enterContext(WaylandDesktop())

    def open(self, *arguments):
        window = WaylandWindow(self.desktop, self.program, self._testMethodName, arguments, LC_ALL="C.UTF-8")
        self.addCleanup(self.leave, window)
        # Without an explicit role, GTK 4.8 mostly reports a window as a filler here.
        window.find(role="frame", timeout=40)
        until(lambda: any(re.search(r"\d", " ".join(texts)) for texts in window.rows().values()), 40)
        return window

    def clipboard(self, window):
        done = subprocess.run(
            ["wl-paste", "--no-newline"], env=window.environment, capture_output=True, text=True, timeout=10)
        return done.stdout

    def test_typed_text_is_converted_and_copied(self):
        window = self.open()
        window.type("1234.5")
        self.assert_rows(window, "1234.5", self.source(window))
        window.key("ctrl+a", "ctrl+c")
        self.assertEqual(until(lambda: self.clipboard(window)), "1234.5")

    def test_the_first_typed_text_replaces_the_initial_amount(self):
        for number in range(3):
            window = self.open(f"{number + 1}00 EUR")
            window.type("55")
            self.assert_rows(window, "55", "EUR")
            self.assertTrue(window.close())

    def test_text_copied_in_another_program_is_pasted(self):
        window = self.open()
        subprocess.run(["wl-copy", "--", "250.75"], env=window.environment, check=True, **QUIET)
        window.key("ctrl+v")
        self.assert_rows(window, "250.75", self.source(window))

    def test_keypad_and_currency_picker_and_popover_can_be_used_with_the_mouse(self):
        window = self.open()
        # On a small screen, the keypad is closed at first.
        if not window.all("7", "push button"):
            window.key("F9")
        for key in ("7", "5", "0"):
            window.click(key, "push button")
        self.assert_rows(window, "750", self.source(window))
        window.click(re.compile("^Currency: "), "push button")
        window.find("Most Traded", "label")
        window.type("switzerland")
        window.click("CHF", "label")
        self.assertTrue(until(lambda: self.source(window) == "CHF"), self.source(window))
        window.click("Main menu", "push button")
        window.find("Settings", "menu item")
        window.key("Escape")
        self.assertTrue(window.gone("Settings", "menu item"))
        window.type("1")
        self.assert_rows(window, "7501", "CHF")

    def test_text_typed_after_closing_the_settings_goes_to_the_amount(self):
        window = self.open()
        window.key("ctrl+comma")
        window.find("Central Banks", "label")
        window.key("Escape")
        self.assertTrue(window.gone("Central Banks", "label"))
        window.type("42")
        self.assert_rows(window, "42", self.source(window))

    def test_the_chart_shows_the_day_under_the_mouse_pointer(self):
        window = self.open("--chart", "EUR/USD")
        picture = window.find(re.compile(r"^30 October 2025 to 30 October 2026"), "image", timeout=40)
        x, y = window.place(picture)
        window.pointer.move(x, y)
        window.pointer.move(x + 5, y)
        said = until(lambda: [e for e in window.all(re.compile(r"\d+ (April|May) 2026"), "label")])
        self.assertTrue(said, window.outline())

    def test_using_the_window_on_wayland_logs_no_warning(self):
        window = self.open()
        window.type("12")
        window.key("F10")
        window.find("Settings", "menu item")
        window.key("Escape")
        window.gone("Settings", "menu item")
        self.assertTrue(window.close())
        complaints = [line for line in window.messages().splitlines() if re.search("CRITICAL|WARNING", line)]
        # sway 1.7 can't move an open popover, and GTK warns about it in any program.
        self.assertEqual([line for line in complaints if "support moving popups" not in line], [])
