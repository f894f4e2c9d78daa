# SPDX-License-Identifier: GPL-3.0-or-later
"""What a program shows, asked over the accessibility bus as it is now: nothing is kept from one question to the next.

libatspi is used for its names of roles and states alone. Its own client keeps a cache in which a popover that moves
makes a circle of parents and children; clearing that overflows the stack, and without it calls wait for each other.
"""
import typing

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

from differences import NAMED_BY_LABELS, ROLES  # noqa: E402

PREFIX = "org.a11y.atspi."
ROOT = "/org/a11y/atspi/accessible/root"
MILLISECONDS = 5000
MOST_CHILDREN = 400


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

    def ask(self, name, path, interface, method, arguments=None):
        answer = self.connection.call_sync(name, path, interface, method, arguments, None, 0, MILLISECONDS, None)
        return answer.unpack()

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


def connect(address):
    flags = Gio.DBusConnectionFlags
    return Gio.DBusConnection.new_for_address_sync(
        address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)


class Element:
    """A part of a window; `name` and `role` are of the moment it was found, all else is asked anew."""

    def __init__(self, bus, owner, path):
        self.bus, self.owner, self.path = bus, owner, path
        self.name = self.property("Accessible", "Name")
        role = Atspi.role_get_name(Atspi.Role(self.ask("Accessible", "GetRole")[0]))
        self.role = ROLES.get(role, role)
        if not self.name and self.role in NAMED_BY_LABELS:
            self.name = " ".join(self.labels())

    def ask(self, interface, method, arguments=None):
        return self.bus.ask(self.owner, self.path, PREFIX + interface, method, arguments)

    def property(self, interface, name):
        return self.bus.ask(self.owner, self.path, "org.freedesktop.DBus.Properties", "Get",
                            GLib.Variant("(ss)", (PREFIX + interface, name)))[0]

    def has(self, state):
        """Whether it is in one of `Atspi.StateType`."""
        words = self.ask("Accessible", "GetState")[0]
        return bool(words[int(state) // 32] >> int(state) % 32 & 1)

    def showing(self):
        # GTK 4.8 sets one on windows and the other on what is in them.
        return self.has(Atspi.StateType.SHOWING) or self.has(Atspi.StateType.VISIBLE)

    def labels(self):
        """What the labels show that stand for its name."""
        for relation, targets in self.ask("Accessible", "GetRelationSet")[0]:
            for owner, path in targets if relation == int(Atspi.RelationType.LABELLED_BY) else ():
                everything = GLib.Variant("(ii)", (0, -1))
                yield self.bus.ask(owner, path, PREFIX + "Text", "GetText", everything)[0]

    def text(self):
        """What an entry holds; for all else its name, which for a label is what it shows."""
        if self.role != "text" or PREFIX + "Text" not in self.ask("Accessible", "GetInterfaces")[0]:
            return self.name
        length = self.property("Text", "CharacterCount")
        return self.ask("Text", "GetText", GLib.Variant("(ii)", (0, length)))[0]

    def description(self):
        return self.property("Accessible", "Description")

    def parent(self):
        return Element(self.bus, *self.property("Accessible", "Parent"))

    def below(self):
        """This element and all below it, in reading order."""
        pending = [(self.owner, self.path)]
        while pending:
            try:
                element = Element(self.bus, *pending.pop())
                yield element
                children = element.ask("Accessible", "GetChildren")[0]
            except GLib.Error:  # it went away while it was looked at
                continue
            pending += reversed(children[:MOST_CHILDREN])

    def box(self):
        return Box(*self.ask("Component", "GetExtents", GLib.Variant("(u)", (Atspi.CoordType.WINDOW,)))[0])

    def centre(self):
        box = self.box()
        return box.x + box.width // 2, box.y + box.height // 2

    def act(self):
        """Does what a click would."""
        self.ask("Action", "DoAction", GLib.Variant("(i)", (0,)))
