# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures response times on the desktop: search with a service that must start or is running, and a second start of
Kurs."""
import os
import pathlib
import signal
import statistics
import subprocess
import time

import anchors
import first_frame
from desktop import Desktop
from gi.repository import Gio, GLib
from painting import Screen

NAME, PATH, SHELL = "org.kursapp.Kurs.Service", "/org/kursapp/Kurs/Service", "org.gnome.Shell.SearchProvider2"
PROGRAM = "org.kursapp.Kurs"
BUS = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")
QUESTION = "100 usd in eur".split()


class Search:
    """GNOME Shell's part of the search. The bus of this desktop starts the installed service."""

    def __init__(self, kurs, cli):
        self.desktop = Desktop(size="1600x1200", accessible=False, window_manager=False)
        services = pathlib.Path(self.desktop.profile("default")["XDG_DATA_HOME"], "dbus-1", "services")
        services.mkdir(parents=True)
        for name, command in ((NAME, f"{cli} desktop-service"), (PROGRAM, f"{kurs} --gapplication-service")):
            (services / f"{name}.service").write_text(f"[D-BUS Service]\nName={name}\nExec={command}\n")

    def __enter__(self):
        self.desktop.__enter__()
        flags = Gio.DBusConnectionFlags
        self.bus = Gio.DBusConnection.new_for_address_sync(
            self.desktop.environment["DBUS_SESSION_BUS_ADDRESS"],
            flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)
        return self

    def __exit__(self, *failure):
        self.bus.close_sync()
        self.desktop.__exit__(*failure)

    def call(self, place, method, signature, argument):
        return self.bus.call_sync(*place, method, GLib.Variant(signature, (argument,)), None, 0, 30_000, None).unpack()[0]

    def warm(self):
        """Returns the milliseconds from the search to the results."""
        start = time.monotonic()
        found = self.call((NAME, PATH, SHELL), "GetInitialResultSet", "(as)", QUESTION)
        rows = self.call((NAME, PATH, SHELL), "GetResultMetas", "(as)", found)
        return (time.monotonic() - start) * 1000 if rows else None

    def has(self, name):
        return self.call(BUS, "NameHasOwner", "(s)", name)

    def end(self, name):
        if self.has(name):
            os.kill(self.call(BUS, "GetConnectionUnixProcessID", "(s)", name), signal.SIGTERM)
            while self.has(name):
                time.sleep(0.01)

    def cold(self):
        self.end(PROGRAM)
        self.end(NAME)
        return self.warm()

    def window(self, kurs):
        """Starts a window a second after the results appear, because a user reads them before a click."""
        self.warm()
        screen = Screen(self.desktop.environment["DISPLAY"])
        time.sleep(1)
        before = screen.identifiers()
        start = time.monotonic()
        asking = subprocess.Popen([kurs, *QUESTION], env=self.desktop.environment, **first_frame.QUIET)
        painted = screen.await_painted(before, start + 30)
        took = (time.monotonic() - start) * 1000
        asking.wait(30)
        screen.close()
        self.end(PROGRAM)
        return took if painted else None

    def second_starts(self, kurs, runs):
        """Measures starts of Kurs that pass their request to an open window."""
        self.end(PROGRAM)
        environment = self.desktop.environment
        first = subprocess.Popen([kurs], env=environment, **first_frame.QUIET)
        try:
            time.sleep(3)
            starts = [anchors.command([kurs, *QUESTION], environment) for _ in range(runs + 1)][1:]
            return None if first.poll() is not None else [each.elapsed for each in starts if each]
        finally:
            first.terminate()
            first.wait(10)


def measure(kurs, cli, runs):
    """Returns the medians in milliseconds by name. A failed measurement is None."""
    def median(values):
        values = [each for each in values or [] if each is not None]
        return statistics.median(values) if values else None

    with Search(kurs, cli) as search:
        search.cold()
        search.window(kurs)
        return {
            "cold": median([search.cold() for _ in range(runs)]),
            "warm": median([search.warm() for _ in range(runs)]),
            "window": median([search.window(kurs) for _ in range(runs)]),
            "second": median(search.second_starts(kurs, runs)),
        }
