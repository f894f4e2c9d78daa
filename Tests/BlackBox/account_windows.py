# SPDX-License-Identifier: GPL-3.0-or-later
"""Account window tests: the real window, the real server over TLS, and a real keyring.

Run by accounts.py. KURS_PICTURES=FOLDER saves a picture of each test's last screen.
"""
import pathlib
import re
import shutil
import subprocess
import tempfile
import time
import unittest

import account
import syncs
from accessible import Atspi
from avatars import Avatars
from fault_rows import fault
from hands import Hands
from questions import Questions
from synced_windows import Seat
from window import Window, until

NAME = "Ada"
OTHER = "bob@example.org"
STEP = re.compile(r"^Synced at \d\d:\d\d$")


class AccountWindowTest(Avatars, Questions, unittest.TestCase):
    desktop = kurs = pictures = None

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kurs-account-window-"))
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.server = account.Server(self.folder)
        self.server.start()
        self.addCleanup(self.server.stop)
        self.desk = syncs.Desk(self.folder / "desk", self.folder / "tls-cert.pem")
        self.addCleanup(self.desk.stop)

    def register(self, email=account.EMAIL, name=NAME, *more):
        done = self.desk.account("register", email, "--name", name, "--server", self.server.address, *more)
        self.assertEqual(done.returncode, 0, done.stderr)

    def start(self, **variables):
        """Starts the program in its computer's namespace, in which the server's authority is trusted."""
        command = self.desk.command()[:-2]
        variables = {"LC_ALL": "C.UTF-8"} | variables
        window = Window(
            Seat(self.desk, self.desktop), command[0], "window", [*command[1:], self.kurs], **variables)
        self.addCleanup(self.leave, window)
        window.find(role="frame", timeout=60)
        return window

    def picture(self, window, what=""):
        if self.pictures and window.running():
            window.screenshot(f"{self.pictures}/{self._testMethodName}{what and '-' + what}.png")

    def leave(self, window):
        self.picture(window)
        window.quit()

    def open(self, window):
        """Opens the account window from the main menu."""
        calculator = Hands(window, "Kurs").active()
        window.click("Main menu", "push button")
        calculator.choose_from_menu("Account")
        return Hands(window, "Account").active()

    def sign_in(self, page, email=account.EMAIL, password=account.PASSWORD):
        page.write("Email", email)
        page.write("Password", password)
        page.press("Sign In", "push button")

    def assert_signed_in(self, page, email=account.EMAIL):
        """Waits until the member is signed in and the page no longer changes."""
        page.find(email, "label")
        page.find("Change Password…", "list item")
        page.find(STEP, "label", timeout=60)

    def assert_form(self, page):
        page.find("Sign In", "push button", timeout=60)
        self.assertTrue(page.gone("Change Password…", "list item"), "the account still shows")

    def register_on(self, page):
        """Creates an account in the form."""
        page.press("Create an Account…", "push button")
        page.write("Server Address", self.server.address)
        page.write("Name", NAME)
        page.write("Email", account.EMAIL)
        page.write("Password", account.PASSWORD)
        page.press("Create Account", "push button")

    def grants(self):
        """Returns how often the server received a token request of a known member."""
        return self.server.count("login/refresh") + self.server.count("login/email")

    def test_a_registered_member_is_still_signed_in_after_a_restart(self):
        window = self.start()
        page = self.open(window)
        self.register_on(page)
        self.assert_signed_in(page)
        page.find(self.server.address, "label")
        page.find(STEP, "label")
        self.assertEqual(page.find("Name", "text").text(), NAME)
        self.assertTrue(until(lambda: self.desk.status()["state"] == "signed-in", 30), self.desk.status())
        asked = self.grants()
        self.assertTrue(window.close(), "the window did not end")
        again = self.start()
        page = self.open(again)
        self.assert_signed_in(page)
        page.find(STEP, "label")
        self.assertEqual(self.grants(), asked, "a good token was not taken from the keyring")

    @fault("A25")
    def test_the_account_page_shows_stored_data_while_the_server_is_unreachable(self):
        self.register()
        self.server.stop()
        self.desk.boot = "second-boot"
        window = self.start()
        page = self.open(window)
        page.find(account.EMAIL, "label")
        self.assertEqual(page.find("Name", "text").text(), NAME)
        self.assertTrue(page.find("Can't reach the account server. Showing saved data.", "label", timeout=60))
        self.server.start()

        def in_step():
            # The next try starts automatically, and the button then disappears.
            for button in page.all(re.compile("^Try Again"), "push button"):
                window.point_at(button)
            return until(lambda: page.all(STEP, "label"), 5)

        self.assertTrue(until(in_step, 60), window.outline())

    def test_a_wrong_password_is_reported_and_the_right_password_signs_in(self):
        self.register()
        self.desk.account("sign-out")
        window = self.start()
        page = self.open(window)
        page.write("Server Address", self.server.address)
        self.sign_in(page, password="not the password")
        said = "Incorrect email or password."
        page.find(said, "label")
        self.assertEqual(page.find("Password", "text").description(), said)
        # The text is typed into the field that has the focus.
        window.key("ctrl+a")
        window.type(account.PASSWORD)
        window.key("Return")
        self.assert_signed_in(page)
        self.assertTrue(page.gone(said, "label"))

    def test_a_member_can_sign_in_and_out_by_keyboard_alone(self):
        self.register()
        self.desk.account("sign-out")
        window = self.start()
        Hands(window, "Kurs").active()
        window.key("F10")
        window.find("Account", "menu item")
        for _ in range(30):
            if any(e.has(Atspi.StateType.FOCUSED) for e in window.all("Account", "menu item")):
                break
            window.key("Down")
            time.sleep(0.2)
        window.key("Return")
        page = Hands(window, "Account").active()
        page.find("Server Address", "text")
        window.type(self.server.address)
        self.assertTrue(page.holds("Server Address", self.server.address), "the first field has no focus")
        page.tab_into("Email", account.EMAIL)
        page.tab_into("Password", account.PASSWORD)
        window.key("Return")
        self.assert_signed_in(page)
        page.tab_to("Sign Out…")
        window.key("space")
        self.question(window)
        window.key("Return")
        page.active()
        self.assertTrue(until(lambda: self.desk.status()["state"] == "signed-out", 30))
        self.assertEqual([member["email"] for member in self.desk.status()["members"]], [account.EMAIL])
        window.key("Escape")
        self.assertTrue(window.gone("Account", "frame"), "Escape did not close the window")

    def test_a_valid_new_password_replaces_the_old_password(self):
        self.register()
        window = self.start()
        page = self.open(window)
        self.assert_signed_in(page)
        changed = "another canary"
        page.press("Change Password…", "list item")
        self.answer_in_vain(
            window, "Change Password", "Incorrect password.", "Password", ("Password", "not the password"),
            ("New Password", changed))
        self.answer_in_vain(
            window, "Change Password", "Use at least 10 characters. Don't use a common password or your email address.",
            "New Password", ("Password", account.PASSWORD), ("New Password", "short"))
        self.picture(window, "refused")
        self.answer(window, "Change Password", ("Password", account.PASSWORD), ("New Password", changed))
        page.find(re.compile("^Password changed"), "label")
        body = {"email": account.EMAIL, "password": changed, "device": "test"}
        self.assertEqual(self.server.ask("/api/v1/member/login/email/", body)[0], 200)

    def test_a_reset_code_from_the_operator_sets_a_new_password(self):
        self.register()
        self.desk.account("sign-out")
        made = subprocess.run(
            [account.SERVER, "member", "reset", account.EMAIL, "--database", self.folder / "accounts.sqlite"],
            capture_output=True, text=True, timeout=60)
        self.assertEqual(made.returncode, 0, made.stderr)
        window = self.start()
        page = self.open(window)
        page.write("Server Address", self.server.address)
        page.write("Email", account.EMAIL)
        page.press("Forgot the Password…", "push button")
        page.find("Required: Password, Code From the Operator", "label")
        changed = "another canary"
        page.write("Password", changed)
        page.write("Code From the Operator", "wrong")
        page.press("Set New Password", "push button")
        page.find(re.compile("^The email address and the code don't match"), "label")
        self.picture(window, "refused")
        self.assertRegex(page.find("Code From the Operator", "text").description(), "^The email address and the code don't match")
        page.write("Code From the Operator", made.stdout.strip())
        page.press("Set New Password", "push button")
        self.assert_signed_in(page)
        body = {"email": account.EMAIL, "password": changed, "device": "test"}
        self.assertEqual(self.server.ask("/api/v1/member/login/email/", body)[0], 200)

    def test_a_form_that_is_opened_again_shows_no_earlier_error(self):
        self.register()
        window = self.start()
        page = self.open(window)
        self.assert_signed_in(page)
        why = "Incorrect password."
        for _ in range(2):
            page.press("Delete Account…", "list item")
            self.question(window)
            self.assertEqual(window.all(why, "label"), [])
            self.answer_in_vain(window, "Delete Account", why, "Password", ("Password", "not the password"))
            window.key("Escape")
            self.assertTrue(window.gone(role="dialog", timeout=30), "the question stayed")
            page.active()
        self.assertEqual(window.all(why, "label"), [])

    def test_a_name_that_the_server_rejects_stays_in_its_field_with_the_reason(self):
        self.register()
        window = self.start()
        page = self.open(window)
        self.assert_signed_in(page)
        # The server accepts at most a hundred characters.
        long = "Ada" * 34
        page.write("Name", long)
        page.window.key("Return")
        why = "The account server refused the request (status 400). Contact its operator."
        said = page.find(why, "label", timeout=60)
        name = page.find("Name", "text")
        self.assertEqual((name.text(), name.description()), (long, why))
        self.assert_typed_into(window, name)
        email = page.find("Email", "label")
        self.assertTrue(name.box().y < said.box().y < email.box().y, "the reason is not beside the name")

    def test_a_name_changed_without_a_connection_is_sent_later(self):
        self.register()
        window = self.start()
        page = self.open(window)
        self.assert_signed_in(page)
        self.server.stop()
        page.write("Name", "Ada Lovelace")
        page.window.key("Return")
        page.find("Can't reach the account server. Kurs will send the change later.", "label", timeout=60)
        self.assertEqual(page.find("Name", "text").text(), "Ada Lovelace")
        self.picture(window, "waits")
        self.server.start()

        def named():
            _, answer = self.server.ask("/api/v1/member/login/email/", {
                "email": account.EMAIL, "password": account.PASSWORD, "device": "another"})
            return answer["data"]["member"]["name"] == "Ada Lovelace"

        self.assertTrue(until(named, 180, pause=3), "the server never heard of it")
        self.assertEqual(page.find("Name", "text").text(), "Ada Lovelace")

    def test_an_unsent_new_member_name_has_buttons_to_retry_and_discard(self):
        self.register()
        window = self.start()
        page = self.open(window)
        self.assert_signed_in(page)
        self.server.stop()
        long = "Ada" * 34
        page.write("Name", long)
        page.window.key("Return")
        page.find("Can't reach the account server. Kurs will send the change later.", "label", timeout=60)
        page.find(f"New name: {long}", "label")
        page.find("Can't reach the server. Kurs will try again.", "label", timeout=60)
        self.server.start()
        page.press("Retry", "push button")
        page.find("The server refused this change (status 400). Retry or discard it.", "label", timeout=60)
        window.find("Your new name was not saved on the server.", "label", timeout=60)
        self.picture(window, "refused")
        self.assertTrue(until(lambda: page.find("Name", "text").text() == NAME, 60), "the refused name still shows")
        self.assertIn("Your new name was not saved on the server.", self.desk.account("status").stderr)
        page.press("Discard", "push button")
        self.assertTrue(page.gone(f"New name: {long}", "label"), "it is still listed")
        page.find("Change discarded.", "label")
        self.assertEqual(self.desk.account("status").stderr, "")

    def test_switching_to_another_account_shows_its_name_and_lists(self):
        self.register(OTHER, "Bob")
        self.desk.run("calc", "1 EUR in USD", "--save", "Of Bob")
        self.register()
        window = self.start()
        page = self.open(window)
        self.assert_signed_in(page)
        # The list begins with the member used last.
        for name, email, steps in (("Bob", OTHER, 1), (NAME, account.EMAIL, -1)):
            self.switch(page, name, steps)
            page.find(email, "label")
            self.assertTrue(until(lambda: page.find("Name", "text").text() == name, 20))
            saved = ["Of Bob"] if name == "Bob" else []
            self.assertTrue(until(lambda: self.desk.saved() == saved, 30), self.desk.saved())
        self.switch(page, "No Account", 2)
        self.assert_form(page)

    def switch(self, page, name, steps):
        """Switches to the member that is this many places further down in the row's list."""
        def shown():
            return [label.name for label in page.all(re.compile(f"^({NAME}|Bob|No Account)$"), "label")]

        for _ in range(3):
            page.press("Account in Use", "combo box")
            self.assertTrue(until(lambda: len(shown()) > 1, 20), f"no list opened; there are {page.window.outline()}")
            page.window.key(*["Down" if steps > 0 else "Up"] * abs(steps), "Return")
            if until(lambda: len(shown()) == 1 and shown()[0].startswith(name), 10):
                return
            page.window.key("Escape")
        self.fail(f"{name} cannot be chosen; there are {shown()}")

    def test_a_confirmation_dialog_closes_when_another_account_is_selected(self):
        self.register(OTHER, "Bob")
        self.register()
        window = self.start()
        page = self.open(window)
        for shown, other, entry in ((account.EMAIL, OTHER, "Sign Out…"), (OTHER, account.EMAIL, "Delete Account…")):
            self.assert_signed_in(page, shown)
            page.press(entry, "list item")
            self.question(window)
            self.assertEqual(self.desk.account("switch", other).returncode, 0)
            self.assertTrue(window.gone(role="dialog", timeout=30), f"{entry}: the question stayed")
            page.active()

    def test_signing_out_can_keep_the_data(self):
        self.register()
        self.desk.run("calc", "1 EUR in USD", "--save", "Trip")
        window = self.start()
        page = self.open(window)
        self.assert_signed_in(page)
        page.press("Sign Out…", "list item")
        self.answer(window, "Cancel")
        page.active()
        self.assert_signed_in(page)
        page.press("Sign Out…", "list item")
        self.answer(window, "Keep and Sign Out")
        self.assert_form(page)
        self.assertEqual(self.desk.items(), [])
        self.assertEqual([member["email"] for member in self.desk.status()["members"]], [account.EMAIL])
        self.assertTrue(window.close())
        self.assertEqual(self.desk.account("sign-in", account.EMAIL).returncode, 0)
        self.assertEqual(self.desk.saved(), ["Trip"])

    def test_signing_out_can_delete_the_data(self):
        self.register()
        self.desk.run("calc", "1 EUR in USD", "--save", "Trip")
        window = self.start()
        page = self.open(window)
        self.assert_signed_in(page)
        page.press("Sign Out…", "list item")
        self.answer(window, "Delete and Sign Out")
        self.assert_form(page)
        self.assertEqual(self.desk.items(), [])
        self.assertEqual(self.desk.status()["members"], [])
        self.assertEqual(self.desk.saved(), [])

    def test_after_an_account_is_deleted_its_password_no_longer_signs_in(self):
        self.register()
        window = self.start()
        page = self.open(window)
        self.assert_signed_in(page)
        page.press("Delete Account…", "list item")
        self.answer_in_vain(
            window, "Delete Account", "Incorrect password.", "Password", ("Password", "not the password"))
        self.answer(window, "Delete Account", ("Password", account.PASSWORD))
        page.find("You were signed out. The account was deleted.", "label", timeout=60)
        self.assertEqual(self.desk.items(), [])
        body = {"email": account.EMAIL, "password": account.PASSWORD, "device": "test"}
        self.assertEqual(self.server.ask("/api/v1/member/login/email/", body)[0], 401)

    def test_if_another_program_deletes_the_account_the_window_offers_the_saved_data(self):
        self.desk.run("calc", "1 EUR in USD", "--save", "Before")
        self.register()
        window = self.start()
        page = self.open(window)
        self.assert_signed_in(page)
        _, access = account.tokens(self.desk.kind("session")[0])
        body = {"password": account.PASSWORD}
        self.assertEqual(self.server.ask("/api/v1/member/delete/", body, access)[0], 200)
        page.press("Sync Now", "push button")
        page.find(re.compile(f"account was deleted.*The data of .*{account.EMAIL}.* is still on this computer"), "label", timeout=60)
        self.assertEqual(self.desk.saved(), [])
        page.press(re.compile("^Keep a Copy on This Computer"), "push button")
        page.find("You were signed out. The account was deleted.", "label", timeout=60)
        self.assertTrue(until(lambda: self.desk.saved() == ["Before"], 30), self.desk.saved())

    @fault("N07", "N09")
    def test_a_message_of_the_operator_and_an_update_hint_are_shown(self):
        self.register()
        self.server.stop()
        self.server.more = ["--oldest-client", "99.1", "--message", "<b>Closed</b> on Sunday. مغلق"]
        self.server.start()
        window = self.start()
        page = self.open(window)
        page.find("<b>Closed</b> on Sunday. مغلق", "label", timeout=60)
        page.find("Message From the Operator", "label")
        page.find(re.compile("too old for the account server. Update to 99.1.0 or later"), "label")
        page.find("Update Kurs to sync again", "label")
        page.find("Change Password…", "list item")
        self.picture(window, "too-old")
        self.server.stop()
        self.server.more = []
        self.server.start()
        page.press("Sync Now", "push button")
        page.find(STEP, "label", timeout=60)
        self.assertTrue(page.gone("Message From the Operator", "label"))
        self.assertTrue(page.gone(re.compile("too old for the account server"), "label"))

    def test_the_sync_now_button_shows_the_result_of_the_sync(self):
        self.register()
        window = self.start()
        page = self.open(window)
        self.assert_signed_in(page)
        page.press("Sync Now", "push button")
        page.find("Everything is already synced.", "label", timeout=60)

    def test_missing_fields_are_named_below_the_disabled_button(self):
        window = self.start()
        page = self.open(window)
        page.find(re.compile("^Required: Server Address, Email, Password$"), "label")
        page.press("Create an Account…", "push button")
        page.find("A password needs at least 10 characters.")
        page.write("Server Address", self.server.address)
        page.find("Required: Name, Email, Password", "label")

    def test_a_session_that_another_program_ended_shows_a_button_to_sign_in(self):
        self.register()
        window = self.start()
        page = self.open(window)
        self.assert_signed_in(page)
        page.find(STEP, "label")
        _, access = account.tokens(self.desk.kind("session")[0])
        self.assertEqual(self.server.ask("/api/v1/member/logout/", {"everywhere": True}, access)[0], 200)
        page.press("Sync Now", "push button")
        said = "You were signed out by the account server."
        page.find(said, "label", timeout=60)
        self.assertEqual(self.desk.items(), [])
        page.press(re.compile("^Sign In"), "push button")
        page.write("Server Address", self.server.address)
        self.sign_in(page)
        self.assert_signed_in(page)

    @fault("A16")
    def test_a_locked_keyring_is_reported_until_it_is_unlocked(self):
        self.register()
        self.desk.lock_keyring()
        window = self.start()
        page = self.open(window)
        page.find("The keyring that stores your sign-in is locked.", "label", timeout=60)
        page.find(re.compile("^Unlock"), "push button")
        self.desk.unlock_keyring()
        # The window loses the focus and gets it back, as after the keyring's prompt.
        page.active()
        window.key("Escape")
        page = self.open(window)
        self.assertTrue(page.find(STEP, "label", timeout=60))

    def test_without_a_keyring_kurs_warns_that_the_sign_in_is_not_saved(self):
        self.desk.stop_keyring()
        window = self.start()
        page = self.open(window)
        self.register_on(page)
        page.find("The keyring can't store your sign-in. You will be signed out when you quit Kurs.", "label", timeout=60)
