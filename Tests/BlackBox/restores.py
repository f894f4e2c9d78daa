# SPDX-License-Identifier: GPL-3.0-or-later
"""A server that loses data: two computers of a user while the operator restores, loses or moves the server's files.

Run by accounts.py. Uses the computers of syncs.py.
"""
import pathlib
import shutil
import signal
import sqlite3
import subprocess

import account
import syncs
from fault_rows import fault


class RestoreTest(syncs.SyncTest):
    def setUp(self):
        super().setUp()
        self.database = self.folder / "accounts.sqlite"
        self.copy = self.folder / "copy.sqlite"

    def copied(self):
        """Copies the database with SQLite's own program while the server runs, as an operator might."""
        source = sqlite3.connect(self.database)
        source.execute("VACUUM INTO ?", (str(self.copy),))
        source.close()

    def put_back(self):
        for suffix in ("", "-wal", "-shm"):
            pathlib.Path(f"{self.database}{suffix}").unlink(missing_ok=True)
        shutil.copy(self.copy, self.database)

    def renewed(self, *desks):
        """Simulates a restart of the computers, after which tokens must be renewed."""
        for desk in desks:
            desk.boot += "-next"
            desk.status()

    def started_again_the_unsent_arrives(self, one, other):
        self.server.start()
        self.renewed(one, other)
        self.assertEqual(one.saved(), ["Never sent"])
        self.nothing_is_lost(one, other)
        self.sync(one, other)
        self.assertEqual(other.saved(), ["Never sent"])

    def nothing_is_lost(self, *desks):
        """Checks that nobody was signed out for good. The user signs in again, and all data is on both computers."""
        for desk in desks:
            status = desk.status()
            self.assertEqual([member["email"] for member in status["members"]], [account.EMAIL], status)
            if status["state"] != "signed-in":
                self.done(desk.account("sign-in", account.EMAIL, "--server", self.server.address))

    @fault("N02")
    def test_restoring_an_older_server_database_loses_no_sign_in_and_no_data(self):
        one, other = self.sign_in()
        self.save(one, "Before")
        self.sync(one, other)
        self.copied()
        self.renewed(one, other)
        self.save(one, "Sent after the copy")
        self.sync(one, other)
        self.save(other, "Never sent")
        self.server.stop()
        self.put_back()
        self.server.start()
        self.renewed(one, other)
        for desk in (one, other):
            self.assertIn("Before", desk.saved())
        self.assertIn("Never sent", other.saved())
        self.nothing_is_lost(one, other)
        self.sync(other, one, other)
        everything = ["Before", "Never sent", "Sent after the copy"]
        self.assertEqual((one.saved(), other.saved()), (everything, everything))

    @fault("N02")
    def test_restoring_a_database_after_a_server_crash_loses_no_data(self):
        one, other = self.sign_in()
        self.copied()
        self.renewed(one, other)
        self.save(one, "Never sent")
        self.server.process.send_signal(signal.SIGKILL)
        self.server.process.wait()
        self.put_back()
        self.started_again_the_unsent_arrives(one, other)

    @fault("N02")
    def test_a_backup_made_by_the_server_can_be_restored(self):
        one, other = self.sign_in()
        self.save(one, "Before")
        self.sync(one, other)
        self.operate("backup", self.copy)
        self.save(one, "After")
        self.sync(one, other)
        self.assertNotEqual(self.operated("restore", self.copy).returncode, 0, "while it is serving")
        self.server.stop()
        self.operate("restore", self.copy)
        self.server.start()
        self.renewed(one, other)
        self.nothing_is_lost(one, other)
        self.sync(one, other)
        self.assertEqual((one.saved(), other.saved()), (["After", "Before"], ["After", "Before"]))
        # The replaced files are saved beside the restored database.
        self.assertEqual(len(list(self.folder.glob("accounts.sqlite.before-*[0-9Z]"))), 1)

    def operated(self, command, *more):
        return subprocess.run(
            [account.SERVER, command, "--database", self.database, *more], capture_output=True, text=True, timeout=60)

    def operate(self, command, *more):
        return self.done(self.operated(command, *more))

    @fault("N03")
    def test_after_the_server_loses_its_key_no_data_is_lost(self):
        one, other = self.sign_in()
        self.save(one, "Never sent")
        self.server.stop()
        (self.folder / "key").unlink()
        self.server.start()
        self.renewed(one)
        said = one.run("sync")
        self.assertEqual(said.returncode, 1)
        self.assertIn("Sign in again", said.stderr)
        self.server.stop()
        self.started_again_the_unsent_arrives(one, other)

    def test_after_the_server_loses_its_key_a_stored_password_signs_in(self):
        one, _ = self.desks
        self.done(one.account("register", account.EMAIL, "--server", self.server.address, "--keep-password"))
        self.server.stop()
        (self.folder / "key").unlink()
        self.server.start()
        self.renewed(one)
        self.assertEqual(one.status()["state"], "signed-in")

    @fault("N03")
    def test_after_the_server_loses_its_database_no_local_data_is_lost(self):
        one, other = self.desks
        self.done(one.account("register", account.EMAIL, "--server", self.server.address, "--keep-password"))
        self.done(other.account("sign-in", account.EMAIL, "--server", self.server.address))
        self.save(one, "Never sent")
        self.server.stop()
        for suffix in ("", "-wal", "-shm", "-witness"):
            pathlib.Path(f"{self.database}{suffix}").unlink(missing_ok=True)
        self.server.start()
        self.renewed(one, other)
        # The new database doesn't know the saved password, but this doesn't count as a refusal of the member.
        self.renewed(one, other)
        self.assertEqual(one.saved(), ["Never sent"])
        for desk in (one, other):
            self.assertEqual([member["email"] for member in desk.status()["members"]], [account.EMAIL])

    def test_registering_at_a_new_server_offers_the_earlier_data(self):
        one, _ = self.desks
        self.done(one.account("register", account.EMAIL, "--server", self.server.address))
        self.save(one, "Sent")
        self.sync(one)
        self.save(one, "Never sent")
        self.server.stop()
        for suffix in ("", "-wal", "-shm", "-witness"):
            pathlib.Path(f"{self.database}{suffix}").unlink(missing_ok=True)
        self.server.start()
        self.renewed(one)
        done = one.account("register", account.EMAIL, "--server", self.server.address)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("account unsent", done.stderr)
        for command in (("saved",), ("sync",), ("account", "status")):
            self.assertIn("2 earlier changes were not sent", one.run(*command).stderr)
        self.assertEqual(one.saved(), [])
        ids = [member["id"] for member in one.status()["members"]]
        self.assertEqual(len(ids), 2)
        unclear = one.account("switch", account.EMAIL)
        self.assertEqual(unclear.returncode, 64)
        for each in ids:
            self.assertIn(each, unclear.stderr)
        self.done(one.account("switch", ids[1]))
        self.assertEqual(one.saved(), ["Never sent", "Sent"])
        self.done(one.account("switch", ids[0]))
        self.assertIn("2 changes restored", self.done(one.account("unsent")))
        self.sync(one)
        self.assertEqual(one.saved(), ["Never sent", "Sent"])
        self.assertEqual([member["id"] for member in one.status()["members"]], [ids[0]])
        self.assertEqual(one.run("saved").stderr, "")
        self.assertIn(account.EMAIL, self.done(one.account("switch", account.EMAIL)))

    @fault("N03")
    def test_after_the_server_gets_another_address_members_sign_in_again(self):
        one, other = self.sign_in()
        self.save(one, "Never sent")
        self.server.stop()
        moved = self.folder / "moved"
        moved.mkdir()
        for name in ("accounts.sqlite", "accounts.sqlite-wal"):
            if (self.folder / name).exists():
                shutil.copy(self.folder / name, moved / name)
        shutil.copy(self.folder / "key", moved / "key")
        for name in ("tls-key.pem", "tls-cert.pem"):
            shutil.copy(self.folder / name, moved / name)
        self.server.folder = moved
        self.started_again_the_unsent_arrives(one, other)

    @fault("A07")
    def test_after_the_server_ends_a_session_unsent_changes_are_offered(self):
        one, other = self.sign_in()
        self.save(one, "Sent")
        self.sync(one)
        self.save(one, "Never sent")
        _, access = account.tokens(other.kind("session")[0])
        self.assertEqual(self.server.ask("/api/v1/member/logout/", {"everywhere": True}, access)[0], 200)
        self.renewed(one)
        self.assertEqual((one.saved(), one.status()["state"]), ([], "signed-out"))
        done = one.account("sign-in", account.EMAIL, "--server", self.server.address)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("not sent", done.stderr)
        self.sync(one)
        self.assertEqual(one.saved(), ["Sent"])
        self.assertIn("1 change restored", self.done(one.account("unsent")))
        self.sync(one)
        self.assertEqual(one.saved(), ["Never sent", "Sent"])
        self.assertIn("No unsent changes", self.done(one.account("unsent")))

    @fault("N05")
    def test_a_second_computer_receives_a_large_account_in_several_responses(self):
        one, other = self.desks
        self.done(one.account("register", account.EMAIL, "--server", self.server.address))
        _, access = account.tokens(one.kind("session")[0])
        self.save(one, "Template")
        self.sync(one)
        template = self.server.ask("/api/v1/sync/", {"since": 0, "changes": []}, access)[1]["data"]["changes"]
        template = next(each for each in template if each["kind"] == "saved")
        since = 0
        for start in range(0, 3500, 250):
            changes = []
            for number in range(start, start + 250):
                fields = {name: dict(field) for name, field in template["fields"].items()}
                fields["title"]["value"] = f"Calculation {number:04}"
                changes.append({"id": f"0d2f9a3c-1111-4222-8333-{number:012}", "kind": "saved", "fields": fields,
                                "deleted": None})
            status, answer = self.server.ask("/api/v1/sync/", {"since": since, "changes": changes}, access)
            self.assertEqual(status, 200, answer)
            since = answer["data"]["revision"]
        self.done(other.account("sign-in", account.EMAIL, "--server", self.server.address))
        self.sync(other)
        self.assertEqual(len(other.saved()), 3501)

    def end_session(self, desk):
        _, access = account.tokens(desk.kind("session")[0])
        self.assertEqual(self.server.ask("/api/v1/member/logout/", {"everywhere": True}, access)[0], 200)
        self.renewed(desk)

    @fault("B09")
    def test_after_a_session_ends_each_command_reports_the_saved_data(self):
        one, _ = self.sign_in()
        self.save(one, "Sent")
        self.done(one.run("own-rates", "set", "EUR", "USD", "1.5"))
        self.done(one.run("alerts", "add", "EUR", "USD", "--above", "9"))
        self.sync(one)
        self.assertIn("150.00 USD", self.done(one.run("convert", "100", "EUR", "USD")))
        self.end_session(one)
        for command in (
            ("sync",), ("saved",), ("account", "status"), ("convert", "100", "EUR", "USD"), ("own-rates",),
            ("calc", "1 EUR in USD"), ("alerts", "list"), ("alerts", "check", "--no-refresh"), ("backup", "export", "-"),
        ):
            said = one.run(*command)
            self.assertIn("You were signed out by the account server.", said.stderr, command)
            self.assertIn(f"The data of {account.EMAIL} is still on this computer.", said.stderr, command)
            self.assertIn("account copy", said.stderr, command)
        self.done(one.account("sign-in", account.EMAIL, "--server", self.server.address))
        self.sync(one)
        self.assertEqual((one.saved(), one.run("saved").stderr), (["Sent"], ""))

    @fault("B09")
    def test_another_account_cannot_use_or_delete_the_saved_data(self):
        one, _ = self.sign_in()
        self.save(one, "Private")
        self.sync(one)
        self.end_session(one)
        self.done(one.account("register", "bob@example.org", "--server", self.server.address))
        for more in ((), ("--discard",)):
            refused = one.account("copy", *more)
            self.assertEqual((refused.returncode, refused.stdout), (1, ""))
            self.assertIn(f"data of {account.EMAIL}", refused.stderr)
            self.assertIn("account switch none", refused.stderr)
        self.sync(one)
        self.assertEqual(one.saved(), [])
        self.done(one.account("switch", "none"))
        self.assertIn("1 item kept", self.done(one.account("copy")))
        self.assertEqual(one.saved(), ["Private"])

    @fault("B09")
    def test_the_data_of_each_ended_account_is_kept_or_deleted_separately(self):
        one, _ = self.sign_in()
        self.save(one, "Private")
        self.sync(one)
        self.end_session(one)
        self.done(one.account("register", "bob@example.org", "--server", self.server.address))
        self.save(one, "Bob's")
        self.sync(one)
        self.end_session(one)
        for more in ((), ("--discard",), ("carol@example.org",)):
            refused = one.account("copy", *more)
            self.assertEqual((refused.returncode, refused.stdout), (64, ""))
            self.assertIn(account.EMAIL, refused.stderr)
            self.assertIn("bob@example.org", refused.stderr)
        self.assertIn("1 item deleted", self.done(one.account("copy", "bob@example.org", "--discard")))
        self.assertEqual(one.saved(), [])
        self.assertIn("1 item kept", self.done(one.account("copy", account.EMAIL)))
        self.assertEqual(one.saved(), ["Private"])

    @fault("S05")
    def test_the_daily_copy_of_a_lost_file_can_be_restored_before_signing_in(self):
        one, _ = self.sign_in()
        self.save(one, "Sent")
        self.sync(one)
        self.save(one, "Never sent")
        path = next((one.folder / "data").rglob("person.sqlite"))
        for copy in path.parent.glob("person.sqlite.*.copy"):
            copy.unlink()
        one.saved()
        day, = (copy.name.split(".")[2] for copy in path.parent.glob("person.sqlite.*.copy"))
        for suffix in ("", "-wal", "-shm"):
            pathlib.Path(f"{path}{suffix}").unlink(missing_ok=True)
        self.assertIn(f"backup take-up {day}", one.run("saved").stderr)
        restored = one.run("backup", "take-up", day)
        self.assertIn("2 added", self.done(restored))
        self.assertIn(f"data of {account.EMAIL}", restored.stderr)
        signed_in = one.account("sign-in", account.EMAIL, "--server", self.server.address)
        self.assertIn("account unsent", signed_in.stderr)
        self.assertIn("1 change restored", self.done(one.account("unsent")))
        self.sync(one)
        self.assertEqual(one.saved(), ["Never sent", "Sent"])
