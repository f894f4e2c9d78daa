# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes random clicks, keys, drags, resizes and menus in all windows, while rows are removed over the bus.

usage: monkey.py PROGRAM [--seed N] [--minutes M]
The same seed repeats the same actions, but the program's speed differs. Any warning of GTK ends the program.
"""
import argparse
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import time
import uuid

from desktop import QUIET, Desktop

KEYS = [
    *"0123456789", "period", "comma", "plus", "minus", "asterisk", "slash", "equal", "percent", "parenleft", "parenright",
    "Return", "Return", "BackSpace", "Delete", "Escape", "Escape", "Tab", "shift+Tab", "Up", "Down", "Left", "Right",
    "Home", "End", "space", "Menu", "shift+F10", "F10", "KP_Decimal", "KP_Enter", "alt+Up", "alt+Down", "Page_Up",
    "Page_Down",
]
LETTERS = "abcdefghijklmnopqrstuvwxyz"
# Includes Ctrl+Q, after which the program is opened again.
SHORTCUTS = [
    *(f"ctrl+{letter}" for letter in LETTERS), *(f"ctrl+shift+{letter}" for letter in LETTERS),
    *(f"ctrl+alt+{letter}" for letter in "t"), "ctrl+Return", "ctrl+Delete", "ctrl+shift+Delete", "ctrl+comma", "F1", "F5",
    "F9", "ctrl+question",
]
# Actions that leave the program, such as opening a browser or a printer, are excluded.
LEFT_OUT = {"ctrl+alt+t"}
TEXTS = [
    "100 EUR + 250 USD", "1.234", "1,234.56 CHF in JPY", "Hotel\t240,50\nTaxi\t1.234\n", "3 March 2020", "12 %", "1/3",
    "7 GBP - 2 JPY + 5 CHF", "no amount at all", "999999999999999999999", "1e400", "100 usd in eur at 0.9", "‏١٢٫٥",
]
CODES = ["USD", "GBP", "JPY", "CHF", "EUR", "SEK"]
BUS_ACTIONS = [
    *(("remove-result", code) for code in CODES), *(("remove-line", str(line)) for line in range(1, 8)),
    ("undo", None), ("redo", None), ("clear-list", None), ("new-line", None), *(("edit-result", code) for code in CODES[:3]),
    *(("explain-result", code) for code in CODES[:3]), ("choose-day", None), ("compact", None),
]


class Monkey:
    def __init__(self, program, seed, desktop):
        self.program, self.seed, self.desktop = program, seed, desktop
        self.chance = random.Random(seed)
        self.log = desktop.folder / "monkey.log"
        self.done = []
        self.process = None
        self.starts = 0
        self.environment = desktop.environment | desktop.profile("monkey") | {"G_DEBUG": "fatal-warnings"}

    def start(self):
        # Uses another name, because the previous one may still be on the bus.
        self.environment["KURS_APP_ID"] = "org.kursapp.Kurs.Test" + uuid.uuid4().hex[:12]
        self.process = subprocess.Popen(
            [self.program], env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=open(self.log, "a"))
        self.starts += 1
        deadline = time.monotonic() + 60
        while not self.windows() and self.process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.1)

    def run(self, *command, timeout=20):
        try:
            return subprocess.run(
                command, env=self.environment, capture_output=True, text=True, timeout=timeout, check=False).stdout
        except subprocess.TimeoutExpired:
            return ""

    def windows(self):
        return self.run("xdotool", "search", "--onlyvisible", "--pid", str(self.process.pid)).split()

    def place(self):
        """Returns a position in one of the windows."""
        windows = self.windows()
        if not windows:
            return None
        window = self.chance.choice(sorted(windows))
        shape = dict(re.findall(r"(\w+)=(-?\d+)", self.run("xdotool", "getwindowgeometry", "--shell", window)))
        if "WIDTH" not in shape:
            return None
        x, y = self.chance.random(), self.chance.random()
        return int(shape["X"]) + int(x * int(shape["WIDTH"])), int(shape["Y"]) + int(y * int(shape["HEIGHT"])), window

    def click(self):
        if place := self.place():
            button = self.chance.choice((1, 1, 1, 1, 3))
            times = self.chance.choice((1, 1, 1, 2))
            self.run("xdotool", "mousemove", *map(str, place[:2]), "click", "--repeat", str(times), "--delay", "40", str(button))

    def drag(self):
        start, end = self.place(), self.place()
        if start and end:
            self.run("xdotool", "mousemove", *map(str, start[:2]), "mousedown", "1", "mousemove", *map(str, end[:2]),
                     "mousemove", str(end[0] + 3), str(end[1] + 3), "mouseup", "1")

    def wheel(self):
        if place := self.place():
            self.run("xdotool", "mousemove", *map(str, place[:2]), "click", "--repeat", "3", self.chance.choice(("4", "5")))

    def key(self):
        keys = [self.chance.choice(KEYS) for _ in range(self.chance.randint(1, 6))]
        self.run("xdotool", "key", "--delay", "15", *keys)

    def shortcut(self):
        key = self.chance.choice([each for each in SHORTCUTS if each not in LEFT_OUT])
        if key in ("ctrl+q", "ctrl+w") and self.chance.random() > 0.2:
            return
        self.run("xdotool", "key", key)

    def type(self):
        self.run("xdotool", "type", "--delay", "10", self.chance.choice(TEXTS).replace("\n", " "))

    def paste(self):
        text = self.chance.choice(TEXTS)
        subprocess.run(["xclip", "-selection", "clipboard"], input=text, text=True, env=self.environment, check=False,
                       stdout=subprocess.DEVNULL)
        self.run("xdotool", "key", *self.chance.choice((["ctrl+v"], ["ctrl+a", "ctrl+v"])))

    def resize(self):
        if place := self.place():
            width, height = self.chance.randint(300, 1390), self.chance.randint(240, 1090)
            self.run("xdotool", "windowsize", place[2], str(width), str(height))

    def over_the_bus(self):
        """Removes the row at which a menu is open, as another program or computer might."""
        name, target = self.chance.choice(BUS_ACTIONS)
        application = self.environment["KURS_APP_ID"]
        given = f"[<'{target}'>]" if target else "[]"
        # The splash may have been the first window.
        for number in (1, 2, 3):
            subprocess.Popen(
                ["gdbus", "call", "--session", "--timeout", "20", "--dest", application, "--object-path",
                 f"/{application.replace('.', '/')}/window/{number}", "--method", "org.gtk.Actions.Activate", name, given,
                 "{}"], env=self.environment, **QUIET)

    def menu_and_removal(self):
        """Opens a menu, and removes a row below it at the same time."""
        self.run("xdotool", "key", self.chance.choice(("Menu", "shift+F10", "F10")))
        self.click()
        self.over_the_bus()

    def answers(self):
        """Whether the main loop still runs."""
        application = self.environment["KURS_APP_ID"]
        done = subprocess.run(
            ["gdbus", "call", "--session", "--timeout", "30", "--dest", application, "--object-path",
             f"/{application.replace('.', '/')}", "--method", "org.gtk.Actions.List"],
            env=self.environment, capture_output=True, text=True, check=False)
        return done.returncode == 0 or self.process.poll() is not None or "Timeout" not in done.stderr

    def play(self, minutes):
        """Returns the reason for an early end, or None."""
        actions = [self.click] * 8 + [self.key] * 8 + [self.shortcut] * 5 + [self.type] * 2 + [self.paste] * 2 + \
            [self.drag] * 2 + [self.wheel] + [self.resize] * 2 + [self.over_the_bus] * 3 + [self.menu_and_removal] * 3
        self.start()
        end, asked = time.monotonic() + minutes * 60, time.monotonic()
        while time.monotonic() < end:
            code = self.process.poll()
            if code is not None:
                if code:
                    return f"ended with {signal.Signals(-code).name if code < 0 else code}"
                self.start()
                continue
            action = self.chance.choice(actions)
            self.done.append(action.__name__)
            action()
            if time.monotonic() - asked > 5:
                asked = time.monotonic()
                if not self.answers():
                    return "answers no more"
        return None

    def end(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=6)
    given = parser.parse_args()
    missing = [name for name in ("xdotool", "xclip", "gdbus", "openbox") if not shutil.which(name)]
    if missing:
        sys.exit(f"Missing: {', '.join(missing)}")
    with Desktop(accessible=False) as desktop:
        monkey = Monkey(pathlib.Path(given.program).resolve(), given.seed, desktop)
        try:
            fault = monkey.play(given.minutes)
        finally:
            monkey.end()
        print(f"seed {given.seed}: {len(monkey.done)} actions, {monkey.starts} starts")
        if fault:
            print(f"{fault} after {', '.join(monkey.done[-12:])}", *monkey.log.read_text().splitlines()[-20:], sep="\n")
    print(f"{0 if fault else 1} passed, {1 if fault else 0} failed")
    sys.exit(1 if fault else 0)


if __name__ == "__main__":
    main()
