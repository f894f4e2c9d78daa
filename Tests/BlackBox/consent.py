# SPDX-License-Identifier: GPL-3.0-or-later
"""Statistics from outside: the real terminal program and the real server over TLS, with and without consent.

Run by accounts.py. Uses the computers of syncs.py.
"""
import json
import pathlib
import random
import shutil
import sqlite3
import subprocess
import tempfile
import time
import unittest

import account
import syncs
from fault_rows import fault


class ConsentTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kurs-consent-"))
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.server = account.Server(self.folder)
        self.server.start()
        self.addCleanup(self.server.stop)
        self.desk = syncs.Desk(self.folder / "one", self.folder / "tls-cert.pem")
        self.addCleanup(self.desk.stop)
        self.done(self.desk.run("settings", "set", "account-server", self.server.address))

    def done(self, process):
        self.assertEqual(process.returncode, 0, process.stderr)
        return process.stdout

    def agree(self, name, value="true"):
        self.done(self.desk.run("settings", "set", name, value))

    def register(self):
        self.done(self.desk.account("register", account.EMAIL, "--server", self.server.address))

    def rows(self, file, query):
        with sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=20) as database:
            return database.execute(query).fetchall()

    def arrived(self):
        """Returns name and answers of each event on the server."""
        return self.rows(self.folder / "accounts.sqlite", "SELECT name, properties FROM event ORDER BY number")

    def kept(self):
        """Returns the number of locally stored reports and events."""
        file = self.folder / "one" / "data" / "kurs" / "person.sqlite"
        tables = ("queue", "analytics_log", "analytics_waiting", "analytics_sender")
        return sum(self.rows(file, f"SELECT count(*) FROM {table}")[0][0] for table in tables)

    def flush(self):
        return self.done(self.desk.run("queue", "flush"))

    @fault("R02")
    def test_without_consent_no_report_or_event_is_stored_or_sent(self):
        self.register()
        self.flush()
        self.assertEqual((self.kept(), self.arrived()), (0, []))
        self.assertEqual(self.server.count("/track/"), 0)

    def test_events_recorded_with_consent_are_sent_by_the_next_flush(self):
        self.agree("send-statistics")
        self.agree("log-statistics")
        self.register()
        shown = self.done(self.desk.run("analytics", "waiting"))
        self.assertIn('"name":"account.signed-in"', shown)
        self.assertEqual(self.arrived(), [])
        self.assertIn("1 sent", self.flush())
        self.flush()
        self.assertEqual(self.arrived(), [("account.signed-in", '{"way":"registration"}')])
        log = json.loads(self.done(self.desk.run("analytics", "show", "--json")))
        self.assertEqual([(event["name"], event["properties"]) for event in log],
                         [("account.signed-in", {"way": "registration"})])
        everything = "".join(map(str, self.rows(self.folder / "accounts.sqlite", "SELECT * FROM event")))
        for canary in (account.EMAIL, '"ada"', "ada@", "localhost", "127.0.0.1"):
            self.assertNotIn(canary, everything + shown.split(": ", 1)[1])

    def test_withdrawing_consent_deletes_unsent_events(self):
        self.agree("send-statistics")
        self.agree("log-statistics")
        self.register()
        self.assertGreater(self.kept(), 0)
        self.agree("send-statistics", "false")
        self.agree("log-statistics", "false")
        self.flush()
        self.assertEqual((self.kept(), self.arrived()), (0, []))

    def test_even_if_the_program_is_killed_each_event_arrives_only_once(self):
        self.agree("send-statistics")
        self.register()
        chance = random.Random(5)
        for _ in range(12):
            process = subprocess.Popen(
                self.desk.kurs("queue", "flush"), env=self.desk.environment, stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(chance.uniform(0, 0.3))
            process.kill()
            process.wait()
        self.flush()
        self.assertEqual(self.arrived(), [("account.signed-in", '{"way":"registration"}')])
