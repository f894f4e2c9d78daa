# SPDX-License-Identifier: GPL-3.0-or-later
"""The decorator with which a test names the rows of docs/FAULTS.md that it proves."""


def fault(*rows):
    """Returns a decorator that notes the rows. scripts/check-faults reads them from the source."""
    def note(test):
        test.faults = rows
        return test

    return note
