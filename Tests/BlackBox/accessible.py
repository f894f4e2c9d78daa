# SPDX-License-Identifier: GPL-3.0-or-later
"""What a program shows, asked over the accessibility bus as it is now: nothing is kept from one question to the next.

libatspi is used for its names of roles and states alone. Its own client keeps a cache in which a popover that moves
makes a circle of parents and children; clearing that overflows the stack, and without it calls wait for each other.
"""
import ast
import itertools
import re
import typing

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

from differences import NAMED_BY_LABELS, ROLES  # noqa: E402

PREFIX = "org.a11y.atspi."
ROOT = "/org/a11y/atspi/accessible/root"
CACHE = "/org/a11y/atspi/cache"
MILLISECONDS = 5000
MOST_CHILDREN = 400

# Unpacked value by value, as is usual, what a window of a thousand elements says takes ten times as long as read from text.
PLACE = re.compile(r"\('([^']*)', '([^']*)'\)")
TEXT = r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\""""
# An element as GetItems tells of it: its place, its program's, its parent's, its index there, the number of its children,
# its interfaces, its name, its role, its description and its states.
ITEM = re.compile(
    rf"\({PLACE.pattern}, \('[^']*', '[^']*'\), \('[^']*', '[^']*'\), -?\d+, (-?\d+), \[[^]]*\], ({TEXT}), (\d+), "
    rf"(?:{TEXT}), \[(\d+), (\d+)\]\)")


class Box(typing.NamedTuple):
    """In pixels of the window it is in."""
    x: int
    y: int
    width: int
    height: int


class Bus:
    """The accessibility bus of the session that the environment names; a program started in it finds the same."""

    def __init__(self, environment):
        address = environment.get("AT_SPI_BUS_ADDRESS")
        if not address:
            session = connect(environment["DBUS_SESSION_BUS_ADDRESS"])
            address = session.call_sync(
                "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, 0, MILLISECONDS,
                None).unpack()[0]
        self.connection = connect(address)

    def call(self, name, path, interface, method, arguments=None):
        return self.connection.call_sync(name, path, interface, method, arguments, None, 0, MILLISECONDS, None)

    def ask(self, *question):
        return self.call(*question).unpack()

    def ask_all(self, questions):
        """The answers to many questions, all on their way at once; None where there was none."""
        answers, open_ones = [None] * len(questions), len(questions)

        def answered(connection, result, index):
            nonlocal open_ones
            open_ones -= 1
            try:
                answers[index] = read(connection.call_finish(result))
            except GLib.Error:
                pass

        for index, question in enumerate(questions):
            self.connection.call(*question, None, 0, MILLISECONDS, None, answered, index)
        while open_ones:
            GLib.MainContext.default().iteration(True)
        return answers

    def told_at_once(self, owner):
        """Name, role and states of all elements that a program knows of, by place: one call instead of three for each.

        Who is below whom is not taken from it: it has the pages of a stack and all that is hidden, and GTK 4.8 does not say
        which that is. But the number of children is what asking for them gives, so those without any, nearly half, need
        not be asked; the program itself alone says 0 instead of its windows.
        """
        try:
            told = self.call(owner, CACHE, PREFIX + "Cache", "GetItems").get_child_value(0)
        except GLib.Error:  # it has none, or is just ending
            return {}
        items = ITEM.findall(told.print_(False))
        if len(items) != told.n_children():
            raise ValueError(f"{len(items)} of {told.n_children()} elements were read")
        return {
            (owner, path): (
                (ast.literal_eval(name),), (int(role),), ([int(low), int(high)],),
                *([([],)] if count == "0" and int(role) != Atspi.Role.APPLICATION else []))
            for owner, path, count, name, role, low, high in items}

    def process(self, name):
        return self.ask("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                        "GetConnectionUnixProcessID", GLib.Variant("(s)", (name,)))[0]

    def program(self, process):
        """The outermost element of the program with this process number, if it has come."""
        for name, path in self.ask(PREFIX + "Registry", ROOT, PREFIX + "Accessible", "GetChildren")[0]:
            try:
                if self.process(name) == process:
                    return Element(self, name, path)
            except GLib.Error:  # another program, just gone
                continue
        return None


# What is asked of each element: its name, its role, its states, its children.
QUESTIONS = (
    ("org.freedesktop.DBus.Properties", "Get", GLib.Variant("(ss)", (PREFIX + "Accessible", "Name"))),
    (PREFIX + "Accessible", "GetRole", None),
    (PREFIX + "Accessible", "GetState", None),
    (PREFIX + "Accessible", "GetChildren", None),
)


def read(answer):
    """What was answered; most are places of children."""
    return (PLACE.findall(answer.print_(False)),) if answer.get_type_string() == "(a(so))" else answer.unpack()


def in_order(place, found):
    """The elements below a place, each before its children."""
    pending = [place]
    while pending:
        element = found.pop(pending.pop(), None)
        if element:
            yield element
            pending += reversed(element.children[:MOST_CHILDREN])


def connect(address):
    flags = Gio.DBusConnectionFlags
    return Gio.DBusConnection.new_for_address_sync(
        address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)


class Element:
    """A part of a window; name, role, states and what it is in are of the moment it was found, all else is asked anew."""

    # What it is in, if that was found with it.
    above = None

    def __init__(self, bus, owner, path, answers=None):
        self.bus, self.owner, self.path = bus, owner, path
        answers = answers or [bus.ask(owner, path, *question) for question in QUESTIONS]
        name, role, self.states, self.children = (each[0] for each in answers)
        known_as = Atspi.role_get_name(Atspi.Role(role))
        self.role = ROLES.get(known_as, known_as)
        # A row of libadwaita 1.2 in which text is typed: a screen reader passes over it to the field within, which has
        # a name alone. What stands there is known by the row.
        if self.role == "filler" and name and self.has_text():
            self.role = "text"
        # A paragraph has no name of its own, but a text; a label's name is what it shows.
        if not name and known_as == "paragraph":
            name = self.shown()
        self.name = name or (" ".join(self.labels()) if self.role in NAMED_BY_LABELS else "")

    def ask(self, interface, method, arguments=None):
        return self.bus.ask(self.owner, self.path, PREFIX + interface, method, arguments)

    def property(self, interface, name):
        return self.bus.ask(self.owner, self.path, "org.freedesktop.DBus.Properties", "Get",
                            GLib.Variant("(ss)", (PREFIX + interface, name)))[0]

    def has(self, state):
        """Whether it is now in one of `Atspi.StateType`."""
        return self.is_among(state, self.ask("Accessible", "GetState")[0])

    def had(self, state):
        """Whether it was in a state when it was found: of a window's many parts all are known by one call."""
        return self.is_among(state, self.states)

    @staticmethod
    def is_among(state, words):
        return bool(words[int(state) // 32] >> int(state) % 32 & 1)

    def showing(self):
        """Whether it was to be seen when it was found."""
        # GTK 4.8 sets one on windows and the other on what is in them.
        return self.had(Atspi.StateType.SHOWING) or self.had(Atspi.StateType.VISIBLE)

    def labels(self):
        """What the labels show that stand for its name."""
        everything = GLib.Variant("(ii)", (0, -1))
        try:
            relations = self.ask("Accessible", "GetRelationSet")[0]
            labels = [each for kind, each in relations if kind == int(Atspi.RelationType.LABELLED_BY)]
            return [self.bus.ask(*label, PREFIX + "Text", "GetText", everything)[0] for label in sum(labels, [])]
        except GLib.Error:  # it went away while it was looked at
            return []

    def shown(self):
        try:
            return self.ask("Text", "GetText", GLib.Variant("(ii)", (0, -1)))[0]
        except GLib.Error:  # it went away while it was looked at
            return ""

    def has_text(self):
        try:
            return PREFIX + "Text" in self.ask("Accessible", "GetInterfaces")[0]
        except GLib.Error:  # it went away while it was looked at
            return False

    def text(self):
        """What an entry holds; for all else its name, which for a label is what it shows."""
        if self.role != "text" or not self.has_text():
            return self.name
        length = self.property("Text", "CharacterCount")
        return self.ask("Text", "GetText", GLib.Variant("(ii)", (0, length)))[0]

    def description(self):
        return self.property("Accessible", "Description")

    def parent(self):
        return self.above or Element(self.bus, *self.property("Accessible", "Parent"))

    def below(self):
        """This element and all below it, in reading order."""
        # Of a row it is less work to ask for its few parts.
        told = self.bus.told_at_once(self.owner) if self.role in ("application", "frame") else {}
        found, level = {}, [(self.owner, self.path)]
        while level:
            answers = iter(self.bus.ask_all(
                [(*place, *question) for place in level for question in QUESTIONS[len(told.get(place, ())):]]))
            following = []
            for place in level:
                known = told.get(place, ())
                of_one = (*known, *itertools.islice(answers, len(QUESTIONS) - len(known)))
                if None in of_one:  # it went away while it was looked at
                    continue
                found[place] = Element(self.bus, *place, of_one)
                following += found[place].children[:MOST_CHILDREN]
            level = [place for place in following if place not in found]
        for element in found.values():
            for place in element.children:
                if place in found:
                    found[place].above = element
        return in_order((self.owner, self.path), found)

    def box(self):
        return Box(*self.ask("Component", "GetExtents", GLib.Variant("(u)", (Atspi.CoordType.WINDOW,)))[0])

    def centre(self):
        box = self.box()
        return box.x + box.width // 2, box.y + box.height // 2

    def is_on_top(self):
        """Whether a click on its middle is a click on it or on something in it."""
        point = GLib.Variant("(iiu)", (*self.centre(), Atspi.CoordType.WINDOW))
        try:
            frame = next(each for each in self.upwards() if each.role == "frame")
            owner, path = frame.ask("Component", "GetAccessibleAtPoint", point)[0]
            # No owner: nothing is there.
            return bool(owner) and self.path in (each.path for each in Element(self.bus, owner, path).upwards())
        except (GLib.Error, StopIteration):  # it is in a popover, or has just gone
            return False

    def upwards(self):
        """This element, what it is in, and so on to the window."""
        element = self
        while element.role not in ("frame", "application"):
            yield element
            element = element.parent()
        yield element

    def act(self):
        """Does what a click would."""
        self.ask("Action", "DoAction", GLib.Variant("(i)", (0,)))
