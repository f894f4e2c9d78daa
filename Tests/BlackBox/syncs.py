# SPDX-License-Identifier: GPL-3.0-or-later
"""The sync from outside: two computers of one user, the real terminal program, and the real server over TLS.

Run by accounts.py. Uses the computers and server of account.py.
"""
import contextlib
import json
import pathlib
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
import unittest

import account
import owners
import page_sums
from fault_rows import fault
from plug import Plug

UNAVAILABLE = 69
# The most bytes of a value that the server accepts.
LONGEST = 256 * 1024


class Desk(account.Machine):
    """A computer with its keyring, on which any command of the terminal program runs."""

    def __init__(self, folder, authority):
        folder.mkdir()
        super().__init__(folder, authority)
        self.start_keyring()

    def kurs(self, *arguments):
        return self.command()[:-1] + list(arguments)

    def run(self, *arguments):
        return subprocess.run(
            self.kurs(*arguments), env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=60)

    def saved(self):
        return sorted(row["title"] for row in json.loads(self.run("saved", "list", "--json").stdout))


class SyncTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kurs-sync-"))
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.server = account.Server(self.folder)
        self.server.start()
        self.addCleanup(self.server.stop)
        self.desks = [Desk(self.folder / name, self.folder / "tls-cert.pem") for name in ("one", "other")]
        for desk in self.desks:
            self.addCleanup(desk.stop)

    def sign_in(self):
        one, other = self.desks
        self.done(one.account("register", account.EMAIL, "--server", self.server.address))
        self.done(other.account("sign-in", account.EMAIL, "--server", self.server.address))
        return one, other

    def done(self, process):
        self.assertEqual(process.returncode, 0, process.stderr)
        return process.stdout

    def save(self, desk, title, expression="100 EUR + 160 USD in JPY"):
        self.done(desk.run("calc", expression, "--save", title))

    def sync(self, *desks):
        for desk in desks:
            self.assertIn("Synced with", self.done(desk.run("sync")))

    def test_signing_in_keeps_earlier_data_even_before_the_first_sync(self):
        one, _ = self.desks
        self.save(one, "Before")
        self.done(one.run("own-rates", "set", "EUR", "USD", "1.5"))
        self.sign_in()
        self.assertEqual(one.saved(), ["Before"])
        self.assertIn("150.00 USD", self.done(one.run("convert", "100", "EUR", "USD")))

    def test_a_saved_calculation_reaches_the_other_computer_with_its_rates(self):
        one, other = self.sign_in()
        self.save(one, "Trip")
        self.sync(one, other)
        shown = [json.loads(self.done(desk.run("saved", "show", "Trip", "--json"))) for desk in (one, other)]
        self.assertEqual(shown[0], shown[1])
        self.assertGreaterEqual(len(shown[0]["rates"]), 2)

    def test_an_account_with_full_storage_still_receives_and_deletes_objects(self):
        self.server.stop()
        self.server.more = ["--member-space", "1"]
        self.server.start()
        one, other = self.sign_in()
        self.save(one, "Old")
        self.sync(one, other)
        self.save(other, "News")
        self.sync(other)
        _, access = account.tokens(other.kind("session")[0])
        edited = "2026-11-20T10:00:00.000Z"
        number = 0
        for size in (200_000, 20_000, 2_000, 200):
            status = 200
            while status == 200:
                number += 1
                thing = {"id": f"0d2f9a3c-1111-4222-8333-{number:012}", "kind": "thing", "deleted": None,
                         "fields": {"value": {"value": "x" * size, "edited": edited}}}
                status, _ = self.server.ask("/api/v1/sync/", {"since": 0, "changes": [thing]}, access)
            self.assertEqual(status, 413)
        self.done(one.run("saved", "delete", "Old"))
        self.save(one, "Too Much")
        self.save(one, "Far Too Much")
        full = one.run("sync")
        self.assertEqual(full.returncode, 1, full.stderr)
        self.assertIn("space on the server is full", full.stderr)
        self.assertIn("The account server has no room for “Far Too Much”", full.stderr)
        self.assertIn("News", one.saved())
        self.sync(other)
        self.assertNotIn("Old", other.saved())
        # The oversized object is removed, and the rest arrives.
        gone = {"id": f"0d2f9a3c-1111-4222-8333-{1:012}", "kind": "thing", "fields": {},
                "deleted": "2026-11-20T11:00:00.000Z"}
        known = {"revision": 0, "has_more": True}
        while known["has_more"]:
            _, answer = self.server.ask("/api/v1/sync/", {"since": known["revision"], "changes": []}, access)
            known = answer["data"]
        body = {"since": known["revision"], "changes": [gone]}
        self.assertEqual(self.server.ask("/api/v1/sync/", body, access)[0], 200)
        self.sync(one, other)
        self.assertEqual(other.saved(), ["Far Too Much", "News", "Too Much"])

    def test_after_damage_to_the_user_file_a_sync_restores_its_data(self):
        one, other = self.sign_in()
        self.save(one, "Trip")
        self.sync(one, other)
        path = next((one.folder / "data").rglob("person.sqlite"))
        with contextlib.closing(sqlite3.connect(path)) as file:
            file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            page, = file.execute("SELECT rootpage FROM sqlite_master WHERE name = 'object'").fetchone()
        content = bytearray(path.read_bytes())
        content[(page - 1) * page_sums.PAGE + 200] ^= 1
        path.write_bytes(content)
        self.assertIn(".aside", one.run("saved", "list").stderr)
        self.sync(one)
        self.assertEqual((one.saved(), other.saved()), (["Trip"], ["Trip"]))

    def test_an_alert_and_its_deletion_reach_the_other_computer(self):
        one, other = self.sign_in()
        self.done(one.run("alerts", "add", "EUR", "USD", "--above", "1.2"))
        self.sync(one, other)
        listed = self.done(other.run("alerts", "list"))
        self.assertEqual(listed, self.done(one.run("alerts", "list")))
        self.assertIn("1.2", listed)
        self.done(other.run("alerts", "delete", listed.split()[0]))
        self.sync(other, one)
        self.assertEqual(self.done(one.run("alerts", "list")).count("1.2"), 0)

    def test_the_systemd_timer_runs_only_while_the_member_has_synced_alerts(self):
        one, other = self.sign_in()
        alert = self.done(one.run("alerts", "add", "EUR", "USD", "--above", "1.2")).split()[0]
        self.sync(one)
        systemd = owners.systemd(other.environment)
        self.addCleanup(systemd.kill)
        self.sync(other, other)
        self.done(one.run("alerts", "delete", alert))
        self.sync(one, other)
        self.assertEqual(owners.told(systemd), ["EnableUnitFiles", "StartUnit", "DisableUnitFiles", "StopUnit"])

        self.done(one.run("alerts", "add", "EUR", "USD", "--above", "1.3"))
        self.sync(one)
        self.assertIn("kurs-cli alerts check", other.run("sync").stderr, "nobody looks, and it does not say so")

    def test_the_systemd_timer_runs_only_while_the_current_account_has_alerts(self):
        one, _ = self.sign_in()
        self.done(one.run("alerts", "add", "EUR", "USD", "--above", "1.2"))
        systemd = owners.systemd(one.environment)
        self.addCleanup(systemd.kill)
        self.done(one.account("sign-out", "--keep-data"))
        self.done(one.account("sign-in", account.EMAIL, "--server", self.server.address))
        self.done(one.account("switch", "none"))
        self.assertEqual(owners.told(systemd), [
            "DisableUnitFiles", "StopUnit", "EnableUnitFiles", "StartUnit", "DisableUnitFiles", "StopUnit"])

    def test_a_deletion_and_its_undo_reach_the_other_computer(self):
        one, other = self.sign_in()
        self.save(one, "Trip")
        self.sync(one, other)
        said = self.done(other.run("saved", "delete", "Trip"))
        self.sync(other, one)
        self.assertEqual(one.saved(), [])
        self.done(one.run("saved", "restore", re.search(r"restore ([0-9a-f-]{36})", said)[1]))
        self.sync(one, other)
        self.assertEqual((one.saved(), other.saved()), (["Trip"], ["Trip"]))

    def test_data_saved_before_sign_in_is_moved_to_the_account(self):
        one, other = self.desks
        self.save(one, "Before")
        self.save(other, "Elsewhere")
        self.sign_in()
        self.sync(one, other, one)
        self.assertEqual((one.saved(), other.saved()), (["Before", "Elsewhere"], ["Before", "Elsewhere"]))

    def test_signing_out_deletes_the_data_on_this_computer_only(self):
        one, other = self.sign_in()
        self.save(one, "Trip")
        self.sync(one)
        self.done(one.account("sign-out"))
        self.assertEqual(one.saved(), [])
        self.assertNotIn(b"160 USD", b"".join(p.read_bytes() for p in (one.folder / "data").rglob("person.sqlite*")))
        self.assertEqual(one.run("sync").returncode, 1)
        self.done(one.account("sign-in", account.EMAIL, "--server", self.server.address))
        self.sync(one)
        self.assertEqual(one.saved(), ["Trip"])

    @fault("B11")
    def test_signing_out_sends_unsent_changes_and_fails_if_the_server_is_unreachable(self):
        one, other = self.sign_in()
        self.save(one, "Sent at sign-out")
        self.done(one.account("sign-out"))
        self.sync(other)
        self.assertEqual(other.saved(), ["Sent at sign-out"])
        self.done(one.account("sign-in", account.EMAIL, "--server", self.server.address))
        self.sync(one)
        self.server.stop()
        self.save(one, "Written on the train")
        refused = one.account("sign-out")
        self.assertEqual((refused.returncode, refused.stdout), (1, ""))
        self.assertIn("1 change is on this computer only", refused.stderr)
        self.assertEqual(one.saved(), ["Sent at sign-out", "Written on the train"])
        self.done(one.account("sign-out", "--discard"))
        self.assertEqual(one.saved(), [])

    @fault("B08")
    def test_switching_accounts_keeps_the_settings_of_each_account(self):
        one, _ = self.sign_in()
        def choose(currency):
            self.done(one.run("settings", "set", "result-currencies", currency))
            self.sync(one)

        choose("CHF")
        self.done(one.account("register", "bob@example.org", "--server", self.server.address))
        self.sync(one)
        choose("JPY")
        for email, currency in ((account.EMAIL, "CHF"), ("bob@example.org", "JPY"), (account.EMAIL, "CHF")):
            self.done(one.account("switch", email))
            self.sync(one)
            self.assertEqual(self.setting(one, "result-currencies"), currency)

    @fault("B08")
    def test_the_sync_fails_if_settings_cannot_be_saved(self):
        one, other = self.sign_in()
        self.done(one.run("settings", "set", "result-currencies", "CHF"))
        self.sync(one, other)
        file = next((other.folder / "config").rglob("settings.ini"))
        text = file.read_bytes()
        self.done(one.run("settings", "set", "result-currencies", "JPY"))
        self.sync(one)
        file.unlink()
        file.mkdir()
        failed = other.run("sync")
        self.assertEqual((failed.returncode, failed.stdout), (74, ""))
        self.assertIn("settings.ini", failed.stderr)
        file.rmdir()
        file.write_bytes(text)
        self.sync(other, one)
        self.assertEqual([self.setting(desk, "result-currencies") for desk in (one, other)], ["JPY", "JPY"])

    def test_if_another_computer_deletes_the_account_its_data_is_offered(self):
        one, other = self.desks
        self.save(one, "Before")
        self.sign_in()
        self.save(one, "Since")
        self.sync(one, other)
        _, access = account.tokens(other.kind("session")[0])
        body = {"password": account.PASSWORD}
        self.assertEqual(self.server.ask("/api/v1/member/delete/", body, access)[0], 200)
        one.run("sync")
        self.assertEqual((one.saved(), one.status()["state"]), ([], "signed-out"))
        self.assertIn("kept on this computer", self.done(one.account("copy")))
        self.assertEqual(one.saved(), ["Before", "Since"])
        self.assertIn("no data of another account", self.done(one.account("copy")))

    def test_an_unreachable_server_is_reported_and_changes_wait(self):
        one, other = self.sign_in()
        self.server.stop()
        self.save(one, "Trip")
        self.assertEqual(one.run("sync").returncode, UNAVAILABLE)
        self.assertEqual(one.saved(), ["Trip"])
        self.server.start()
        self.sync(one, other)
        self.assertEqual(other.saved(), ["Trip"])

    def test_in_offline_mode_a_sync_fails_and_the_error_names_the_setting(self):
        one, _ = self.sign_in()
        self.done(one.run("settings", "set", "offline", "true"))
        refused = one.run("sync")
        self.assertEqual((refused.returncode, refused.stdout), (UNAVAILABLE, ""))
        self.assertIn("settings set offline false", refused.stderr)

    @fault("N07")
    def test_if_the_server_requires_an_update_changes_wait_for_a_later_sync(self):
        one, other = self.sign_in()
        self.server.stop()
        self.server.more = ["--oldest-client", "99.1", "--message", "<b>Closed</b> on Sunday. مغلق"]
        self.server.start()
        self.save(one, "Trip")
        refused = one.run("sync")
        self.assertEqual(refused.returncode, UNAVAILABLE)
        self.assertIn("too old for the account server. Update to 99.1.0 or later", refused.stderr)
        self.assertEqual(self.server.count("/api/v1/sync/"), 0)
        said = self.done(one.account("status"))
        self.assertIn("Signed in: " + account.EMAIL, said)
        self.assertIn("Update to 99.1.0 or later", said)
        self.assertIn("Message from the operator: <b>Closed</b> on Sunday. مغلق\n", said)
        told = one.status()
        self.assertEqual((told["message"], told["neededRelease"]), ("<b>Closed</b> on Sunday. مغلق", "99.1.0"))
        self.assertEqual(one.saved(), ["Trip"])
        self.server.stop()
        self.server.more = []
        self.server.start()
        self.sync(one, other)
        self.assertEqual(other.saved(), ["Trip"])
        self.assertNotIn("message", one.status())

    def test_synced_settings_apply_on_both_computers_and_local_settings_on_one(self):
        one, other = self.sign_in()
        self.done(one.run("settings", "set", "result-currencies", "SEK,NOK"))
        self.done(one.run("settings", "set", "offline", "false"))
        self.done(one.run("settings", "set", "cache-disk", "33"))
        self.sync(one, other)
        self.assertEqual(self.setting(other, "result-currencies"), "SEK,NOK")
        self.assertNotEqual(self.setting(other, "cache-disk"), "33")
        self.done(other.run("settings", "set", "result-currencies", "DKK"))
        self.sync(other, one)
        self.assertEqual(self.setting(one, "result-currencies"), "DKK")

    def setting(self, desk, name):
        return self.done(desk.run("settings", "get", name)).strip()

    def test_an_object_too_large_to_sync_is_reported_and_other_objects_sync(self):
        one, other = self.sign_in()
        self.save(one, "Everything")
        # No typed calculation is that long, but a later Kurs may store more of one.
        path = next((one.folder / "data").rglob("person.sqlite"))
        with contextlib.closing(sqlite3.connect(path)) as file, file:
            file.execute(
                "INSERT INTO object_field SELECT member, id, 'attachment', ?, edited_ms FROM object_field "
                "WHERE name = 'title' AND value = 'Everything'", ("x" * (LONGEST + 1),))
        page_sums.seal(path)
        self.save(one, "Trip")
        done = one.run("sync")
        self.assertIn("“Everything” is too large for the account server", done.stderr)
        self.assertIn("Synced with", self.done(done))
        self.sync(other)
        self.assertEqual((one.saved(), other.saved()), (["Everything", "Trip"], ["Trip"]))

    @fault("B04")
    def test_killing_program_or_server_neither_loses_nor_repeats_a_change(self):
        one, other = self.sign_in()
        self.sync(one)
        started = time.monotonic()
        self.sync(one)
        usual = time.monotonic() - started
        chance = random.Random(7)
        titles = []
        for number in range(16):
            titles.append(f"Number {number:02}")
            self.save(one, titles[-1], f"{number + 1} EUR")
            process = subprocess.Popen(
                one.kurs("sync"), env=one.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL)
            time.sleep(chance.uniform(0, usual))
            if number % 2:
                self.server.process.send_signal(signal.SIGKILL)
                self.server.process.wait()
                process.wait()
                self.server.start()
            else:
                process.kill()
                process.wait()
        self.sync(one, other)
        self.assertEqual((one.saved(), other.saved()), (titles, titles))

    @fault("B03")
    def test_a_server_crash_at_any_step_of_a_sync_loses_no_data(self):
        """Crashes in each stage of the exchange: during the handshake, the request and the response."""
        plug = Plug(self.server.port)
        self.addCleanup(plug.close)
        one, other = self.desks
        self.done(one.account("register", account.EMAIL, "--server", f"https://localhost:{plug.port}"))
        self.done(other.account("sign-in", account.EMAIL, "--server", self.server.address))
        titles = ["Usual"]
        self.save(one, "Usual")
        plug.arm(None)
        self.sync(one)
        usual = plug.passed

        steps, pulls = 16, 0
        for step in range(steps):
            titles.append(f"Step {step:02}")
            self.save(one, titles[-1], f"{step + 1} EUR")
            plug.arm(usual * step // steps, self.server.process.kill)
            one.run("sync")
            if plug.is_out:
                pulls += 1
                self.server.process.wait()
                self.server.start()
            # No local data is lost, whatever the server has.
            self.assertEqual(one.saved(), sorted(titles))
            plug.arm(None)
            if step % 4 == 3:
                self.sync(one, other)
                self.assertEqual(other.saved(), sorted(titles))
        self.assertGreaterEqual(pulls, steps * 3 // 4, "the plug was hardly ever pulled")
        self.sync(one, other, one)
        self.assertEqual((one.saved(), other.saved()), (sorted(titles), sorted(titles)))
