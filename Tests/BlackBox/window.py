# SPDX-License-Identifier: GPL-3.0-or-later
"""A running Kurs as a user sees it: by accessible name and role, with pointer and keyboard."""
import functools
import os
import re
import signal
import subprocess
import time
import uuid

from accessible import Bus, Gone, in_order

PATIENCE = 15
# Seconds between two searches for an element. Each search delays the program's next frame.
PAUSE = 0.3
# Seconds between a click, or the awaited element, and the first key, because the focus needs time.
HANDS = 0.5
# Warnings about wrong use of a widget or call, whose effect differs by version, and about a height that is too small at
# every width, which GTK 4.18 reports.
COMPLAINT = re.compile(r"(G[A-Za-z]+|Adwaita)-CRITICAL|Gtk-WARNING.*Trying to measure")
# How many times as long to wait. A program under a sanitizer is slower by that factor.
SLOWER = float(os.environ.get("KURS_SLOWER") or 1)


class NotFound(AssertionError):
    pass


def until(find, timeout=PATIENCE, pause=PAUSE):
    """Returns the first result of `find` that isn't empty, or the last one when the time is over."""
    deadline = time.monotonic() + timeout * SLOWER
    while True:
        try:
            answer = find()
        except Gone:  # while it was looked at
            answer = None
        if answer or time.monotonic() > deadline:
            return answer
        time.sleep(pause)


class Window:
    """Starts Kurs, inspects and operates its windows, and quits it."""

    # The time of the last pointer action, or of the last awaited element.
    moved = 0
    outermost = None

    def __init__(self, desktop, program, profile="default", arguments=(), **variables):
        self.environment = desktop.environment | desktop.profile(profile)
        self.environment |= {"KURS_APP_ID": "org.kursapp.Kurs.Test" + uuid.uuid4().hex[:12]} | variables
        self.said = open(desktop.folder / f"{profile}.log", "a+")
        self.process = subprocess.Popen(
            [program, *arguments], env=self.environment, stdin=subprocess.DEVNULL, stdout=self.said, stderr=self.said)

    @functools.cached_property
    def bus(self):
        """The accessibility bus, connected at its first use."""
        return Bus(self.environment)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.quit()

    def running(self):
        return self.process.poll() is None

    def root(self):
        """The program's outermost element. Its place stays the same once it exists."""
        self.outermost = self.outermost or self.bus.program(self.process.pid)
        return self.outermost

    def elements(self):
        root = self.root()
        return [element for element in root.below()] if root else []

    def all(self, name=None, role=None, within=None):
        """Returns visible elements. `name` is the whole text or a compiled pattern, `role` AT-SPI's role name."""
        return [
            element for element in (within.below() if within else self.elements())
            if (role is None or element.role == role) and matches(name, element) and element.showing()]

    def known(self, name, role=None, within=None):
        """Returns the only visible element of that kind that the program knows, at a tenth of the cost of a full
        look."""
        def wanted(text, element=None):
            if element is None:
                return bool(name.search(text)) if isinstance(name, re.Pattern) else name == text
            return role in (None, element.role) and element.showing()

        above = within or self.root()
        try:
            return above.known(wanted) if name and above and above.is_large() else None
        except Gone:
            return None

    def find(self, name=None, role=None, timeout=PATIENCE, within=None):
        return self.known(name, role, within) or self.find_all(name, role, timeout, within)[0]

    def find_all(self, name=None, role=None, timeout=PATIENCE, within=None):
        found = until(lambda: self.all(name, role, within), 0)
        if not found:
            time.sleep(PAUSE)
            looks = lambda: self.all(name, role, within) or not self.running()  # noqa: E731
            found, self.moved = until(looks, timeout), time.monotonic()
        if found is True:
            raise NotFound(f"no {role or 'element'} named {name}: the program ended. It said: {self.messages()[-1000:]}")
        if not found:
            raise NotFound(f"no {role or 'element'} named {name}; there are {self.outline()}")
        return found

    def gone(self, name=None, role=None, timeout=PATIENCE):
        return until(lambda: not self.all(name, role), timeout)

    def opened(self, act, timeout=30):
        """Returns the window that an action opens, or None."""
        before = {each.path for each in self.windows()}
        act()
        return until(lambda: next((each for each in self.windows() if each.path not in before), None), timeout)

    def closed(self, frame, timeout=10):
        """Waits until a window is gone."""
        return until(lambda: all(each.path != frame.path for each in self.windows()), timeout)

    def windows(self):
        """Returns the program's windows in any role, and the dialogs in them.

        GTK 4.18 reports the shortcuts window as a panel. In libadwaita 1.5 and newer, a dialog is part of its window.
        """
        root = self.root()
        return [each for each in self.elements() if each.above and each.showing() and (
            each.above.path == root.path or each.role == "dialog")]

    def outline(self):
        return "; ".join(f"{e.role} {e.name!r}" for e in self.elements() if e.name and e.showing()) or "none"

    def rows(self):
        """Returns the label texts of each row of a list, by the row's first text."""
        found, elements = {}, {(each.owner, each.path): each for each in self.elements()}
        for row in [each for each in elements.values() if each.role == "list item" and each.showing()]:
            parts = in_order((row.owner, row.path), elements)
            texts = [e.text() for e in parts if e.role == "label" and e.text()]
            if texts:
                found[texts[0]] = texts[1:]
        return found

    def xdotool(self, *arguments, check=True):
        answer = subprocess.run(
            ["xdotool", *map(str, arguments)], env=self.environment, capture_output=True, text=True, check=check)
        return answer.stdout.strip()

    def click(self, name=None, role=None):
        found = self.known(name, role)
        if found and found.is_on_top():
            return self.point_at(found)
        found = self.find_all(name, role)
        # A wide and a narrow row of tabs both count as visible. Uses the one on top.
        self.point_at(next((each for each in found if len(found) > 1 and each.is_on_top()), found[0]))

    def point_at(self, element):
        """Moves the pointer to the middle of the element in the active window and clicks, once it stands still."""
        self.xdotool("mousemove", *self.still(element))
        # The tooltip of the previous key may cover this key for a moment, longer on a busy computer. A popover covers
        # it too, but isn't covered by the window.
        if not until(self.is_pointer_on_window, 0.6) and element.is_on_top():
            until(self.is_pointer_on_window, 5)
        self.xdotool("click", 1)
        time.sleep(0.15)
        self.moved = time.monotonic()

    def drag(self, start, end):
        """Drags with the button held, in steps. GTK begins a drag at the second step."""
        (x, y), (to_x, to_y) = start, end
        self.xdotool("mousemove", x, y, "mousedown", 1)
        for step in range(1, 16):
            self.xdotool("mousemove", x + (to_x - x) * step // 15, y + (to_y - y) * step // 15)
            time.sleep(0.06)
        time.sleep(0.6)
        self.xdotool("mouseup", 1)

    def is_pointer_on_window(self):
        """Whether the pointer is over a window, and not over a surface above one."""
        return "WINDOW=0" not in self.xdotool("getmouselocation", "--shell").split()

    def still(self, element, pause=0.12):
        """Returns the position of an element once it no longer changes. Unfolding cards and turning pages move
        elements."""
        for _ in range(30):
            before = element.box()
            time.sleep(pause)
            if element.box() == before:
                break
        return self.place(element)

    def place(self, element):
        """Returns the screen position of an element's middle, once its window is active."""
        title = self.title(element)
        # On a busy computer, the window manager may place and activate a new window late.
        window = until(lambda: self.active(title), 20)
        if not window:
            raise NotFound(f"the window {title!r} of {element.name!r} never became the active one")
        geometry = dict(re.findall(r"(\w+)=(-?\d+)", self.xdotool("getwindowgeometry", "--shell", window)))
        x, y = element.centre()
        return int(geometry["X"]) + x, int(geometry["Y"]) + y

    def title(self, element):
        """Returns the title of the window of an element, or None."""
        return next((each.name for each in element.upwards() if each.role == "frame"), "")

    def active(self, title):
        """Returns the active window if it has this title."""
        window = self.xdotool("getactivewindow", check=False)
        if window and title in ("", self.xdotool("getwindowname", window, check=False)):
            return window
        return ""

    def reach_for_keys(self):
        time.sleep(max(0, self.moved + HANDS * SLOWER - time.monotonic()))

    def type(self, text):
        self.reach_for_keys()
        self.xdotool("type", "--delay", 20, text)

    def key(self, *keys):
        self.reach_for_keys()
        self.xdotool("key", *keys)

    def from_menu(self, button, entry):
        """Chooses an entry of a menu that a button opens."""
        self.click(button, "push button")
        self.find(entry, "menu item").act()

    def export(self, button, form):
        """Asks for a file of this format from a menu."""
        self.from_menu(button, "Export…")
        self.find(form, "push button").act()

    def name_file(self, path):
        """Types the path into the open file dialog and confirms."""
        self.key("ctrl+a")
        self.type(path)
        # Newer GTK completes the path after the cursor while more is typed.
        self.key("shift+End", "Delete", "Return")

    def screenshot(self, file):
        subprocess.run(["import", "-window", "root", "-trim", "+repage", file], env=self.environment, check=True)

    def close(self):
        """Closes the window as its close button does. The program saves and ends."""
        self.key("ctrl+q")
        return until(lambda: not self.running())

    def quit(self):
        if self.running():
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(10 * SLOWER)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(10)
        self.said.close()
        complaints = [line for line in self.messages().splitlines() if COMPLAINT.search(line)]
        if complaints:
            raise AssertionError(complaints)

    def messages(self):
        with open(self.said.name) as file:
            return file.read()


def matches(name, element):
    if name is None:
        return True
    if isinstance(name, re.Pattern):
        return bool(name.search(element.name) or name.search(element.text()))
    return name in (element.name, element.text())
