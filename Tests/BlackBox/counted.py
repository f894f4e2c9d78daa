# SPDX-License-Identifier: GPL-3.0-or-later
"""The end of a test program."""
import sys
import unittest


def run_and_end(tests, verbosity=2):
    """Runs tests. The last line is `N passed, N failed`, and the exit code is 0 if none failed."""
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=verbosity).run(tests)
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
