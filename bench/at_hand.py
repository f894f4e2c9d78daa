# SPDX-License-Identifier: GPL-3.0-or-later
"""How soon the desktop has an answer: its search from a cold and a warm service, a second start, a start beside it."""
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

NAME, PATH, SHELL = "org.kursapp.Kurs.Service", "/org/kursapp/Kurs/Service", "org.gnome.Shell.SearchProvider2"
BUS = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")
QUESTION = "100 usd in eur".split()


class Search:
    """GNOME Shell's side of the search, on a desktop whose bus starts the installed service."""

    def __init__(self, cli):
        self.desktop = Desktop(size="1600x1200", accessible=False, window_manager=False)
        services = pathlib.Path(self.desktop.profile("default")["XDG_DATA_HOME"], "dbus-1", "services")
        services.mkdir(parents=True)
        (services / f"{NAME}.service").write_text(f"[D-BUS Service]\nName={NAME}\nExec={cli} desktop-service\n")

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
        """Milliseconds from the question to the rows that are shown."""
        start = time.monotonic()
        found = self.call((NAME, PATH, SHELL), "GetInitialResultSet", "(as)", QUESTION)
        rows = self.call((NAME, PATH, SHELL), "GetResultMetas", "(as)", found)
        return (time.monotonic() - start) * 1000 if rows else None

    def cold(self):
        if self.call(BUS, "NameHasOwner", "(s)", NAME):
            os.kill(self.call(BUS, "GetConnectionUnixProcessID", "(s)", NAME), signal.SIGTERM)
            while self.call(BUS, "NameHasOwner", "(s)", NAME):
                time.sleep(0.01)
        return self.warm()

    def window(self, kurs):
        """A window that is started while the service is awake."""
        self.warm()
        meter = first_frame.Meter(self.desktop)
        measured = meter.run([kurs, *QUESTION], "default", settle=0)
        meter.close()
        return measured and measured[0]

    def second_starts(self, kurs, runs):
        """What starts take that hand over to a window which is there."""
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
    """Medians in milliseconds, by name; None for what did not work."""
    def median(values):
        values = [each for each in values or [] if each is not None]
        return statistics.median(values) if values else None

    with Search(cli) as search:
        search.cold()
        search.window(kurs)
        return {
            "cold": median([search.cold() for _ in range(runs)]),
            "warm": median([search.warm() for _ in range(runs)]),
            "window": median([search.window(kurs) for _ in range(runs)]),
            "second": median(search.second_starts(kurs, runs)),
        }
