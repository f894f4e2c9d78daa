# SPDX-License-Identifier: GPL-3.0-or-later
"""Run the black-box tests on a program; the last line is `N passed, N failed`.

usage: /usr/bin/python3 Tests/BlackBox/run.py PROGRAM [TEST-NAME-PATTERN]
KURS_PICTURES=FOLDER keeps a picture of each test's last screen.
"""
import os
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from desktop import Desktop  # noqa: E402


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    if not program.exists():
        sys.exit(f"{program} is not there: build it first")
    with Desktop() as desktop:
        import backups
        import charts
        import exports
        import kept
        import lists
        import marks
        import own_rates
        import pictures
        import settings
        import windows

        windows.WindowTest.desktop = desktop
        windows.WindowTest.program = str(program)
        pictures.PictureProcessTest.program = str(program)
        windows.WindowTest.pictures = os.environ.get("KURS_PICTURES")
        loader = unittest.TestLoader()
        if len(sys.argv) > 2:
            loader.testNamePatterns = [f"*{sys.argv[2]}*"]
        # The settings hold the keyring's name on the bus, which a file dialog's portal would take for good.
        modules = (settings, marks, windows, lists, own_rates, kept, charts, pictures, exports, backups)
        result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(
            unittest.TestSuite(loader.loadTestsFromModule(module) for module in modules))
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed - len(result.skipped)} passed, {failed} failed")
    sys.exit(1 if failed or not result.testsRun else 0)


main()
