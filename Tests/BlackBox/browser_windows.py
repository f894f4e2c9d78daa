# SPDX-License-Identifier: GPL-3.0-or-later
"""Signing in with the browser in the real window: what it opens is a browser of the test's, and a provider's real page.

usage: /usr/bin/python3 Tests/BlackBox/browser_windows.py KURS KURS-CLI KURS-SERVER [TEST-NAME-PATTERN]
The last line is `N passed, N failed`. As browsers.py and synced_windows.py, whose parts these are.
"""
import pathlib
import re
import sys
import unittest

import account
import browsers
import syncs
from desktop import Desktop
from synced_windows import Seat
from window import Window, until

BUTTON = "Sign In with Browser…"
PATIENCE = 60

# Stands where a browser would: goes where it is told, unless it is to stay there, and keeps the page it ends on.
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


class BrowserWindowTest(browsers.OfferedTest):
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
        """The account window of the program in the namespace of its machine; asked for as the menu does."""
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

    def test_the_button_signs_in_and_after_the_session_ended_one_button_does_again(self):
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
        self.assert_shows(window, "You are signed out: the session has ended.")
        self.press(window, re.compile("^" + BUTTON))
        self.assert_shows(window, "ada@example.org")
        self.assertEqual(len(self.provider.redeemed), 2)

    def test_while_the_person_is_in_the_browser_the_window_says_so_and_cancel_ends_it(self):
        self.install_browser()
        (self.browser / "stays").touch()
        window = self.start()
        self.press(window, BUTTON)
        self.assert_shows(window, "Go on in your browser. Kurs waits for it.")
        self.assertTrue(until((self.browser / "address").exists, PATIENCE))
        self.press(window, "Cancel")
        self.assert_shows(window, BUTTON, "push button")
        self.assertTrue(window.gone("Go on in your browser. Kurs waits for it."))
        self.assertEqual((self.desk.items(), self.provider.redeemed), ([], []))
        self.provider.person = "denied"
        (self.browser / "stays").unlink()
        self.press(window, BUTTON)
        self.assert_shows(window, "The sign-in was refused in the browser.")
        self.assertIn("Nobody was signed in", self.page())

    def test_without_a_browser_that_is_said(self):
        window = self.start()
        self.press(window, BUTTON)
        self.assert_shows(window, "No browser could be opened.")
        self.assertEqual(self.provider.redeemed, [])

    def test_a_server_that_trusts_nobody_shows_no_button(self):
        self.server.stop()
        self.server.more = []
        self.server.start()
        window = self.start()
        self.assertTrue(until(lambda: self.server.count("login/oidc"), PATIENCE), "the server was not asked")
        self.assert_shows(window, "Sign In", "push button")
        self.assertEqual(window.all(BUTTON), [])


def main():
    kurs, cli, server = (str(pathlib.Path(argument).resolve()) for argument in sys.argv[1:4])
    BrowserWindowTest.kurs, account.CLI, account.SERVER = kurs, cli, server
    loader = unittest.TestLoader()
    if len(sys.argv) > 4:
        loader.testNamePatterns = [f"*{sys.argv[4]}*"]
    with Desktop() as desktop:
        BrowserWindowTest.desktop = desktop
        result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(
            loader.loadTestsFromTestCase(BrowserWindowTest))
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed - len(result.skipped)} passed, {failed} failed")
    sys.exit(1 if failed or not result.testsRun else 0)


if __name__ == "__main__":
    main()
