# SPDX-License-Identifier: GPL-3.0-or-later
"""What a program shows, asked over the accessibility bus as it is now: nothing is kept from one question to the next.

libatspi is used for its names of roles and states alone. Its own client keeps a cache in which a popover that moves
makes a circle of parents and children; clearing that overflows the stack, and without it calls wait for each other.
libdbus asks, by dbus-python: for the hundreds of questions of one look Gio takes three times as long.
"""
import functools
import typing

import dbus
import dbus.bus
import dbus.lowlevel
import gi
from dbus.mainloop.glib import DBusGMainLoop

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

from differences import NAMED_BY_LABELS, ROLES  # noqa: E402

PREFIX = "org.a11y.atspi."
ACCESSIBLE = PREFIX + "Accessible"
ROOT = "/org/a11y/atspi/accessible/root"
CACHE = "/org/a11y/atspi/cache"
SECONDS = 5
MOST_CHILDREN = 400
# Elements of which it takes longer to ask for all that they are than to be told of all there are.
MANY = 20
# A button, a row of a list and a scroll bar hold one thing; the button of a menu has the menu beside it.
OF_ONE = {Atspi.Role.PUSH_BUTTON, Atspi.Role.TOGGLE_BUTTON, Atspi.Role.LIST_ITEM, Atspi.Role.SCROLL_BAR}
# What is asked has just gone, or its program ended.
Gone = dbus.DBusException


class Answers(typing.NamedTuple):
    """What an element says of itself."""
    name: str
    role: int
    states: list
    interfaces: list
    # Places; None where they have still to be asked for.
    children: list | None = None
    # The place of what it is in, where the program told it by itself.
    parent: tuple | None = None


class Box(typing.NamedTuple):
    """In pixels of the window it is in."""
    x: int
    y: int
    width: int
    height: int


class Bus:
    """The accessibility bus of the session that the environment names; a program started in it finds the same."""

    def __init__(self, environment):
        address = environment.get("AT_SPI_BUS_ADDRESS") or connect(environment["DBUS_SESSION_BUS_ADDRESS"]).call_blocking(
            "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", "", (), SECONDS)
        self.connection = connect(address)

    def ask(self, name, path, interface, method, signature="", *arguments):
        return self.connection.call_blocking(name, path, interface, method, signature, arguments, SECONDS)

    def ask_all(self, questions):
        """The answers to many questions, all on their way at once; None where there was none."""
        answers, open_ones = [None] * len(questions), len(questions)

        def answered(index, message):
            nonlocal open_ones
            open_ones -= 1
            if isinstance(message, dbus.lowlevel.MethodReturnMessage):
                answers[index] = message.get_args_list()[0]

        for index, (name, path, interface, method, *arguments) in enumerate(questions):
            message = dbus.lowlevel.MethodCallMessage(name, path, interface, method)
            if arguments:
                message.append(*arguments[1:], signature=arguments[0])
            self.connection.send_message_with_reply(message, functools.partial(answered, index), SECONDS)
        while open_ones:
            GLib.MainContext.default().iteration(True)
        return answers

    def told_at_once(self, owner):
        """The answers of all elements that a program knows of, by place: one call instead of four for each.

        Who is below whom is not taken from it: it has the pages of a stack and all that is hidden, and GTK 4.8 does not say
        which that is; by its index a hidden one stands where the next that shows does. But the number of children is what
        asking for them gives, so those without any, nearly half, need not be asked; the program itself alone says 0 instead
        of its windows. Nor need what has never more than one child, if one shows and one alone was told.
        """
        try:
            told = self.ask(owner, CACHE, PREFIX + "Cache", "GetItems")
        except Gone:  # it has none, or is just ending
            return {}
        below = {place: [] for place, *_, role, _, _ in told if role in OF_ONE}
        for place, _, parent, *_ in told:
            if parent in below:
                below[parent].append(place)

        def children(place, role, count):
            if count == 0 and role != Atspi.Role.APPLICATION:
                return []
            return below[place] if count == 1 and len(below.get(place, ())) == 1 else None

        return {
            place: Answers(name, role, states, interfaces, children(place, role, count), parent)
            for place, _, parent, _, count, interfaces, name, role, _, states in told}

    def answers(self, owner, places):
        """The answers of these elements but their children, by place; those that just went away are left out."""
        told = self.told_at_once(owner) if len(places) > MANY else {}
        untold = [place for place in places if place not in told]
        each = iter(self.ask_all([(*place, *question) for place in untold for question in QUESTIONS]))
        for place in untold:
            known = [next(each) for _ in QUESTIONS]
            if None not in known:
                told[place] = Answers(*known)
        return told

    def process(self, name):
        return self.ask("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                        "GetConnectionUnixProcessID", "s", name)

    def program(self, process):
        """The outermost element of the program with this process number, if it has come."""
        for name, path in self.ask(PREFIX + "Registry", ROOT, ACCESSIBLE, "GetChildren"):
            try:
                if self.process(name) == process:
                    return Element(self, name, path, Answers("", Atspi.Role.APPLICATION, [0, 0], []))
            except Gone:  # another program
                continue
        return None


CHILDREN = (ACCESSIBLE, "GetChildren")
# What else is asked of an element, in the order of its answers.
QUESTIONS = (
    ("org.freedesktop.DBus.Properties", "Get", "ss", ACCESSIBLE, "Name"),
    (ACCESSIBLE, "GetRole"),
    (ACCESSIBLE, "GetState"),
    (ACCESSIBLE, "GetInterfaces"),
)


def in_order(place, found):
    """The elements below a place, each before its children."""
    pending = [place]
    while pending:
        element = found.pop(pending.pop(), None)
        if element:
            yield element
            pending += reversed(element.children[:MOST_CHILDREN])


@functools.cache
def connect(address):
    """The one connection of this process to a bus."""
    connection = dbus.bus.BusConnection(address, mainloop=DBusGMainLoop())
    connection.set_exit_on_disconnect(False)
    return connection


class Element:
    """A part of a window; name, role, states and what it is in are of the moment it was found, all else is asked anew."""

    # What it is in, if that was found with it.
    above = None

    def __init__(self, bus, owner, path, answers=None):
        self.bus, self.owner, self.path = bus, owner, path
        answers = answers or Answers(*(bus.ask(owner, path, *question) for question in (*QUESTIONS, CHILDREN)))
        name, role, self.states, self.interfaces, self.children, _ = answers
        known_as = Atspi.role_get_name(Atspi.Role(role))
        self.role = ROLES.get(known_as, known_as)
        # A row of libadwaita 1.2 in which text is typed: a screen reader passes over it to the field within, which has
        # a name alone. What stands there is known by the row.
        if self.role == "filler" and name and self.has_text():
            self.role = "text"
        # A paragraph has no name of its own, but a text; a label's name is what it shows.
        if not name and known_as == "paragraph":
            name = self.shown()
        self.name = str(name) or (" ".join(self.labels()) if self.role in NAMED_BY_LABELS else "")

    def ask(self, interface, method, signature="", *arguments):
        return self.bus.ask(self.owner, self.path, PREFIX + interface, method, signature, *arguments)

    def property(self, interface, name):
        return self.bus.ask(
            self.owner, self.path, "org.freedesktop.DBus.Properties", "Get", "ss", PREFIX + interface, name)

    def has(self, state):
        """Whether it is now in one of `Atspi.StateType`."""
        return self.is_among(state, self.ask("Accessible", "GetState"))

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
        try:
            relations = self.ask("Accessible", "GetRelationSet")
            labels = [each for kind, each in relations if kind == int(Atspi.RelationType.LABELLED_BY)]
            return [str(self.bus.ask(*label, PREFIX + "Text", "GetText", "ii", 0, -1)) for label in sum(labels, [])]
        except Gone:
            return []

    def shown(self):
        try:
            return str(self.ask("Text", "GetText", "ii", 0, -1))
        except Gone:
            return ""

    def has_text(self):
        return PREFIX + "Text" in self.interfaces

    def text(self):
        """What an entry holds; for all else its name, which for a label is what it shows."""
        if self.role != "text" or not self.has_text():
            return self.name
        return str(self.ask("Text", "GetText", "ii", 0, self.property("Text", "CharacterCount")))

    def description(self):
        return str(self.property("Accessible", "Description"))

    def parent(self):
        return self.above or Element(self.bus, *self.property("Accessible", "Parent"))

    def below(self):
        """This element and all below it, in reading order."""
        told = self.bus.told_at_once(self.owner) if self.is_large() else {}
        rows, level = {}, [(self.owner, self.path)]
        while level:
            known = {place: told[place].children if place in told else None for place in level}
            asked = [place for place, row in known.items() if row is None]
            rows |= known | dict(zip(asked, self.bus.ask_all([(*place, *CHILDREN) for place in asked])))
            # None: it went away while it was looked at.
            level = [child for place in level for child in (rows[place] or ())[:MOST_CHILDREN] if child not in rows]
        # What is new has been asked for its children, and the program tells of it now.
        told |= self.bus.answers(self.owner, [place for place in rows if place not in told])
        found = {
            place: Element(self.bus, *place, told[place]._replace(children=row))
            for place, row in rows.items() if row is not None and place in told}
        for element in found.values():
            for place in element.children:
                if place in found:
                    found[place].above = element
        return in_order((self.owner, self.path), found)

    def is_large(self):
        """Whether it is less work to be told of all there is than to ask for its parts, as of a row."""
        return self.role in ("application", "frame", "list")

    def known(self, wanted):
        """The one element below this one that the program tells of and `wanted` takes, told its name first; None where there
        is another number of them, or it does not show.

        What has just come is not told of before it is asked for: only looking at all of it finds that.
        """
        told = self.bus.told_at_once(self.owner)
        found = [place for place, each in told.items() if wanted(str(each.name))]
        found = [each for each in (Element(self.bus, *place, told[place]) for place in found) if wanted(each.name, each)]
        if len(found) != 1:
            return None
        above, place = [], (found[0].owner, found[0].path)
        while place != (self.owner, self.path) and (place := told[place].parent) in told:
            above.append(place)
        if place != (self.owner, self.path):
            return None
        asked = self.bus.ask_all([(*each, *CHILDREN) for each in above])
        element = found[0]
        for place, row in zip(above, asked):
            # What hides is told of, and is no child.
            if (element.owner, element.path) not in (row or ()):
                return None
            element.above = Element(self.bus, *place, told[place]._replace(children=row))
            element = element.above
        return found[0]

    def box(self):
        return Box(*map(int, self.ask("Component", "GetExtents", "u", int(Atspi.CoordType.WINDOW))))

    def centre(self):
        box = self.box()
        return box.x + box.width // 2, box.y + box.height // 2

    def is_on_top(self):
        """Whether a click on its middle is a click on it or on something in it."""
        point = (*self.centre(), int(Atspi.CoordType.WINDOW))
        try:
            frame = next(each for each in self.upwards() if each.role == "frame")
            owner, path = frame.ask("Component", "GetAccessibleAtPoint", "iiu", *point)
            # No owner: nothing is there.
            return bool(owner) and any(each.path == self.path for each in Element(self.bus, owner, path).upwards())
        except (Gone, StopIteration):  # it is in a popover, or has just gone
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
        self.ask("Action", "DoAction", "i", 0)
