# SPDX-License-Identifier: GPL-3.0-or-later
"""A team's mark: from the operator's file over the real server to the settings of the real window, and away again.

usage: /usr/bin/python3 Tests/BlackBox/mark_windows.py KURS KURS-CLI KURS-SERVER [TEST-NAME-PATTERN]
The last line is `N passed, N failed`. As account_windows.py, whose machine and server these are.
"""
import os
import pathlib
import sqlite3
import sys
import unittest

import account
from account_windows import AccountWindowTest
from desktop import Desktop
from hands import Hands
from marks import coloured, mark, shows

PATH = "/api/v1/mark/"


class MarkWindowTest(AccountWindowTest):
    def setUp(self):
        super().setUp()
        self.server.stop()
        (self.folder / "mark").write_bytes(mark())
        self.server.more = ["--mark", self.folder / "mark"]
        self.server.start()

    def stored(self):
        """The addresses of the pictures on the disk of the machine."""
        with sqlite3.connect(self.desk.folder / "cache" / "kurs" / "images.sqlite") as database:
            return [url for url, in database.execute("SELECT url FROM image")]

    def test_it_stands_beside_the_teams_rates_and_goes_with_the_member(self):
        self.register()
        self.assertEqual(self.desk.run("settings", "set", "providers", "team,ecb").returncode, 0)
        window = self.start()
        window.find("Amount", "text", timeout=40)
        window.key("ctrl+comma")
        Hands(window, "Settings").active()
        self.assertTrue(shows(window, 1), coloured(window))
        self.assertEqual(self.server.count(PATH), 1)
        self.assertIn(self.server.address + PATH, self.stored())
        window.key("Escape")
        self.assertTrue(window.close(), "still running after Quit")
        done = self.desk.account("sign-out")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.stored(), [], "its address stayed")


def main():
    kurs, cli, server = (str(pathlib.Path(argument).resolve()) for argument in sys.argv[1:4])
    MarkWindowTest.kurs, account.CLI, account.SERVER = kurs, cli, server
    MarkWindowTest.pictures = os.environ.get("KURS_PICTURES")
    names = [name for name in vars(MarkWindowTest) if name.startswith("test_")]
    with Desktop() as desktop:
        MarkWindowTest.desktop = desktop
        result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(
            unittest.TestSuite(map(MarkWindowTest, names)))
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed - len(result.skipped)} passed, {failed} failed")
    sys.exit(1 if failed or not result.testsRun else 0)


if __name__ == "__main__":
    main()
