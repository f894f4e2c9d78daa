# SPDX-License-Identifier: GPL-3.0-or-later
"""A team's icon, from the operator's file over the real server to the settings window, and its removal.

Run by accounts.py. Uses the computer and server of account_windows.py.
"""
import sqlite3

from account_windows import AccountWindowTest
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
        """Returns the addresses of the pictures on the computer's disk."""
        with sqlite3.connect(self.desk.folder / "cache" / "kurs" / "images.sqlite") as database:
            return [url for url, in database.execute("SELECT url FROM image")]

    def test_the_icon_of_the_team_is_removed_at_sign_out(self):
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
        Hands(window, "Kurs").active()
        self.assertTrue(window.close(), "still running after Quit")
        done = self.desk.account("sign-out")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.stored(), [], "its address stayed")
