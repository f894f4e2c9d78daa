# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the time from exec to the first frame, the memory two seconds later, and the wake-ups of an idle window."""
import pathlib
import re
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Tests" / "BlackBox"))
from painting import Screen  # noqa: E402

QUIET = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


def memory(pid):
    """Returns two numbers of MiB: PSS, in which processes share the size of common pages, and the memory that only
    this process has written."""
    text = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
    return [int(re.search(rf"^{name}:\s+(\d+)", text, re.M)[1]) / 1024 for name in ("Pss", "Private_Dirty")]


def switches(pid):
    """Returns the number of times that each thread of the process went to sleep."""
    counts = {}
    for status in pathlib.Path(f"/proc/{pid}/task").glob("*/status"):
        try:
            text = status.read_text()
        except OSError:  # the thread has ended
            continue
        counts[status.parent.name] = int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", text, re.M)[1])
    return counts


class Meter:
    """Starts programs one after another on a desktop and measures each."""

    def __init__(self, desktop):
        self.desktop = desktop
        self.screen = Screen(desktop.environment["DISPLAY"])

    def close(self):
        self.screen.close()

    def run(self, command, profile, settle=2.0, idle=0.0):
        """Returns milliseconds to the first frame, MiB of both kinds after `settle` seconds, and wake-ups per second
        during `idle` seconds."""
        environment = self.desktop.environment | self.desktop.profile(profile)
        before = self.screen.identifiers()
        start = time.monotonic()
        process = subprocess.Popen(command, env=environment, **QUIET)
        try:
            painted = self.screen.await_painted(before, start + 30, lambda: process.poll() is None)
            frame = (time.monotonic() - start) * 1000
            if not painted:
                return None
            time.sleep(settle)
            pss, written = memory(process.pid)
            wakes = None
            if idle:
                time.sleep(10)  # GTK blinks the cursor for ten seconds after the last key, in every program.
                first = switches(process.pid)
                time.sleep(idle)
                # A thread that ended in between isn't counted. For a new thread, all wake-ups count.
                wakes = sum(count - first.get(thread, 0) for thread, count in switches(process.pid).items()) / idle
            return frame, pss, written, wakes
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            time.sleep(0.2)
