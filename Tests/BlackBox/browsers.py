# SPDX-License-Identifier: GPL-3.0-or-later
"""Browser sign-in from outside: the real terminal program, the real server over TLS, and an identity provider.

Run by accounts.py. Uses the computer and server of account.py.
"""
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import unittest
import urllib.error
import urllib.parse

import account
import identity
from fault_rows import fault


class Errand:
    """`account sign-in --browser`, or another command that opens a browser, while it waits."""

    def __init__(self, machine, *arguments, command=("sign-in", "--browser"), typed=None):
        self.process = subprocess.Popen(
            machine.command(*command, *arguments), env=machine.environment,
            stdin=subprocess.DEVNULL if typed is None else subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
        if typed is not None:
            self.process.stdin.write(typed + "\n")
            self.process.stdin.close()
            self.process.stdin = None
        self.said = ""
        while not (found := re.search(r"^  (\S+)$", self.said, re.M)):
            line = self.process.stderr.readline()
            self.said += line
            assert line, self.said
        self.address = found[1]

    def ends(self):
        """Returns exit code, standard output and standard error."""
        out, error = self.process.communicate(timeout=60)
        return self.process.returncode, out, self.said + error

    def interrupt(self):
        os.killpg(self.process.pid, signal.SIGINT)


class OfferedTest(unittest.TestCase):
    """Tests with a server that trusts the test's identity provider."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kurs-browser-"))
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.provider = identity.IdentityProvider(self.folder)
        self.addCleanup(self.provider.stop)
        self.server = account.Server(self.folder)
        self.server.more = ["--oidc-issuer", self.provider.issuer, "--oidc-client-id", self.provider.CLIENT]
        self.server.start()
        self.addCleanup(self.server.stop)


class BrowserTest(OfferedTest):
    def setUp(self):
        super().setUp()
        self.machine = account.Machine(self.folder, self.folder / "tls-cert.pem")
        self.addCleanup(self.machine.stop)
        self.machine.start_keyring()

    def errand(self, *more):
        return self.kept(Errand(self.machine, "--server", self.server.address, *more))

    def kept(self, errand):
        self.addCleanup(lambda: (errand.process.kill(), errand.process.wait(),
                                 errand.process.stdout.close(), errand.process.stderr.close()))
        return errand

    def sign_in(self):
        errand = self.errand()
        status, page = identity.browse(errand.address)
        self.assertEqual(status, 200)
        code, out, error = errand.ends()
        self.assertEqual(code, 0, error)
        return errand, out, page

    def ended_as(self, errand, code, sentence):
        ended, out, error = errand.ends()
        self.assertEqual((ended, out), (code, ""), error)
        self.assertIn(sentence, error)
        self.assertEqual(self.machine.items(), [])

    def test_the_browser_signs_in_and_the_next_program_is_signed_in(self):
        _, out, page = self.sign_in()
        self.assertIn("Signed in: ada@example.org", out)
        self.assertIn("close this window", page)
        state = self.machine.status()
        self.assertEqual((state["state"], state["member"]["name"]), ("signed-in", "Ada"))
        self.assertEqual(self.machine.kind("password"), [])
        self.machine.boot = "second-boot"
        self.assertEqual(self.machine.status()["state"], "signed-in")
        self.assertEqual(self.server.count("login/refresh"), 1)
        self.assertEqual(self.machine.account("sign-out").returncode, 0)
        self.assertEqual(self.machine.items(), [])

    def test_signing_in_with_the_same_identity_opens_the_same_account(self):
        del self.provider.claims["email"]
        self.sign_in()
        first = self.machine.status()["member"]
        self.assertEqual((first["email"], first["name"]), ("", "Ada"))
        self.assertEqual(self.machine.account("sign-out").returncode, 0)
        self.sign_in()
        self.assertEqual(self.machine.status()["member"], first)

    def test_after_a_session_ends_the_user_must_sign_in_again(self):
        self.sign_in()
        _, access = account.tokens(self.machine.kind("session")[0])
        self.assertEqual(self.server.ask("/api/v1/member/logout/", {"everywhere": True}, access)[0], 200)
        self.machine.boot = "second-boot"
        self.assertIn("the account server signed you out", self.machine.account("status").stdout)
        self.assertEqual(self.machine.items(), [])
        self.assertEqual(self.server.count("login/email"), 0)
        self.sign_in()
        self.assertEqual(self.machine.status()["state"], "signed-in")

    def test_a_sign_in_that_is_refused_in_the_browser_fails(self):
        self.provider.person = "denied"
        errand = self.errand()
        self.assertIn("You are not signed in", identity.browse(errand.address)[1])
        self.ended_as(errand, 1, "refused in the browser")
        self.provider.person = "error"
        errand = self.errand()
        identity.browse(errand.address)
        self.ended_as(errand, 69, "server_error")
        self.assertEqual(self.provider.redeemed, [])

    def test_a_browser_response_that_belongs_to_another_sign_in_is_refused(self):
        self.provider.person = "strange"
        errand = self.errand()
        status, page = identity.browse(errand.address)
        self.assertEqual(status, 400)
        self.assertIn("another sign-in", page)
        home = urllib.parse.urlsplit(self.provider.questions[0]["redirect_uri"])
        for target in ("/favicon.ico", "/", "/callback/"):
            self.assertEqual(identity.browse(f"http://{home.netloc}{target}")[0], 404)
        self.assertEqual(identity.browse(f"http://localhost:{home.port}/callback")[0], 421)
        self.assertEqual(self.provider.redeemed, [])
        self.provider.person = "code"
        self.assertEqual(identity.browse(errand.address)[0], 200)
        self.assertEqual(errand.ends()[0], 0)
        with self.assertRaises(urllib.error.URLError):
            identity.browse(f"http://{home.netloc}/callback")

    def test_a_stolen_authorization_code_does_not_sign_in(self):
        errand = self.errand()
        home = self.provider.authorize(urllib.parse.parse_qs(urllib.parse.urlsplit(errand.address).query))
        answer = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(home).query))
        question = self.provider.questions[0]
        stolen = {"issuer": self.provider.issuer, "code": answer["code"], "code_verifier": "guessed" * 7,
                  "nonce": question["nonce"], "redirect_uri": question["redirect_uri"]}
        status, refusal = self.server.ask("/api/v1/member/login/oidc/", stolen)
        self.assertEqual((status, refusal["reason"]), (401, "identity-refused"))
        # The thief has used the code, so the user's sign-in fails with a message.
        identity.browse(home)
        self.ended_as(errand, 1, "rejected this sign-in")

    def test_an_authorization_code_from_another_program_does_not_sign_in(self):
        errand, other = self.errand(), self.errand()
        home = self.provider.authorize(urllib.parse.parse_qs(urllib.parse.urlsplit(other.address).query))
        theirs = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(home).query))
        mine = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(errand.address).query))
        identity.browse(mine["redirect_uri"] + "?" + urllib.parse.urlencode(
            {"code": theirs["code"], "state": mine["state"]}))
        self.ended_as(errand, 1, "rejected this sign-in")
        other.interrupt()

    def test_an_unreachable_or_insecure_identity_provider_is_reported_before_the_browser_opens(self):
        def fails(code, sentence, *more):
            done = self.machine.account("sign-in", "--browser", "--server", self.server.address, *more)
            self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
            self.assertIn(sentence, done.stderr)
        fails(1, "doesn't support sign-in", "--issuer", "https://id.example.org")
        for document in ({"code_challenge_methods_supported": ["plain"]}, {"issuer": "https://evil.example"},
                         {"authorization_endpoint": "http://id.example.org/authorize"},
                         {"authorization_endpoint": "javascript:alert(1)"}, {"authorization_endpoint": 1}):
            self.provider.document = document
            fails(69, "is not secure")
        self.provider.stop()
        fails(69, "Can't reach the server’s sign-in page")
        self.server.stop()
        self.server.more = []
        self.server.start()
        fails(1, "doesn't support sign-in")
        self.assertEqual(self.machine.items(), [])

    def add(self, *more, typed=None):
        """Runs `account identity add` until it has printed the address to open."""
        return self.kept(Errand(self.machine, *more, command=("identity", "add"), typed=typed))

    def ways(self):
        done = self.machine.account("identities", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def known(self, *subjects):
        return [{"provider": self.provider.issuer, "subject": subject, "email": f"{subject}@example.org"}
                for subject in subjects]

    def test_an_added_identity_signs_the_member_in_until_it_is_removed(self):
        self.provider.claims["email"] = "ada@example.org"
        done = self.machine.account("register", account.EMAIL, "--server", self.server.address)
        self.assertEqual(done.returncode, 0, done.stderr)
        member = self.machine.status()["member"]
        self.assertEqual(self.ways(), {"password": True, "identities": []})
        errand = self.add("--provider", self.provider.issuer)
        self.assertIn("close this window", identity.browse(errand.address)[1])
        code, out, error = errand.ends()
        self.assertEqual((code, out), (0, f"password\n{self.provider.issuer}  ada  ada@example.org\n"), error)
        self.assertEqual(self.ways(), {"password": True, "identities": self.known("ada")})
        self.assertEqual(self.machine.account("sign-out").returncode, 0)
        self.sign_in()
        self.assertEqual(self.machine.status()["member"], member)
        site = self.provider.issuer.removeprefix("http://")
        done = self.machine.account("identity", "remove", site)
        self.assertEqual((done.returncode, done.stdout), (0, "password\n"), done.stderr)
        done = self.machine.account("identity", "remove", site)
        self.assertEqual(done.returncode, 64, done.stderr)
        self.assertIn("is not a sign-in method of this account", done.stderr)
        # The removed identity now opens a new account, which can't have the same address.
        self.assertEqual(self.machine.account("sign-out").returncode, 0)
        self.provider.claims["email"] = account.EMAIL
        errand = self.errand()
        identity.browse(errand.address)
        self.ended_as(errand, 1, "account with this email address")

    def test_a_member_without_a_password_cannot_remove_the_last_sign_in_method(self):
        self.sign_in()
        self.assertEqual(self.ways(), {"password": False, "identities": self.known("ada")})
        done = self.machine.account("identity", "remove", "ada@example.org")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("your last sign-in method", done.stderr)
        self.provider.claims |= {"sub": "countess", "email": "countess@example.org"}
        errand = self.add()
        identity.browse(errand.address)
        self.assertEqual(errand.ends()[0], 0)
        self.assertEqual(self.ways(), {"password": False, "identities": self.known("ada", "countess")})
        done = self.machine.account("identity", "remove", self.provider.issuer)
        self.assertEqual(done.returncode, 64)
        self.assertIn("matches several", done.stderr)
        self.assertEqual(self.machine.account("identity", "remove", "ada").returncode, 0)
        self.assertEqual(self.ways(), {"password": False, "identities": self.known("countess")})

    def test_an_identity_of_another_account_is_not_added(self):
        self.sign_in()
        self.assertEqual(self.machine.account("sign-out").returncode, 0)
        done = self.machine.account("register", "bob@example.org", "--server", self.server.address)
        self.assertEqual(done.returncode, 0, done.stderr)
        errand = self.add()
        identity.browse(errand.address)
        code, out, error = errand.ends()
        self.assertEqual((code, out), (1, ""), error)
        self.assertIn("already uses this sign-in method", error)
        self.provider.person = "denied"
        errand = self.add()
        identity.browse(errand.address)
        code, out, error = errand.ends()
        self.assertEqual((code, out), (1, ""), error)
        self.assertIn("refused in the browser", error)
        self.assertEqual(self.ways(), {"password": True, "identities": []})

    def age(self, minutes):
        """Makes the sign-ins on the server that many minutes older."""
        with contextlib.closing(sqlite3.connect(self.folder / "accounts.sqlite", timeout=30)) as database, database:
            database.execute("UPDATE session SET confirmed = confirmed - ?", (minutes * 60_000,))

    def test_half_an_hour_after_sign_in_adding_an_identity_requires_the_password(self):
        done = self.machine.account("register", account.EMAIL, "--server", self.server.address)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.age(30)
        done = self.machine.account("identity", "add", password="not the password")
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        self.assertIn("Incorrect password.", done.stderr)
        self.assertEqual(self.provider.questions, [])
        errand = self.add(typed=account.PASSWORD)
        identity.browse(errand.address)
        code, out, error = errand.ends()
        self.assertEqual(code, 0, error)
        self.assertIn("ada@example.org", out)
        self.assertNotIn(account.PASSWORD, out + error)

    def test_adding_an_identity_without_a_password_requires_another_sign_in(self):
        self.sign_in()
        self.age(30)
        done = self.machine.account("identity", "add")
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        self.assertIn("account sign-in --browser", done.stderr)
        self.sign_in()
        self.provider.claims |= {"sub": "countess", "email": "countess@example.org"}
        errand = self.add()
        identity.browse(errand.address)
        self.assertEqual(errand.ends()[0], 0)

    def test_listing_sign_in_methods_requires_a_sign_in(self):
        for command in (("identities",), ("identity", "add"), ("identity", "remove", "x")):
            done = self.machine.account(*command)
            self.assertEqual((done.returncode, done.stdout), (1, ""), command)
            self.assertIn("You are not signed in.", done.stderr)

    def test_conflicting_options_of_sign_in_are_refused(self):
        for arguments in (("--browser", "ada@example.org"), (), ("--browser", "--keep-password"),
                          ("--issuer", "https://id.example.org", "ada@example.org")):
            self.assertEqual(self.machine.account("sign-in", *arguments).returncode, 64, arguments)

    @fault("X05", "B06")
    def test_secrets_are_in_the_keyring_and_nowhere_else(self):
        errand = self.errand()
        code = {}
        seen = b""
        home = self.provider.authorize(urllib.parse.parse_qs(urllib.parse.urlsplit(errand.address).query))
        code = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(home).query))["code"]
        identity.browse(home)
        while errand.process.poll() is None:
            for name in ("cmdline", "environ"):
                for path in pathlib.Path("/proc").glob(f"[0-9]*/{name}"):
                    try:
                        seen += path.read_bytes()
                    except OSError:
                        pass
        ended, out, error = errand.ends()
        self.assertEqual(ended, 0, error)
        verifier = self.provider.redeemed[0]["code_verifier"]
        self.assertGreaterEqual(len(verifier), 43)
        refresh, access = account.tokens(self.machine.kind("session")[0])
        self.assertEqual(len(self.machine.items()), 1)
        attributes, label, _ = self.machine.items()[0]
        question = self.provider.questions[0]
        for secret in (code, verifier, refresh, access, question["nonce"], question["state"]):
            if secret in (question["nonce"], question["state"]):
                # The address on screen contains both values, which protect only this sign-in.
                error = error.replace(errand.address, "")
            self.assertGreaterEqual(len(secret), 16)
            self.assertNotIn(secret, out + error + json.dumps(attributes) + label)
            self.assertNotIn(secret.encode(), seen)
            files = [path for name in ("data", "cache", "config", "run") for path in (self.folder / name).rglob("*")
                     if path.is_file()]
            for path in files + [self.server.log, *self.folder.glob("accounts.sqlite*")]:
                self.assertNotIn(secret.encode(), path.read_bytes(), path)
