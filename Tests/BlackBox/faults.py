# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows of docs/FAULTS.md that need a whole system: wipes, kills and silent services, with the real server and keyring.

Run by accounts.py. Uses the computers of syncs.py.
"""
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

import account
import syncs
from fault_rows import fault

HERE = pathlib.Path(__file__).resolve().parent
NAME = "Canary Lovelace"
TITLE = "A canary of a journey"


class FaultTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kurs-faults-"))
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.server = account.Server(self.folder)
        self.server.start()
        self.addCleanup(self.server.stop)
        self.desk = syncs.Desk(self.folder / "one", self.folder / "tls-cert.pem")
        self.addCleanup(self.desk.stop)
        self.tokens = set()

    def done(self, process):
        self.assertEqual(process.returncode, 0, process.stderr)
        return process.stdout

    def register(self):
        self.done(self.desk.account(
            "register", account.EMAIL, "--name", NAME, "--server", self.server.address, "--keep-password"))
        self.note_tokens()

    def note_tokens(self):
        self.tokens |= set(account.tokens(self.desk.kind("session")[0]))

    def fill(self):
        """Stores some data of each kind for a member: saved objects, queued commands and cached responses."""
        for name in ("send-statistics", "log-statistics"):
            self.done(self.desk.run("settings", "set", name, "true"))
        self.done(self.desk.run("calc", "73911 EUR in JPY", "--save", TITLE))
        self.done(self.desk.run("sync"))
        self.done(self.desk.account("status"))
        self.assertNotEqual(self.hits(), {})

    def end_for_good(self):
        """Ends the session and changes the password, so that the stored sign-in no longer works."""
        _, access = account.tokens(self.desk.kind("session")[0])
        changed = {"old": account.PASSWORD, "new": "another password"}
        self.assertEqual(self.server.ask("/api/v1/member/password/", changed, access)[0], 200)
        self.assertEqual(self.server.ask("/api/v1/member/logout/", {"everywhere": True}, access)[0], 200)

    def files(self):
        return [path for name in ("data", "cache", "config", "run") for path in (self.desk.folder / name).rglob("*")
                if path.is_file()]

    def hits(self):
        """Returns the files that contain one of the member's texts, with the text."""
        words = {account.EMAIL, NAME, TITLE, "73911 EUR", account.PASSWORD, *self.tokens}
        found = {path.name: [word for word in words if word.encode() in path.read_bytes()] for path in self.files()}
        return {name: words for name, words in found.items() if words}

    def taken_by_status(self):
        started = time.monotonic()
        self.desk.status()
        return time.monotonic() - started

    def assert_nothing_is_left(self):
        self.assertEqual(self.desk.items(), [])
        self.assertEqual(self.desk.status(), {
            "state": "signed-out", "member": None, "members": [], "remembered": True})
        self.assertEqual(self.desk.saved(), [])
        # A local copy stays until the user decides, and is deleted from the disk then.
        self.desk.account("copy", "--discard")
        self.assertEqual(self.hits(), {})

    @fault("A07", "S16")
    def test_after_the_server_refuses_token_and_password_no_file_contains_member_data(self):
        self.register()
        self.fill()
        self.end_for_good()
        self.desk.boot = "second-boot"
        self.assertIn("password has changed", self.desk.account("status").stdout)
        # The stored password is sent once, and not again by a later program.
        self.assertEqual(self.server.count("login/email"), 1)
        self.assert_nothing_is_left()
        self.assertEqual(self.server.count("login/email"), 1)

    @fault("B13")
    def test_a_sign_in_that_cannot_be_saved_fails(self):
        """The data folder is read-only."""
        self.done(self.desk.run("calc", "1 EUR", "--save", TITLE))
        data = self.desk.folder / "data"
        run = subprocess.run(
            [*(["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-Urm"]), "bash", "-c",
             'mount --make-rprivate /; mount --bind "$0" "$0"; mount -o remount,ro,bind "$0"; exec "$@"', str(data),
             *self.desk.command("register", account.EMAIL, "--server", self.server.address)],
            env=self.desk.environment, input=account.PASSWORD + "\n", capture_output=True, text=True, timeout=60)
        self.assertEqual((run.returncode, run.stdout), (69, ""), run.stderr)
        self.assertIn("Can't read or save the account", run.stderr)
        self.assertEqual((self.desk.items(), self.desk.status()["state"]), ([], "signed-out"))

    @fault("A32")
    def test_if_kurs_is_killed_while_removing_data_the_next_start_continues(self):
        chance = random.Random(32)
        usual = self.taken_by_status()
        cut_short = 0
        for number in range(10):
            email = f"ada{number}@example.org"
            self.done(self.desk.account("register", email, "--name", NAME, "--server", self.server.address))
            self.note_tokens()
            self.done(self.desk.run("calc", "73911 EUR in JPY", "--save", TITLE))
            # Syncs first, because unsent changes would be kept until the user decides.
            self.done(self.desk.run("sync"))
            _, access = account.tokens(self.desk.kind("session")[0])
            self.assertEqual(self.server.ask("/api/v1/member/logout/", {"everywhere": True}, access)[0], 200)
            self.desk.boot = f"boot-{number}"
            process = subprocess.Popen(
                self.desk.command("status"), env=self.desk.environment, stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
            time.sleep(chance.uniform(0.1, 2) * usual)
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            cut_short += bool(self.desk.items())
            # No command shows data of the member any more.
            said = self.desk.account("status").stdout
            self.assertNotIn(NAME, said)
            self.assert_nothing_is_left()
        self.assertGreater(cut_short, 0, "each wipe was over before the kill")

    @fault("A10")
    def test_a_captive_portal_does_not_sign_the_member_out(self):
        self.register()
        self.fill()
        kept = self.desk.items()
        self.desk.boot = "second-boot"
        for _ in range(3):
            state = json.loads(self.desk.account("status", "--json", trusts=False).stdout)
            self.assertEqual((state["state"], state["member"]["email"]), ("offline", account.EMAIL))
        self.assertEqual(self.server.count("login/refresh"), 0)
        self.assertEqual((self.desk.items(), self.desk.saved()), (kept, [TITLE]))
        self.assertEqual(self.desk.status()["state"], "signed-in")
        self.assertEqual(self.server.count("login/refresh"), 1)

    @fault("A23")
    def test_a_silent_server_delays_signing_out_by_three_seconds_at_most(self):
        self.register()
        self.fill()
        usual = self.taken_by_status()
        self.server.process.send_signal(signal.SIGSTOP)
        self.addCleanup(self.server.process.send_signal, signal.SIGCONT)
        started = time.monotonic()
        done = self.desk.account("sign-out")
        taken = time.monotonic() - started
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertLess(taken, 3 + 2 + usual)
        self.assertEqual((self.desk.items(), self.hits()), ([], {}))
        self.server.process.send_signal(signal.SIGCONT)
        self.assert_nothing_is_left()

    @fault("A16", "A18", "A25", "X19")
    def test_the_account_status_is_printed_within_a_second_without_server_or_keyring(self):
        self.register()

        def taken(*arguments):
            """Returns the shortest of five durations, so that other load of the computer doesn't count."""
            times = []
            for _ in range(5):
                started = time.monotonic()
                done = self.desk.account(*arguments)
                times.append(time.monotonic() - started)
            return min(times), json.loads(done.stdout or "null")

        started = time.monotonic()
        self.assertEqual(self.desk.run("saved", "list").returncode, 0)
        without = time.monotonic() - started
        self.server.stop()
        self.desk.boot = "second-boot"
        offline, state = taken("status", "--json")
        self.assertEqual(state["state"], "offline")
        self.assertLess(offline - without, 0.3)
        self.desk.lock_keyring()
        locked, state = taken("status", "--json")
        self.assertEqual(state["state"], "locked")
        self.assertLess(locked - without, 1)
        del self.desk.environment["DBUS_SESSION_BUS_ADDRESS"]
        alone, state = taken("status", "--json")
        self.assertEqual(state["state"], "no-keyring")
        self.assertLess(alone - without, 0.5)
        print(f"(without {without:.3f} s, offline {offline:.3f} s, locked {locked:.3f} s, alone {alone:.3f} s)", end=" ")

    @fault("A19", "X19")
    def test_a_silent_secret_service_is_abandoned_after_five_seconds(self):
        self.register()
        usual = self.taken_by_status()
        self.desk.stop_keyring()
        silent = subprocess.Popen(
            ["/usr/bin/python3", HERE / "secret_service.py", "silent"], env=self.desk.environment,
            stdout=subprocess.PIPE, text=True)
        self.desk.processes.append(silent)
        self.assertEqual(silent.stdout.readline(), "owned\n")
        taken = self.taken_by_status()
        self.assertEqual(self.desk.status()["state"], "locked")
        self.assertIn("The keyring doesn't respond", self.desk.account("status").stdout)
        self.assertGreater(taken, 5)
        self.assertLess(taken - usual, 6)
        # Until then, nothing was deleted.
        self.assertEqual(self.server.count("logout"), 0)
        self.assertEqual([member["email"] for member in self.desk.status()["members"]], [account.EMAIL])
