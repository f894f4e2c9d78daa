# SPDX-License-Identifier: GPL-3.0-or-later
"""An operator's work with the server: reset codes, reports, signals, and requests of other sites.

Run by accounts.py. Uses the computer and server of account.py.
"""
import contextlib
import http.client
import os
import pathlib
import shutil
import signal
import socket
import sqlite3
import ssl
import subprocess
import threading
import time

import account
import crowds
from fault_rows import fault


class OperatorTest(crowds.CrowdTest):
    def kurs_server(self, *arguments):
        return subprocess.run(
            [account.SERVER, *arguments, "--database", self.folder / "accounts.sqlite"], capture_output=True, text=True,
            timeout=60)

    def program(self):
        machine = account.Machine(self.folder, self.folder / "tls-cert.pem")
        self.addCleanup(machine.stop)
        machine.start_keyring()
        return machine

    def test_a_reset_code_sets_a_new_password(self):
        machine = self.program()
        server = ("--server", self.server.address)
        self.assertEqual(machine.account("register", account.EMAIL, *server).returncode, 0)
        self.assertIn(account.EMAIL, self.kurs_server("member", "list").stdout)
        unknown = self.kurs_server("member", "reset", "nobody@example.org")
        self.assertNotEqual(unknown.returncode, 0)
        self.assertIn("member list", unknown.stderr)
        code = self.kurs_server("member", "reset", account.EMAIL).stdout.strip()
        self.assertGreaterEqual(len(code), 20)
        self.assertNotIn(code.encode(), (self.folder / "accounts.sqlite").read_bytes())
        machine.account("sign-out")
        weak = machine.account("reset-password", account.EMAIL, *server, "--code", code, password="1234567890")
        self.assertIn("common", weak.stderr)
        wrong = machine.account("reset-password", account.EMAIL, *server, "--code", "wrong", password="a newer password")
        self.assertEqual(wrong.returncode, 1)
        self.assertIn("the code don't match", wrong.stderr)
        done = machine.account("reset-password", account.EMAIL, *server, password=f"{code}\na newer password")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(machine.status()["state"], "signed-in")
        machine.account("sign-out")
        again = machine.account("reset-password", account.EMAIL, *server, "--code", code, password="a third password")
        self.assertEqual(again.returncode, 1)
        self.assertEqual(machine.account("sign-in", account.EMAIL, *server).returncode, 1)
        self.assertEqual(
            machine.account("sign-in", account.EMAIL, *server, password="a newer password").returncode, 0)

    def test_error_reports_are_listed_by_provider_and_command_and_place(self):
        report = {
            "endpoint": "ecb latest", "schema": "ecb", "version": "1.0", "path": "/Cube", "keyword": "required",
            "count": 3, "time": "2026-11-21T06:00:00.000Z"}
        self.assertEqual(self.post("/api/v1/report/validation/", {"reports": [report]})[0], 200)
        listed = self.kurs_server("reports", "list")
        self.assertEqual(listed.returncode, 0, listed.stderr)
        self.assertEqual(listed.stdout.splitlines()[:2], ["ecb", "  latest"])
        self.assertIn("/Cube required: 3 in 1 reports", listed.stdout)

    @fault("N12")
    def test_a_full_disk_is_reported_and_a_backup_to_another_disk_succeeds(self):
        self.registered("ada@example.org", "127.0.0.1")
        self.server.stop()
        full, free = self.folder / "full", self.folder / "free"
        full.mkdir()
        free.mkdir()
        serve = f"timeout 20 $SERVER serve --port 0 --database $FULL/a.sqlite --key-file {self.folder}/key"
        commands = {
            "status": "$SERVER status --database $FULL/a.sqlite",
            "list": "$SERVER member list --database $FULL/a.sqlite",
            "backup": "$SERVER backup --database $FULL/a.sqlite $FREE/copy",
            "invite": "$SERVER invite --database $FULL/a.sqlite",
            "serve": serve,
            "key": f"timeout 20 $SERVER serve --port 0 --database {self.folder}/accounts.sqlite --key-file $FULL/key",
            "backup-here": f"$SERVER backup --database {self.folder}/accounts.sqlite $FULL/copy",
            "restore": f"$SERVER restore --database $FULL/a.sqlite {self.folder}/accounts.sqlite",
            "files": "ls $FULL"}
        lines = ["set -e", "mount --make-rprivate /", "mount -t tmpfs -o size=1m,mode=700 none $FULL",
                 f"cp {self.folder}/accounts.sqlite $FULL/a.sqlite", "cat /dev/zero >$FULL/fill || true", "set +e"]
        lines += [f"{command} >$FREE/{name} 2>&1; echo $? >$FREE/{name}.code" for name, command in commands.items()]
        unshare = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-Urm"]
        run = subprocess.run(
            [*unshare, "bash", "-c", "\n".join(lines)], capture_output=True, text=True, timeout=120,
            env=os.environ | {"SERVER": account.SERVER, "FULL": str(full), "FREE": str(free)})
        self.assertEqual(run.returncode, 0, run.stderr)
        said = {name: (int((free / f"{name}.code").read_text()), (free / name).read_text()) for name in commands}
        for name in ("status", "list"):
            self.assertEqual(said[name][0], 0, said)
        self.assertIn("ada@example.org", said["list"][1])
        self.assertIn("1 members, no damage found", said["backup"][1], said)
        for name in ("backup", "invite", "serve", "key", "backup-here", "restore"):
            self.assertEqual(said[name][0], 1, (name, said))
            self.assertRegex(said[name][1], "disk is full|No space left on device", (name, said))
            self.assertEqual(len(said[name][1].splitlines()), 2 if name == "backup" else 1, said)
        # SQLite's own files remain, but no half-written file.
        own = {"fill", "a.sqlite", "a.sqlite-lock", "a.sqlite-shm", "a.sqlite-wal"}
        self.assertLessEqual(set(said["files"][1].split()), own)

    @fault("N02", "N12")
    def test_killing_a_database_restore_leaves_the_old_or_the_new_file(self):
        """The server was killed before, so its last changes are only in the journal."""
        library = self.folder / "faulty.so"
        source = pathlib.Path(__file__).with_name("faulty_disk.c")
        subprocess.run(["clang", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
        copy, database = self.folder / "copy.sqlite", self.folder / "accounts.sqlite"
        self.registered("ada@example.org", "127.0.0.1")
        self.assertEqual(self.kurs_server("backup", copy).returncode, 0)
        self.registered("eve@example.org", "127.0.0.1")
        self.server.process.send_signal(signal.SIGKILL)
        self.server.process.wait()
        whole = {each.name: each.read_bytes() for each in self.folder.glob("accounts.sqlite*") if each.suffix != ".sqlite-shm"}
        self.assertGreater(len(whole["accounts.sqlite-wal"]), 0)
        for number in range(1, 20):
            for each in self.folder.glob("accounts.sqlite*"):
                each.unlink()
            for name, content in whole.items():
                (self.folder / name).write_bytes(content)
            run = subprocess.run(
                [account.SERVER, "restore", copy, "--database", database], capture_output=True, text=True, timeout=60,
                env=os.environ | {"LD_PRELOAD": str(library), "FAULTY_KILL": str(number)})
            self.server.start()
            self.server.stop()
            members = self.kurs_server("member", "list").stdout
            self.assertIn("ada@example.org", members, number)
            if run.returncode == 0:
                break
            self.assertEqual(run.returncode, -signal.SIGKILL, run.stderr)
            self.assertIn("eve@example.org", members, number)
        self.assertGreater(number, 2)
        self.assertNotIn("eve@example.org", members)
        # The old file has its journal's changes.
        old, = self.folder.glob("accounts.sqlite.before-*[0-9Z]")
        shutil.copy(old, database)
        self.assertIn("eve@example.org", self.kurs_server("member", "list").stdout)

    def served(self):
        """Returns the server's current certificate."""
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=20) as plain:
            context = ssl.create_default_context()
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            with context.wrap_socket(plain, server_hostname="localhost") as secure:
                return secure.getpeercert(binary_form=True)

    def test_the_signal_SIGHUP_during_the_start_does_not_end_the_server(self):
        self.server.stop()
        for wait in (0.02, 0.1, 0.3):
            process = subprocess.Popen(
                [account.SERVER, "serve", "--port", "0", "--database", self.folder / "other.sqlite",
                 "--key-file", self.folder / "other-key"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            # The system's loader runs before the program does.
            time.sleep(wait + 0.1)
            process.send_signal(signal.SIGHUP)
            time.sleep(0.5)
            self.assertIsNone(process.poll(), wait)
            process.terminate()
            self.assertEqual(process.wait(), 0)

    def test_the_signal_SIGHUP_reloads_certificate_and_message(self):
        self.server.stop()
        message = self.folder / "message"
        message.write_text("Back at noon.\n")
        self.server.more = ["--message-file", message]
        self.server.start()
        token = self.registered("ada@example.org", "127.0.0.1")["access_token"]

        def told():
            return self.post("/api/v1/member/updateconfig/", {"config": {}}, token=token)[1]["data"]["service"]["message"]

        self.assertEqual(told(), "Back at noon.")
        before = self.served()
        account.Server(self.folder)
        message.write_text("Back at one.\n")
        self.server.process.send_signal(signal.SIGHUP)
        deadline = time.monotonic() + 20
        while self.served() == before:
            self.assertLess(time.monotonic(), deadline)
            self.assertIsNone(self.server.process.poll())
        self.context = ssl.create_default_context(cafile=self.folder / "tls-cert.pem")
        self.assertEqual(told(), "Back at one.")
        # A file that isn't a certificate leaves the old one in use.
        after = self.served()
        (self.folder / "tls-cert.pem").write_text("junk")
        self.server.process.send_signal(signal.SIGHUP)
        while "can't reload" not in self.server.log.read_text():
            self.assertLess(time.monotonic(), deadline + 20)
        self.assertEqual(self.served(), after)

    def test_a_half_sent_request_does_not_delay_stopping_the_server(self):
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=20) as plain:
            with self.context.wrap_socket(plain, server_hostname="localhost") as secure:
                secure.sendall(
                    b"POST /api/v1/member/register/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    b"Content-Length: 100\r\n\r\n{")
                time.sleep(0.5)
                started = time.monotonic()
                self.server.process.terminate()
                self.assertEqual(self.server.process.wait(timeout=40), 0)
                self.assertLess(time.monotonic() - started, 15)

    def test_passwords_waiting_for_their_check_do_not_delay_stopping_the_server(self):
        statuses = []

        def sign_in(number):
            # A connection that is refused after the end has no answer.
            with contextlib.suppress(OSError, http.client.HTTPException):
                statuses.append(self.sign_in(f"m{number}@example.org", f"127.0.10.{number + 1}", "a wrong password")[0])

        guests = [threading.Thread(target=sign_in, args=(number,)) for number in range(60)]
        for each in guests:
            each.start()
        time.sleep(2)
        started = time.monotonic()
        self.server.process.terminate()
        self.assertEqual(self.server.process.wait(timeout=60), 0)
        self.assertLess(time.monotonic() - started, 5)
        for each in guests:
            each.join()
        self.assertIn(503, statuses)

    def test_requests_from_other_websites_change_no_data(self):
        body = {"email": "ada@example.org", "password": crowds.PASSWORD}
        for headers in ({"Content-Type": "text/plain"}, {"Origin": "https://evil.example"},
                        {"Sec-Fetch-Site": "cross-site"}):
            status, answer, _ = self.post("/api/v1/member/register/", body, headers=headers)
            self.assertIn((status, answer["reason"]), ((415, "not-json"), (403, "foreign-origin")))
        self.registered("ada@example.org", "127.0.0.1")
        for _ in range(12):
            wrong = {"email": "ada@example.org", "password": "wrong password"}
            self.assertEqual(
                self.post("/api/v1/member/login/email/", wrong, headers={"Origin": "https://evil.example"})[0], 403)
        self.assertEqual(self.sign_in("ada@example.org")[0], 200)

    def test_a_request_with_invalid_chunks_gets_status_400(self):
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=20) as plain:
            with self.context.wrap_socket(plain, server_hostname="localhost") as secure:
                secure.sendall(
                    b"POST /api/v1/member/register/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    b"Transfer-Encoding: chunked\r\n\r\n5\r\n{\"ema\r\nZZ\r\n")
                self.assertIn(b" 400 ", secure.recv(4096).split(b"\r\n")[0] + b" ")

    def test_the_health_check_fails_if_the_database_is_damaged(self):
        self.assertEqual(self.health(), 200)
        self.server.stop()
        path = self.folder / "accounts.sqlite"
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        root = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'object'").fetchone()[0]
        size = connection.execute("PRAGMA page_size").fetchone()[0]
        connection.close()
        with open(path, "r+b") as file:
            file.seek((root - 1) * size)
            file.write(b"\xff" * size)
        self.server.start()
        deadline = time.monotonic() + 30
        while self.health() != 503:
            self.assertLess(time.monotonic(), deadline)
        self.assertIn("damaged", self.server.log.read_text())

    def health(self):
        connection = http.client.HTTPSConnection("localhost", self.server.port, context=self.context, timeout=30)
        connection.request("GET", "/api/v1/health/")
        status = connection.getresponse().status
        connection.close()
        return status

    def test_a_proxy_without_forwarded_addresses_causes_one_warning(self):
        self.server.stop()
        self.server.more = ["--behind-proxy"]
        self.server.start()
        for _ in range(3):
            self.health()
        self.assertEqual(self.server.log.read_text().count("X-Forwarded-For"), 1)
        for source in ("192.0.2.1:5678", "[2001:db8::1]:443"):
            for number in range(10):
                wrong = {"email": "ada@example.org", "password": "wrong password"}
                self.post("/api/v1/member/login/email/", wrong, headers={"X-Forwarded-For": source})
        other = {"email": "ada@example.org", "password": "wrong password"}
        self.assertEqual(
            self.post("/api/v1/member/login/email/", other, headers={"X-Forwarded-For": "192.0.2.1:9999"})[0], 429)
        self.assertEqual(
            self.post("/api/v1/member/login/email/", other, headers={"X-Forwarded-For": "192.0.2.2:5678"})[0], 401)
