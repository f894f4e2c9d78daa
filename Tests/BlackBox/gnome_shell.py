# SPDX-License-Identifier: GPL-3.0-or-later
"""Searches in the real GNOME Shell, on a display without a screen.

usage: /usr/bin/python3 Tests/BlackBox/gnome_shell.py PREFIX [TEST-NAME-PATTERN]
PREFIX is where Kurs was installed, a DESTDIR before it or not. KURS_PICTURES=FOLDER keeps a picture of each answer.
The last line is `N passed, N failed`.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from accessible import Bus  # noqa: E402
from counted import run_and_end  # noqa: E402
from desktop import Desktop, QUIET  # noqa: E402
from exact import Rates  # noqa: E402
from window import until  # noqa: E402


class ShellDesktop(Desktop):
    """A desktop with GNOME Shell as window manager and Kurs installed."""

    prefix = None

    def __init__(self):
        super().__init__(size="1280x800", window_manager=False)

    def start_bus(self):
        share = self.prefix / "share"
        self.environment |= {
            "PATH": f"{self.prefix / 'bin'}:{self.environment['PATH']}", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8",
            "XDG_DATA_DIRS": f"{share}:/usr/local/share:/usr/share", "XDG_CURRENT_DESKTOP": "GNOME"}
        # The bus starts the paths in the files. With a DESTDIR these are wrong, so they are corrected.
        services = pathlib.Path(self.environment["XDG_DATA_HOME"]) / "dbus-1" / "services"
        services.mkdir(parents=True)
        for file in (share / "dbus-1" / "services").glob("*.service"):
            text = re.sub(r"(?m)^Exec=.*/bin/", f"Exec={self.prefix}/bin/", file.read_text())
            (services / file.name).write_text(text)
        # The shell calls system services that a desktop without a seat lacks. An empty bus answers at once.
        self.environment["DBUS_SYSTEM_BUS_ADDRESS"] = super().start_bus()
        return super().start_bus()

    def start(self):
        super().start()
        self.shell = subprocess.Popen(["gnome-shell", "--x11"], env=self.environment, **QUIET)
        self.children.append(self.shell)
        self.bus = Bus(self.environment)
        # The shell opens its overview, which searches typed text.
        if not until(lambda: self.all(role="text"), 90):
            raise RuntimeError("GNOME Shell did not start")

    def all(self, name=None, role=None):
        """Returns elements of the shell by whole name and role."""
        root = self.bus.program(self.shell.pid)
        return [each for each in (root.below() if root else ())
                if (name is None or each.name == name) and (role is None or each.role == role) and each.showing()]

    def key(self, *keys):
        subprocess.run(["xdotool", "key", "--clearmodifiers", *keys], env=self.environment, check=True)

    def type(self, text):
        subprocess.run(["xdotool", "type", "--delay", "60", text], env=self.environment, check=True)

    def clipboard(self):
        return subprocess.run(
            ["xclip", "-o", "-selection", "clipboard"], env=self.environment, capture_output=True, text=True).stdout

    def windows(self, pattern):
        found = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--name", pattern], env=self.environment, capture_output=True)
        return found.stdout.split()

    def picture(self, name):
        if folder := os.environ.get("KURS_PICTURES"):
            subprocess.run(["import", "-window", "root", f"{folder}/{name}.png"], env=self.environment, check=True)


class ShellTest(unittest.TestCase):
    def setUp(self):
        # Each test starts a shell, so that windows left open don't affect the next test.
        self.desktop = ShellDesktop()
        self.desktop.__enter__()
        self.addCleanup(self.desktop.stop)
        value = Rates().shown("100", "USD", "EUR")
        self.value, self.chart = f"EUR\u00a0{value}", "Chart of USD/EUR"

    def search(self, text, *wanted):
        """Types into the overview until the shell shows all of these."""
        self.desktop.type(text)
        for name in wanted:
            self.assertTrue(until(lambda: self.desktop.all(name), 30),
                            f"no {name}; there are {[each.name for each in self.desktop.all() if each.name]}")
        self.desktop.picture(self._testMethodName)

    def test_a_search_offers_to_copy_the_value_and_to_open_the_chart(self):
        self.search("100 usd in eur", self.value, self.chart)
        # Enter chooses the first row. The shell copies it and leaves the overview.
        self.desktop.key("Return")
        self.assertTrue(until(lambda: self.desktop.clipboard() == self.value, 20), self.desktop.clipboard())
        self.desktop.key("super")
        self.search("100 usd in eur", self.value, self.chart)
        self.desktop.key("Tab", "Return")
        # The bus starts the window's program by its name alone.
        self.assertTrue(until(lambda: self.desktop.windows("USD/EUR"), 60))
        time.sleep(3)
        self.desktop.picture(self._testMethodName + "-chart")

    def test_searching_for_the_word_exchange_finds_the_program(self):
        self.search("exchange", "Kurs")
        self.desktop.key("Return")
        self.assertTrue(until(lambda: self.desktop.windows("^Kurs$"), 60))
        time.sleep(3)
        self.desktop.picture(self._testMethodName + "-window")


def main():
    if not shutil.which("gnome-shell"):
        sys.exit("Missing: gnome-shell (apt-get install --no-install-recommends gnome-shell)")
    ShellDesktop.prefix = pathlib.Path(sys.argv[1]).resolve()
    loader = unittest.TestLoader()
    if len(sys.argv) > 2:
        loader.testNamePatterns = [f"*{name}*" for name in sys.argv[2:]]
    run_and_end(loader.loadTestsFromTestCase(ShellTest))


if __name__ == "__main__":
    main()
