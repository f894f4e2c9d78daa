# SPDX-License-Identifier: GPL-3.0-or-later
"""Many sign-ins: an attacker who sends passwords endlessly, and an office behind one address.

Run by accounts.py. Each address is one of 127.0.0.0/8.
"""
import concurrent.futures
import fcntl
import http.client
import json
import pathlib
import shutil
import ssl
import tempfile
import threading
import time
import unittest

import account
from fault_rows import fault

PASSWORD = "a right password"


class CrowdTest(unittest.TestCase):
    def setUp(self):
        # Two of these tests at once would slow each other down.
        turn = self.enterContext(open(pathlib.Path(tempfile.gettempdir(), "kurs-crowd-lock"), "w"))
        fcntl.flock(turn, fcntl.LOCK_EX)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kurs-crowd-"))
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.server = account.Server(self.folder)
        self.server.start()
        self.addCleanup(self.server.stop)
        self.context = ssl.create_default_context(cafile=self.folder / "tls-cert.pem")

    def post(self, path, body, source="127.0.0.1", token=None, headers=None):
        connection = http.client.HTTPSConnection(
            "localhost", self.server.port, context=self.context, timeout=60, source_address=(source, 0))
        connection.connect()
        sent = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        connection.request("POST", path, json.dumps(body), sent | (headers or {}))
        answer = connection.getresponse()
        found = answer.status, json.load(answer), answer.headers.get("Retry-After")
        connection.close()
        return found

    def registered(self, email, source):
        status, answer, _ = self.post(
            "/api/v1/member/register/", {"email": email, "password": PASSWORD}, source)
        self.assertEqual(status, 200, answer)
        return answer["data"]

    def sign_in(self, email, source="127.0.0.1", password=PASSWORD, token=None):
        return self.post("/api/v1/member/login/email/", {"email": email, "password": password}, source, token)

    def patiently(self, email, source):
        """Sends a request and waits as long as the server requests, as Kurs does."""
        for _ in range(60):
            try:
                status, answer, wait = self.sign_in(email, source)
            except OSError:
                # A busy computer didn't answer the TLS handshake in time.
                time.sleep(1)
                continue
            if status != 503:
                return status
            self.assertEqual(answer["reason"], "busy")
            self.assertLessEqual(int(wait), 10)
            time.sleep(int(wait))
        return 503

    def test_many_sign_ins_of_one_member_delay_no_other_member(self):
        self.registered("ada@example.org", "127.0.9.1")
        eve = self.registered("eve@example.org", "127.0.9.2")
        own = [eve["refresh_token"]]
        for _ in range(8):
            status, answer, _ = self.sign_in("eve@example.org", "127.0.9.2", token=own[-1])
            if status == 200:
                own.append(answer["data"]["refresh_token"])
        started = time.monotonic()
        self.assertEqual(self.sign_in("ada@example.org", "127.0.9.1")[0], 200)
        alone = time.monotonic() - started
        over = threading.Event()
        judged = []

        def attack(number):
            while not over.is_set():
                try:
                    status, _, _ = self.sign_in("eve@example.org", "127.0.9.2", token=own[number % len(own)])
                except OSError:
                    continue
                judged.append(status)

        attackers = [threading.Thread(target=attack, args=(number,)) for number in range(40)]
        for each in attackers:
            each.start()
        try:
            time.sleep(2)
            waits = []
            for _ in range(3):
                started = time.monotonic()
                self.assertEqual(self.sign_in("ada@example.org", "127.0.9.1")[0], 200)
                waits.append(time.monotonic() - started)
            # Another account signs in from the same address.
            self.assertEqual(self.patiently("ada@example.org", "127.0.9.2"), 200)
        finally:
            over.set()
            for each in attackers:
                each.join()
        # A sign-in takes two seconds on an idle computer. The attackers use part of a busy computer.
        self.assertLess(min(waits), max(2, 8 * alone), waits)
        self.assertIn(503, judged)
        self.assertNotIn(429, judged)

    @fault("N11")
    def test_a_flood_of_wrong_passwords_does_not_delay_the_real_member(self):
        ada = self.registered("ada@example.org", "127.0.9.1")
        for number in range(4):
            self.registered(f"own{number}@example.org", "127.0.9.2")
        started = time.monotonic()
        self.assertEqual(self.sign_in("ada@example.org", "127.0.9.1")[0], 200)
        alone = time.monotonic() - started
        over = threading.Event()
        judged = []

        def attack(number):
            # Half of the requests have the attackers' own right passwords. They fill the same queue as wrong passwords.
            wanted = (f"own{number // 4}@example.org", PASSWORD) if number % 2 else ("ada@example.org", "wrong password")
            while not over.is_set():
                try:
                    judged.append((number % 2, self.sign_in(wanted[0], "127.0.9.2", wanted[1])[0]))
                except OSError:
                    continue
                time.sleep(0.05)

        attackers = [threading.Thread(target=attack, args=(number,)) for number in range(16)]
        for each in attackers:
            each.start()
        try:
            waits, found = [], []
            for number in range(6):
                time.sleep(0.5)
                started = time.monotonic()
                token = ada["refresh_token"] if number % 2 else None
                found.append(self.sign_in("ada@example.org", "127.0.9.1", token=token)[0])
                waits.append(time.monotonic() - started)
        finally:
            over.set()
            for each in attackers:
                each.join()
        self.assertEqual(found, [200] * 6)
        # A sign-in takes two seconds on an idle computer. The attackers use part of a busy computer.
        self.assertLess(min(waits), max(2, 8 * alone), waits)
        self.assertLessEqual({(0, 401), (1, 200)}, set(judged))

    def test_fifty_members_can_sign_in_from_the_same_address(self):
        people = [f"person{number}@example.org" for number in range(50)]
        for number, email in enumerate(people):
            self.registered(email, f"127.0.8.{1 + number // 10}")
        with concurrent.futures.ThreadPoolExecutor(50) as pool:
            found = list(pool.map(lambda email: self.patiently(email, "127.0.7.1"), people))
        self.assertEqual(found, [200] * 50)

    def test_sign_ins_refused_before_hashing_do_not_delay_other_members(self):
        for number in range(12):
            self.registered(f"m{number}@example.org", f"127.0.8.{1 + number // 10}")
        with concurrent.futures.ThreadPoolExecutor(50) as pool:
            found = list(pool.map(lambda _: self.sign_in("m0@example.org", "127.0.7.1", "wrong password")[0], range(200)))
        self.assertEqual(set(found) - {401, 429, 503}, set())
        self.assertLessEqual(found.count(401), 10)
        with concurrent.futures.ThreadPoolExecutor(11) as pool:
            others = list(pool.map(lambda number: self.patiently(f"m{number}@example.org", "127.0.7.1"), range(1, 12)))
        self.assertEqual(others, [200] * 11)

    def test_an_attacker_with_many_refresh_tokens_gets_no_more_password_attempts(self):
        eve = self.registered("eve@example.org", "127.0.9.2")
        own = [eve["refresh_token"]]
        found = []
        for number in range(60):
            status, answer, _ = self.sign_in("eve@example.org", "127.0.9.9", token=own[-1])
            if status == 200:
                own.append(answer["data"]["refresh_token"])
            found.append(self.sign_in(f"m{number}@example.org", "127.0.9.3", "wrong password", token=own[-1])[0])
        self.assertEqual((found.count(401), found.count(429)), (40, 20))
