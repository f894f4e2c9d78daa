# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests browser sign-in in the real window, with a program that replaces the browser.

Run by accounts.py. Uses the parts of browsers.py and synced_windows.py.
"""
import contextlib
import json
import re
import sqlite3

import account
import browsers
import syncs
from accessible import Atspi
from hands import Hands
from questions import Questions
from synced_windows import Seat
from window import Window, until

BUTTON = "Sign In with Browser…"
ADD = "Add Sign-In with Browser…"
PATIENCE = 60

# This program replaces the browser. It opens the address, unless the file `stays` exists, and saves the last page.
BROWSER = """#!/usr/bin/python3
import pathlib, sys, urllib.error, urllib.request
folder = pathlib.Path(__file__).parent
(folder / "address").write_text(sys.argv[1])
if not (folder / "stays").exists():
    try:
        page = urllib.request.urlopen(sys.argv[1], timeout=30).read()
    except urllib.error.HTTPError as error:
        page = error.read()
    (folder / "page").write_bytes(page)
"""


class BrowserWindowTest(Questions, browsers.OfferedTest):
    desktop = kurs = None

    def setUp(self):
        super().setUp()
        self.desk = syncs.Desk(self.folder / "desk", self.folder / "tls-cert.pem")
        self.addCleanup(self.desk.stop)
        self.browser = self.folder / "browser"
        self.browser.mkdir()
        done = self.desk.run("settings", "set", "account-server", self.server.address)
        self.assertEqual(done.returncode, 0, done.stderr)

    def install_browser(self):
        program = self.browser / "browser.py"
        program.write_text(BROWSER)
        program.chmod(0o755)
        applications = self.desk.folder / "data" / "applications"
        applications.mkdir(parents=True)
        (applications / "test-browser.desktop").write_text(
            f"[Desktop Entry]\nType=Application\nName=Browser\nExec={program} %u\n"
            "MimeType=x-scheme-handler/http;x-scheme-handler/https;\n")
        (self.desk.folder / "config" / "mimeapps.list").write_text(
            "[Default Applications]\nx-scheme-handler/http=test-browser.desktop\n"
            "x-scheme-handler/https=test-browser.desktop\n")

    def start(self):
        """Opens the account window in the computer's namespace, from the menu."""
        command = self.desk.command()[:-2]
        window = Window(
            Seat(self.desk, self.desktop), command[0], "window", [*command[1:], self.kurs], LC_ALL="C.UTF-8")
        self.addCleanup(window.quit)
        window.find("Amount", "text", timeout=PATIENCE)
        name = window.environment["KURS_APP_ID"]
        said = self.desk.gdbus(name, "/" + name.replace(".", "/"), "org.gtk.Actions.Activate", "account", "[]", "{}")
        self.assertIn("()", said)
        window.find("Account", timeout=PATIENCE)
        return window

    def press(self, window, name):
        window.find(name, "push button", timeout=PATIENCE).act()

    def assert_shows(self, window, name, role=None):
        window.find(name, role, timeout=PATIENCE)

    def page(self):
        return until((self.browser / "page").exists, PATIENCE) and (self.browser / "page").read_text()

    def test_the_browser_button_signs_in_again_after_the_server_ended_the_session(self):
        self.install_browser()
        window = self.start()
        self.press(window, BUTTON)
        self.assert_shows(window, "ada@example.org")
        self.assertIn("close this window", self.page())
        self.assertEqual(self.desk.kind("password"), [])
        window.quit()
        _, access = account.tokens(self.desk.kind("session")[0])
        self.assertEqual(self.server.ask("/api/v1/member/logout/", {"everywhere": True}, access)[0], 200)
        self.desk.boot = "second-boot"
        window = self.start()
        self.assert_shows(window, "You were signed out by the account server.")
        self.press(window, re.compile("^" + BUTTON))
        self.assert_shows(window, "ada@example.org")
        self.assertEqual(len(self.provider.redeemed), 2)

    def test_the_window_shows_the_browser_sign_in_and_can_cancel_it(self):
        self.install_browser()
        (self.browser / "stays").touch()
        window = self.start()
        self.press(window, BUTTON)
        self.assert_shows(window, "Continue in your browser.")
        self.assertTrue(until((self.browser / "address").exists, PATIENCE))
        self.press(window, "Cancel")
        self.assert_shows(window, BUTTON, "push button")
        self.assertTrue(window.gone("Continue in your browser."))
        self.assertEqual((self.desk.items(), self.provider.redeemed), ([], []))
        self.provider.person = "denied"
        (self.browser / "stays").unlink()
        self.press(window, BUTTON)
        self.assert_shows(window, "The sign-in was refused in the browser. Try again.")
        self.assertIn("You are not signed in", self.page())

    def signed_in(self):
        """Returns the account page of a member who signed in with the browser and has no password."""
        self.install_browser()
        window = self.start()
        self.press(window, BUTTON)
        self.assert_shows(window, "Sign-In Methods")
        return window, Hands(window, "Account").active()

    def registered(self):
        """Returns the account page of a member with a password."""
        self.install_browser()
        done = self.desk.account("register", account.EMAIL, "--name", "Ada", "--server", self.server.address)
        self.assertEqual(done.returncode, 0, done.stderr)
        window = self.start()
        self.assert_shows(window, "Sign-In Methods")
        return window, Hands(window, "Account").active()

    def ways(self):
        done = self.desk.account("identities", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        ways = json.loads(done.stdout)
        return ways["password"], [identity["subject"] for identity in ways["identities"]]

    @property
    def site(self):
        return self.provider.issuer.removeprefix("http://")

    def test_a_member_can_sign_in_with_an_added_identity_until_its_removal(self):
        window, page = self.registered()
        page.press(ADD, "list item")
        page.find("Sign-in method added.", "label", timeout=PATIENCE)
        page.find(self.site, "label")
        self.assertEqual(self.ways(), (True, ["ada"]))
        self.assertIn("close this window", self.page())
        page.press(f"Remove {self.site}", "push button")
        self.answer(window, "Cancel")
        self.assertEqual(self.ways(), (True, ["ada"]))
        page.press(f"Remove {self.site}", "push button")
        self.answer(window, "Remove")
        page.find("Sign-in method removed.", "label", timeout=PATIENCE)
        self.assertTrue(page.gone(self.site, "label"))
        self.assertEqual(self.ways(), (True, []))

    def test_half_an_hour_after_sign_in_adding_an_identity_requires_the_password(self):
        window, page = self.registered()
        with contextlib.closing(sqlite3.connect(self.folder / "accounts.sqlite", timeout=30)) as database, database:
            database.execute("UPDATE session SET confirmed = confirmed - 1800000")
        page.press(ADD, "list item")
        self.answer_in_vain(window, "Continue", "Incorrect password.", "Password", ("Password", "not the password"))
        self.assertEqual(self.provider.questions, [])
        self.answer(window, "Continue", ("Password", account.PASSWORD))
        page.find("Sign-in method added.", "label", timeout=PATIENCE)
        self.assertEqual(self.ways(), (True, ["ada"]))

    def test_cancelling_or_refusing_an_added_identity_leaves_the_sign_in_methods_unchanged(self):
        window, page = self.registered()
        (self.browser / "stays").touch()
        page.press(ADD, "list item")
        page.find("Continue in your browser.", "label", timeout=PATIENCE)
        self.assertTrue(until((self.browser / "address").exists, PATIENCE))
        page.press("Cancel", "push button")
        page.find(ADD, "list item")
        self.assertTrue(page.gone("Continue in your browser.", "label"))
        self.provider.person = "denied"
        (self.browser / "stays").unlink()
        page.press(ADD, "list item")
        page.find("The sign-in was refused in the browser. Try again.", "label", timeout=PATIENCE)
        self.assertEqual(self.ways(), (True, []))

    def test_the_last_sign_in_method_cannot_be_removed_without_a_password(self):
        window, page = self.signed_in()
        remove = f"Remove {self.site}"
        self.assertFalse(page.find(remove, "push button").has(Atspi.StateType.SENSITIVE))
        page.press("Set Password…", "list item")
        self.answer(window, "Set Password", ("New Password", account.PASSWORD))
        page.find(re.compile("^Password set"), "label", timeout=PATIENCE)
        body = {"email": "ada@example.org", "password": account.PASSWORD, "device": "test"}
        self.assertEqual(self.server.ask("/api/v1/member/login/email/", body)[0], 200)
        self.assertTrue(until(lambda: page.find(remove, "push button").has(Atspi.StateType.SENSITIVE), PATIENCE))
        page.press(remove, "push button")
        self.answer(window, "Remove")
        page.find("Sign-in method removed.", "label", timeout=PATIENCE)
        self.assertEqual(self.ways(), (True, []))
        # Now the old password is required.
        page.press("Change Password…", "list item")
        self.answer(window, "Change Password", ("Password", account.PASSWORD), ("New Password", "another canary"))
        page.find(re.compile("^Password changed"), "label", timeout=PATIENCE)

    def test_a_member_without_a_password_deletes_the_account_by_confirming(self):
        window, page = self.signed_in()
        page.press("Delete Account…", "list item")
        self.answer(window, "Cancel")
        self.assertEqual(self.ways(), (False, ["ada"]))
        page.press("Delete Account…", "list item")
        self.question(window)
        self.assertEqual(window.all("Password", "text"), [], "a password is asked for that there is not")
        self.answer(window, "Delete Account")
        page.find("You were signed out. The account was deleted.", "label", timeout=PATIENCE)
        self.assertEqual(self.desk.items(), [])
        with contextlib.closing(sqlite3.connect(self.folder / "accounts.sqlite", timeout=30)) as database:
            self.assertEqual(database.execute("SELECT COUNT(*) FROM member").fetchone(), (0,))
            self.assertEqual(database.execute("SELECT COUNT(*) FROM identity").fetchone(), (0,))

    def test_half_an_hour_after_sign_in_adding_an_identity_requires_another_sign_in(self):
        window, page = self.signed_in()
        with contextlib.closing(sqlite3.connect(self.folder / "accounts.sqlite", timeout=30)) as database, database:
            database.execute("UPDATE session SET confirmed = confirmed - 1800000")
        page.press(ADD, "list item")
        page.find(re.compile("^Before you can change this, sign in again"), "label", timeout=PATIENCE)
        self.assertEqual(len(self.provider.questions), 1)
        page.press("Use Another Account…", "list item")
        page.press(BUTTON, "push button")
        page.find(ADD, "list item", timeout=PATIENCE)
        self.provider.claims |= {"sub": "countess", "email": "countess@example.org"}
        page.press(ADD, "list item")
        page.find("Sign-in method added.", "label", timeout=PATIENCE)
        self.assertEqual(self.ways(), (False, ["ada", "countess"]))

    def test_a_missing_browser_is_reported(self):
        window = self.start()
        self.press(window, BUTTON)
        self.assert_shows(window, "Can't open a browser. Set a default browser in your desktop's settings.")
        self.assertEqual(self.provider.redeemed, [])

    def test_a_server_without_identity_providers_shows_no_button(self):
        self.server.stop()
        self.server.more = []
        self.server.start()
        window = self.start()
        self.assertTrue(until(lambda: self.server.count("login/oidc"), PATIENCE), "the server was not asked")
        self.assert_shows(window, "Sign In", "push button")
        self.assertEqual(window.all(BUTTON), [])
