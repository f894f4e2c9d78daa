# SPDX-License-Identifier: GPL-3.0-or-later
"""A running Kurs seen as a person sees it: by accessible name and role, with pointer and keyboard."""
import functools
import os
import re
import signal
import subprocess
import time
import uuid

from accessible import Bus, Gone, in_order

PATIENCE = 15
# Seconds between two looks, which cost the program time before its next frame.
PAUSE = 0.3
# Seconds between a click, or the coming of what was waited for, and the first key: the focus has to get there.
HANDS = 0.5
# A widget or a call that is not as GTK needs it, which differs from version to version in what it does; and a height
# that is too little in every width, of which GTK 4.18 tells.
COMPLAINT = re.compile(r"(G[A-Za-z]+|Adwaita)-CRITICAL|Gtk-WARNING.*Trying to measure")
# How many times as long to wait: a program under a sanitizer is that much slower.
SLOWER = float(os.environ.get("KURS_SLOWER") or 1)


class NotFound(AssertionError):
    pass


def until(find, timeout=PATIENCE, pause=PAUSE):
    """The first answer of `find` that is not empty; whatever it last said at the end of patience."""
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
    """Start it, look at it, act on it, quit it."""

    # When the pointer last did something, or something that was waited for came.
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
        """That of screen readers, once something is looked at."""
        return Bus(self.environment)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.quit()

    def running(self):
        return self.process.poll() is None

    def root(self):
        """The outermost element of the program; where it is stays as it is, once it has come."""
        self.outermost = self.outermost or self.bus.program(self.process.pid)
        return self.outermost

    def elements(self):
        root = self.root()
        return [element for element in root.below()] if root else []

    def all(self, name=None, role=None, within=None):
        """Showing elements; a `name` is whole text or a compiled pattern, a `role` AT-SPI's role name."""
        return [
            element for element in (within.below() if within else self.elements())
            if (role is None or element.role == role) and matches(name, element) and element.showing()]

    def known(self, name, role=None, within=None):
        """The one showing element of that kind, if the program knows of one: a tenth of the work of looking at all."""
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
        """The window that an action opens; None if none does."""
        before = {each.path for each in self.windows()}
        act()
        return until(lambda: next((each for each in self.windows() if each.path not in before), None), timeout)

    def closed(self, frame, timeout=10):
        """Waits until a window is gone."""
        return until(lambda: all(each.path != frame.path for each in self.windows()), timeout)

    def windows(self):
        """The windows of the program, whatever their role: GTK 4.18 calls the one of shortcuts a panel."""
        root = self.root()
        return [each for each in self.elements() if each.above and each.above.path == root.path and each.showing()]

    def outline(self):
        return "; ".join(f"{e.role} {e.name!r}" for e in self.elements() if e.name and e.showing()) or "none"

    def rows(self):
        """What each row of a list says: the texts of its labels, by the first of them."""
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
        # Of a wide and a narrow row of tabs both count as visible: the one that lies on top where it is.
        self.point_at(next((each for each in found if len(found) > 1 and each.is_on_top()), found[0]))

    def point_at(self, element):
        """Moves the pointer to the middle of the element in the active window and clicks, once it has stopped moving."""
        self.xdotool("mousemove", *self.still(element))
        # The tooltip of the key that the pointer left may lie over this one for a moment, on a busy machine for
        # longer; a popover, in which nothing lies on top of the window, stays.
        if not until(self.is_pointer_on_window, 0.6) and element.is_on_top():
            until(self.is_pointer_on_window, 5)
        self.xdotool("click", 1)
        time.sleep(0.15)
        self.moved = time.monotonic()

    def drag(self, start, end):
        """With the button held, in steps: a drag is one from the second on."""
        (x, y), (to_x, to_y) = start, end
        self.xdotool("mousemove", x, y, "mousedown", 1)
        for step in range(1, 16):
            self.xdotool("mousemove", x + (to_x - x) * step // 15, y + (to_y - y) * step // 15)
            time.sleep(0.06)
        time.sleep(0.6)
        self.xdotool("mouseup", 1)

    def is_pointer_on_window(self):
        """Whether what is under the pointer is a window, and no surface that lies over one."""
        return "WINDOW=0" not in self.xdotool("getmouselocation", "--shell").split()

    def still(self, element, pause=0.12):
        """Where an element is when two looks agree: a card that unfolds or a page that turns takes it along."""
        for _ in range(30):
            before = element.box()
            time.sleep(pause)
            if element.box() == before:
                break
        return self.place(element)

    def place(self, element):
        """Where the middle of an element is on the screen, once the window that it is in is the active one."""
        title = self.title(element)
        # On a busy machine the window manager is late to place a new window and to make it the active one.
        window = until(lambda: self.active(title), 20)
        if not window:
            raise NotFound(f"the window {title!r} of {element.name!r} never became the active one")
        geometry = dict(re.findall(r"(\w+)=(-?\d+)", self.xdotool("getwindowgeometry", "--shell", window)))
        x, y = element.centre()
        return int(geometry["X"]) + x, int(geometry["Y"]) + y

    def title(self, element):
        """The title of the window that an element is in; none where it has no title."""
        return next((each.name for each in element.upwards() if each.role == "frame"), "")

    def active(self, title):
        """The active window, if it has this title."""
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
        """An entry of a menu that a button opens."""
        self.click(button, "push button")
        self.find(entry, "menu item").act()

    def export(self, button, form):
        """Asks for a file of this format from a menu."""
        self.from_menu(button, "Export…")
        self.find(form, "push button").act()

    def name_file(self, path):
        """In the open file dialog: types the path and confirms."""
        self.key("ctrl+a")
        self.type(path)
        # Newer GTK writes behind the cursor how the path might go on, and does so while more is typed.
        self.key("shift+End", "Delete", "Return")

    def screenshot(self, file):
        subprocess.run(["import", "-window", "root", "-trim", "+repage", file], env=self.environment, check=True)

    def close(self):
        """As the close button does; the program saves and ends."""
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
