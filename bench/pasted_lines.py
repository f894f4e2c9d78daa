# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the time until 1,000 pasted lines are on the screen, and the main thread's work for each later key.

usage: bench/pasted_lines.py KURS [LINES]        scripts/bench calls it too
"""
import statistics
import subprocess
import sys
import time

import first_frame  # puts Tests/BlackBox on the path
from desktop import Desktop
from painting import Screen
from Xlib import X, XK, display
from Xlib.ext import xtest

CODES = "USD JPY GBP CHF SEK NOK DKK CZK HUF PLN CAD AUD NZD CNY HKD INR KRW MXN ZAR BRL EUR".split()


def busy(pid):
    """Returns the milliseconds for which the main thread has run."""
    with open(f"/proc/{pid}/task/{pid}/schedstat") as file:
        return int(file.read().split()[0]) / 1e6


class Hands:
    def __init__(self, name):
        self.display = display.Display(name)

    def press(self, *names):
        codes = [self.display.keysym_to_keycode(XK.string_to_keysym(name)) for name in names]
        for code in codes:
            xtest.fake_input(self.display, X.KeyPress, code)
        for code in reversed(codes):
            xtest.fake_input(self.display, X.KeyRelease, code)
        self.display.sync()


def until_rest(pid, act, rest=0.25, patience=30):
    """Returns the milliseconds from an action to the end of its work, and the milliseconds that the main thread
    worked."""
    before, start = busy(pid), time.monotonic()
    act()
    last, end = busy(pid), time.monotonic()
    while time.monotonic() - end < rest and end < start + patience:
        time.sleep(0.001)
        now = busy(pid)
        if now != last:
            last, end = now, time.monotonic()
    return (end - start) * 1000, last - before


def measure(kurs, lines=1000, keys=30):
    """Measures a paste and later keys. `shown`: the time from Ctrl+V to the last frame. `key`: the work that 90 % of
    the keys don't exceed. Waiting for a frame isn't work."""
    text = "\n".join(f"{index * 37 % 9000 + 19}.{index % 90 + 10} {CODES[index % len(CODES)]}" for index in range(lines))
    with Desktop(size="1600x1200", accessible=False) as desktop:
        environment = desktop.environment | desktop.profile("pasted")
        # Without this, GTK fades a scrollbar in for a second, long after the lines are shown.
        with open(f"{environment['XDG_CONFIG_HOME']}/gtk-4.0/settings.ini", "a") as file:
            file.write("gtk-enable-animations=false\n")
        screen = Screen(environment["DISPLAY"])
        before = screen.identifiers()
        process = subprocess.Popen([kurs], env=environment, **first_frame.QUIET)
        try:
            if not screen.await_painted(before, time.monotonic() + 30, lambda: process.poll() is None):
                return {"shown": None, "key": None}
            subprocess.run(["xclip", "-selection", "clipboard"], input=text.encode(), env=environment, check=True)
            time.sleep(4)
            hands, pid = Hands(environment["DISPLAY"]), process.pid
            shown, work = until_rest(pid, lambda: hands.press("Control_L", "v"))
            time.sleep(2)
            took = [until_rest(pid, lambda key=key: hands.press(key))[1] for key in ("7", "BackSpace") * (keys // 2)]
            slowest = sorted(took)[keys * 9 // 10 - 1]
            return {"shown": shown, "work": work, "key": slowest, "median": statistics.median(took)}
        finally:
            process.terminate()
            process.wait(10)
            screen.close()


if __name__ == "__main__":
    print(measure(sys.argv[1], *(int(each) for each in sys.argv[2:3])))
