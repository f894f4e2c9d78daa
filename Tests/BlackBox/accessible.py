# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a program's elements over the accessibility bus. Nothing is cached between two requests.

libatspi only gives the names of roles and states. Its own client has a cache in which a moving popover makes a circle
of parents and children. Clearing that cache overflows the stack, and without it calls wait for each other. Requests go
through libdbus (dbus-python), because Gio takes three times as long for the hundreds of requests of one search.
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
# From this number of elements on, one request for all elements is faster than single requests.
MANY = 20
# Roles of elements with at most one child. A menu button isn't among them, because its menu is a second child.
OF_ONE = {Atspi.Role.PUSH_BUTTON, Atspi.Role.TOGGLE_BUTTON, Atspi.Role.LIST_ITEM, Atspi.Role.SCROLL_BAR}
# Errors of an element that has just disappeared, or of a program that ended.
Gone = dbus.DBusException


class Answers(typing.NamedTuple):
    """The properties of an element that its program reported."""
    name: str
    role: int
    states: list
    interfaces: list
    # The places of the children. None if they were not yet requested.
    children: list | None = None
    # The parent's place, if the program sent it.
    parent: tuple | None = None


class Box(typing.NamedTuple):
    """A rectangle in pixels of the element's window."""
    x: int
    y: int
    width: int
    height: int


class Bus:
    """The accessibility bus of the session in the environment. A program started there uses the same bus."""

    def __init__(self, environment):
        address = environment.get("AT_SPI_BUS_ADDRESS") or connect(environment["DBUS_SESSION_BUS_ADDRESS"]).call_blocking(
            "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", "", (), SECONDS)
        self.connection = connect(address)

    def ask(self, name, path, interface, method, signature="", *arguments):
        return self.connection.call_blocking(name, path, interface, method, signature, arguments, SECONDS)

    def ask_all(self, questions):
        """Sends many requests at once and returns their answers. None for a request without an answer."""
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
        """Returns the answers of all elements that a program knows, by place: one call instead of four for each.

        The tree isn't taken from it, because it contains the pages of a stack and all hidden elements, and GTK 4.8
        doesn't tell which those are. A hidden element has the index of the next visible one. The number of children is
        reliable, so nearly half of the elements, which have none, need no request. Only the program itself reports 0
        instead of its windows. Elements with at most one child need none either, if one visible child was reported.
        """
        try:
            told = self.ask(owner, CACHE, PREFIX + "Cache", "GetItems")
        except Gone:  # it has none, or is ending
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
        """Returns the answers of these elements by place, without their children. Leaves out elements that have
        disappeared."""
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
        """Returns the outermost element of the program with this process number, or None."""
        for name, path in self.ask(PREFIX + "Registry", ROOT, ACCESSIBLE, "GetChildren"):
            try:
                if self.process(name) == process:
                    return Element(self, name, path, Answers("", Atspi.Role.APPLICATION, [0, 0], []))
            except Gone:  # another program
                continue
        return None


CHILDREN = (ACCESSIBLE, "GetChildren")
# Further requests about an element, in the order of its answers.
QUESTIONS = (
    ("org.freedesktop.DBus.Properties", "Get", "ss", ACCESSIBLE, "Name"),
    (ACCESSIBLE, "GetRole"),
    (ACCESSIBLE, "GetState"),
    (ACCESSIBLE, "GetInterfaces"),
)


def in_order(place, found):
    """Returns the elements below a place, parents before children."""
    pending = [place]
    while pending:
        element = found.pop(pending.pop(), None)
        if element:
            yield element
            pending += reversed(element.children[:MOST_CHILDREN])


@functools.cache
def connect(address):
    """Returns this process's only connection to a bus."""
    connection = dbus.bus.BusConnection(address, mainloop=DBusGMainLoop())
    connection.set_exit_on_disconnect(False)
    return connection


class Element:
    """A part of a window. Name, role, states and parent are those when it was found. Everything else is requested
    anew."""

    # The parent, if it was found too.
    above = None

    def __init__(self, bus, owner, path, answers=None):
        self.bus, self.owner, self.path = bus, owner, path
        answers = answers or Answers(*(bus.ask(owner, path, *question) for question in (*QUESTIONS, CHILDREN)))
        name, role, self.states, self.interfaces, self.children, _ = answers
        known_as = Atspi.role_get_name(Atspi.Role(role))
        self.role = ROLES.get(known_as, known_as)
        # A text row of libadwaita 1.2. A screen reader skips it and reads the field inside, which has only a name. The
        # row gives its content.
        if self.role == "filler" and name and self.has_text():
            self.role = "text"
        # A toast of newer libadwaita is an alert like a dialog, but has no name.
        if known_as == "alert" and not name:
            self.role = known_as
        # A paragraph has a text but no name. A label's name is its text.
        if not name and known_as == "paragraph":
            name = self.shown()
        self.name = str(name) or (" ".join(self.labels()) if self.role in NAMED_BY_LABELS else "")

    def ask(self, interface, method, signature="", *arguments):
        return self.bus.ask(self.owner, self.path, PREFIX + interface, method, signature, *arguments)

    def property(self, interface, name):
        return self.bus.ask(
            self.owner, self.path, "org.freedesktop.DBus.Properties", "Get", "ss", PREFIX + interface, name)

    def has(self, state):
        """Whether the element now has one of these states of `Atspi.StateType`."""
        return self.is_among(state, self.ask("Accessible", "GetState"))

    def had(self, state):
        """Whether the element had a state when it was found. One call returns the states of all parts of a window."""
        return self.is_among(state, self.states)

    @staticmethod
    def is_among(state, words):
        return bool(words[int(state) // 32] >> int(state) % 32 & 1)

    def showing(self):
        """Whether the element was visible when it was found."""
        # GTK 4.8 sets one state on windows and the other on their content.
        return self.had(Atspi.StateType.SHOWING) or self.had(Atspi.StateType.VISIBLE)

    def labels(self):
        """Returns the texts of the labels that name the element."""
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
        """Returns the content of an entry. For others the name, which is the text of a label."""
        if self.role != "text" or not self.has_text():
            return self.name
        return str(self.ask("Text", "GetText", "ii", 0, self.property("Text", "CharacterCount")))

    def description(self):
        return str(self.property("Accessible", "Description"))

    def parent(self):
        return self.above or Element(self.bus, *self.property("Accessible", "Parent"))

    def below(self):
        """Returns this element and all elements below it, in reading order."""
        told = self.bus.told_at_once(self.owner) if self.is_large() else {}
        rows, level = {}, [(self.owner, self.path)]
        while level:
            known = {place: told[place].children if place in told else None for place in level}
            asked = [place for place, row in known.items() if row is None]
            rows |= known | dict(zip(asked, self.bus.ask_all([(*place, *CHILDREN) for place in asked])))
            # None means that the element disappeared during the search.
            level = [child for place in level for child in (rows[place] or ())[:MOST_CHILDREN] if child not in rows]
        # The request for the children of a new element makes the program report it.
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
        """Whether one request for all elements is cheaper than requests for its parts, as for a row."""
        return self.role in ("application", "frame", "list")

    def known(self, wanted):
        """Returns the one known element below this one that `wanted` accepts by its name. None if several match or it
        is hidden.

        A new element is reported only after a request for it. Only a look at all elements finds it.
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
            # Hidden elements are reported, but aren't children.
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
        """Whether a click on the middle of the element hits it or a part of it."""
        point = (*self.centre(), int(Atspi.CoordType.WINDOW))
        try:
            frame = next(each for each in self.upwards() if each.role == "frame")
            owner, path = frame.ask("Component", "GetAccessibleAtPoint", "iiu", *point)
            # Without an owner, nothing is there.
            return bool(owner) and any(each.path == self.path for each in Element(self.bus, owner, path).upwards())
        except (Gone, StopIteration):  # it is in a popover, or has just disappeared
            return False

    def upwards(self):
        """Yields this element and its parents up to the window."""
        element = self
        while element.role not in ("frame", "application"):
            yield element
            element = element.parent()
        yield element

    def act(self):
        """Activates the widget as a click does."""
        self.ask("Action", "DoAction", "i", 0)
