# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts the checks of scripts/check-* and scripts/libraries --check, and ends with the line that the runners read."""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Checks:
    def __init__(self):
        self.passed, self.skipped, self.faults = 0, None, []

    def expect(self, holds, fault):
        """Counts one check. `fault` is the sentence to print if it doesn't hold."""
        if holds:
            self.passed += 1
        else:
            self.faults.append(fault)

    def end(self):
        """Prints the faults and the counts, and ends the program."""
        print(*self.faults, sep="\n", end="\n" if self.faults else "")
        skipped = "" if self.skipped is None else f", {self.skipped} skipped"
        print(f"{self.passed} passed, {len(self.faults)} failed{skipped}")
        sys.exit(1 if self.faults else 0)
