# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs all account tests from outside, in the terminal and in windows, on several desktops at once.

usage: /usr/bin/python3 Tests/BlackBox/accounts.py KURS KURS-CLI KURS-SERVER [TEST-NAME-PATTERN]
The last line is `N passed, N failed`. Each test has its own server, bus, keyring and folders.
KURS_PICTURES=FOLDER keeps a picture of each test's last screen.
"""
import importlib
import os
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import account  # noqa: E402
import side_by_side  # noqa: E402

MODULES = (
    "faults", "keyrings", "account", "browsers", "syncs", "restores", "hostile", "slow", "crowds", "operators",
    "team", "reports", "consent", "synced_windows",
    "account_windows", "browser_windows", "mark_windows")


def own_tests(module):
    """Returns the tests that a module's classes add to inherited ones, including those of mixins."""
    for each in vars(module).values():
        if isinstance(each, type) and issubclass(each, unittest.TestCase) and each.__module__ == module.__name__:
            mixed_in = [base for base in each.__bases__ if not issubclass(base, unittest.TestCase)]
            names = {name for owner in (each, *mixed_in) for name in vars(owner) if name.startswith("test_")}
            yield from (each(name) for name in sorted(names))


def main():
    kurs, account.CLI, account.SERVER = (str(pathlib.Path(argument).resolve()) for argument in sys.argv[1:4])
    pattern = sys.argv[4] if len(sys.argv) > 4 else ""
    tests = [test for name in MODULES for test in own_tests(importlib.import_module(name)) if pattern in test.id()]

    def prepare(desktop):
        for test in tests:
            type(test).desktop, type(test).kurs, type(test).pictures = desktop, kurs, os.environ.get("KURS_PICTURES")

    sys.exit(side_by_side.run(tests, prepare))


main()
