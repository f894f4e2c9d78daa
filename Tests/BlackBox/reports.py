# SPDX-License-Identifier: GPL-3.0-or-later
"""Reports of refused responses from outside: a bank that sends garbage, the real terminal program and the real server.

Run by accounts.py. Uses the computers of syncs.py.
"""
import json
import pathlib
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import account
from banks import Bank
from fault_rows import fault
from syncs import Desk

KEY = "a-canary-of-a-key"
REPORT = "/api/v1/report/validation/"


class GarbageBank(Bank):
    """A bank that sends `answer`, which no real bank would send."""

    answer = b"[{"

    def document(self, path):
        return self.answer


class ReportTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kurs-report-"))
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.server = account.Server(self.folder)
        self.server.start()
        self.addCleanup(self.server.stop)
        self.desk = Desk(self.folder / "desk", self.folder / "tls-cert.pem")
        self.addCleanup(self.desk.stop)
        self.bank = GarbageBank()
        self.bank.__enter__()
        self.addCleanup(self.bank.__exit__)

    def agree(self, server=None):
        self.choose("account-server", server or self.server.address)
        self.choose("send-reports", "true")

    def choose(self, name, value):
        done = self.desk.run("settings", "set", name, value)
        self.assertEqual(done.returncode, 0, done.stderr)

    def refreshing(self, provider="nbp", *more):
        return self.desk.kurs("refresh", "--provider", provider, "--base-url", self.bank.address, *more)

    def refresh(self):
        done = subprocess.run(
            self.refreshing(), env=self.desk.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=60)
        self.assertNotEqual(done.returncode, 0, done.stdout)
        return done

    def flush(self):
        return self.desk.run("queue", "flush")

    def queued(self):
        return json.loads(self.desk.run("queue", "list", "--json").stdout)

    def reports(self):
        with sqlite3.connect(f"file:{self.folder}/accounts.sqlite?mode=ro", uri=True) as database:
            database.row_factory = sqlite3.Row
            return [dict(row) for row in database.execute("SELECT * FROM report ORDER BY path")]

    @fault("X05")
    def test_a_report_of_a_refused_response_arrives_once_without_secrets(self):
        self.agree()
        self.bank.answer = b'{"success":true,"base":7,"echo":"access_key=' + KEY.encode() + b'"}'
        done = subprocess.run(
            self.refreshing("fixer", "--key-from-stdin"), env=self.desk.environment, input=KEY + "\n",
            capture_output=True, text=True, timeout=60)
        self.assertNotEqual(done.returncode, 0)
        self.assertTrue(any(KEY in path for path in self.bank.asked), self.bank.asked)
        self.flush()
        self.assertEqual(self.queued(), [])
        report, = self.reports()
        self.assertEqual(
            (report["count"], report["schema"], report["status"], report["account"]), (1, "fixer", 200, None))
        self.assertIn("access_key=…", report["answer"])
        self.assertEqual(report["request"], "GET /api/latest")
        kept = [path for path in self.folder.rglob("*") if path.is_file()]
        self.assertEqual([path.name for path in kept if KEY.encode() in path.read_bytes()], [])

    def test_an_error_report_never_contains_the_email_address_of_the_member(self):
        done = self.desk.account("register", account.EMAIL, "--server", self.server.address)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.agree()
        self.refresh()
        self.flush()
        report, = self.reports()
        self.assertTrue(report["account"])
        self.assertNotIn(account.EMAIL, json.dumps(report))

    def test_without_consent_no_report_or_event_is_stored_or_sent(self):
        self.choose("account-server", self.server.address)
        self.refresh()
        self.assertEqual(self.queued(), [])
        self.flush()
        self.assertEqual(self.server.count(REPORT), 0)
        self.assertEqual(self.reports(), [])

    def test_withdrawing_consent_deletes_unsent_reports(self):
        self.agree()
        self.server.stop()
        self.refresh()
        self.assertEqual(len(self.queued()), 1)
        self.choose("send-reports", "false")
        self.server.start()
        self.flush()
        self.assertEqual((self.queued(), self.reports()), ([], []))

    def test_a_report_for_an_unreachable_server_is_sent_later(self):
        self.agree()
        self.server.stop()
        self.refresh()
        self.refresh()
        self.assertEqual(len(self.queued()), 1)
        self.server.start()
        self.assertEqual(self.flush().returncode, 0)
        self.assertEqual([report["count"] for report in self.reports()], [1])

    @fault("J13")
    def test_a_refused_report_causes_no_further_report(self):
        # The bank's server accepts no POST.
        self.agree(self.bank.address)
        self.refresh()
        for _ in range(3):
            self.flush()
        waiting, = self.queued()
        self.assertEqual(waiting["command"], "report-validation")

    @fault("Q07")
    def test_a_permanently_refused_report_is_listed_and_the_next_report_is_sent(self):
        taken = []

        class Refusing(BaseHTTPRequestHandler):
            """A server that refuses the first report permanently and accepts the others."""

            def do_POST(self):
                taken.append(self.rfile.read(int(self.headers["Content-Length"])))
                refused = taken[-1] == taken[0]
                body = json.dumps({"status": "ERROR" if refused else "OK", "reason": "malformed" if refused else "",
                                   "data": {} if refused else {"accepted": 1}}).encode()
                self.send_response(400 if refused else 200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        with socket.create_server(("127.0.0.1", 0)) as reserved:
            port = reserved.getsockname()[1]
        # Both reports are queued while no server listens.
        self.agree(f"http://127.0.0.1:{port}")
        for answer in (b"[{", b" [{"):
            self.bank.answer = answer
            self.refresh()
        self.assertEqual(len(self.queued()), 2)
        server = ThreadingHTTPServer(("127.0.0.1", port), Refusing)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        said = self.flush()
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertIn("1 sent, 0 waiting, 1 rejected.", said.stdout)
        self.assertEqual(len(taken), 2)
        kept, = self.queued()
        self.assertEqual((kept["state"], kept["reason"]), ("set aside", "refused with 400"))
        self.assertIn("refused with 400", self.desk.run("queue").stdout)
        self.flush()
        self.assertEqual(len(taken), 2)
        self.assert_a_refused_report_is_retried_and_discarded(taken)

    def assert_a_refused_report_is_retried_and_discarded(self, taken):
        change, = json.loads(self.desk.account("waiting", "--json").stdout)
        self.assertEqual((change["kind"], change["state"], change["reason"]), ("report", "refused", "refused with 400"))
        number = str(change["number"])
        self.assertRegex(self.desk.account("waiting").stdout, rf"^{number}  \S+  report  refused with 400\n$")
        again = self.desk.account("waiting", "retry", number)
        self.assertEqual((again.returncode, again.stdout), (1, "0 changes were sent.\n"))
        self.assertIn("Error Report: The server refused this change (status 400). Retry or discard it.", again.stderr)
        self.assertEqual(len(taken), 3)
        self.assertEqual(self.desk.account("waiting", "discard", "4711").returncode, 64)
        gone = self.desk.account("waiting", "discard", number)
        self.assertEqual((gone.returncode, gone.stdout), (0, "1 change deleted.\n"))
        self.assertEqual(self.desk.account("waiting", "--json").stdout, "[]\n")
        log = self.desk.run("log").stdout
        self.assertIn(" queue report-validation dismissed: status 400", log)

    @fault("Q04")
    def test_if_kurs_is_killed_while_the_server_hangs_a_report_arrives_once(self):
        self.agree()
        self.server.process.send_signal(signal.SIGSTOP)
        process = subprocess.Popen(
            self.refreshing(), env=self.desk.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 30
        while not self.queued() and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.05)
        process.kill()
        process.wait()
        self.server.process.send_signal(signal.SIGCONT)
        # The server still handles the killed program's request, so it delays the second request.
        deadline = time.monotonic() + 30
        while self.queued() and time.monotonic() < deadline:
            self.assertEqual(self.flush().returncode, 0)
        self.assertEqual([report["count"] for report in self.reports()], [1])

    def test_if_the_program_is_killed_no_report_is_counted_twice(self):
        self.agree()
        started = time.monotonic()
        self.refresh()
        usual = time.monotonic() - started
        chance = random.Random(7)
        for number in range(1, 17):
            # An error at another position of the response counts as another fault.
            self.bank.answer = b" " * number + b"[{"
            process = subprocess.Popen(
                self.refreshing(), env=self.desk.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL)
            time.sleep(chance.uniform(0, usual))
            process.kill()
            process.wait()
        self.flush()
        self.assertEqual(self.queued(), [])
        self.assertEqual({report["count"] for report in self.reports()}, {1})
