# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures a release build of kurs-server on this computer with many members. Prints its speed beside the disk's limit.

usage: /usr/bin/python3 bench/server.py KURS-SERVER [MEMBERS]...   default: 1000 10000
"""
import base64
import hmac
import http.client
import json
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import uuid

OBJECTS = 20
SECONDS = 6
CLIENTS = 8
EDITED = "2026-11-20T10:00:00.000Z"


class Server:
    def __init__(self, program, folder):
        self.program, self.folder, self.process = program, folder, None
        self.database = folder / "accounts.sqlite"

    def start(self):
        """Starts the server. Returns the seconds until it listens."""
        port_file = self.folder / "port"
        port_file.unlink(missing_ok=True)
        began = time.monotonic()
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                [self.program, "serve", "--port", "0", "--behind-proxy", "--database", self.database, "--key-file",
                 self.folder / "key", "--open-registration", "--port-file", port_file], stdout=log, stderr=log)
        while not port_file.exists() or not port_file.read_text().strip():
            assert self.process.poll() is None, (self.folder / "log").read_text()[-2000:]
            time.sleep(0.002)
        self.port = int(port_file.read_text())
        return time.monotonic() - began

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def memory(self):
        """Returns the MiB of memory that the process uses."""
        lines = pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024

    def size(self):
        return sum(file.stat().st_size for file in self.folder.glob("accounts.sqlite*"))


class Seal:
    """Seals access tokens for members that were created in bulk, as TokenKey and Token do."""

    def __init__(self, folder, epoch):
        secret = bytes.fromhex((folder / "key").read_text().strip())
        extracted = hmac.digest(bytes(32), secret, "sha256")
        self.key = hmac.digest(extracted, b"kurs-server token 2\x01", "sha256")
        self.epoch = epoch

    def access(self, session):
        expires = int((time.time() + 900) * 1000)
        token = b"\x01" + session.bytes + (1).to_bytes(4) + self.epoch.to_bytes(4) + expires.to_bytes(8)
        sealed = token + hmac.digest(self.key, token, "sha256")
        return "kurs_a_" + base64.urlsafe_b64encode(sealed).decode().rstrip("=")


def filled(server, count):
    """Creates members, each with a session and some objects. Returns their sessions."""
    database = sqlite3.connect(server.database)
    sessions = [uuid.uuid4() for _ in range(count)]
    fields = json.dumps({"title": {"edited": EDITED, "value": "x" * 300}}, separators=(",", ":"))
    now = int(time.time() * 1000)
    with database:
        for number, session in enumerate(sessions):
            member = str(uuid.uuid4())
            database.execute(
                "INSERT INTO member VALUES (?, ?, '', NULL, ?, '{}', 0, ?)",
                (member, f"m{number}@example.org", now, OBJECTS))
            database.execute(
                "INSERT INTO session VALUES (?, ?, '', ?, ?, 1, 0, 1, NULL, ?)", (str(session), member, now, now, now))
            database.executemany(
                "INSERT INTO object VALUES (?, ?, 'saved', ?, NULL, ?, 0)",
                [(member, str(uuid.uuid4()), fields, revision + 1) for revision in range(OBJECTS)])
    epoch = database.execute("SELECT epoch FROM instance").fetchone()[0]
    database.close()
    return sessions, Seal(server.folder, epoch)


def load(port, ask):
    """Returns responses per second, and p50 and p99 in milliseconds. Each client sends its requests one after
    another."""
    times, lock, until = [], threading.Lock(), time.monotonic() + SECONDS

    def client(number):
        connection, own, turn = http.client.HTTPConnection("127.0.0.1", port, timeout=60), [], 0
        while time.monotonic() < until:
            path, body, headers = ask(number, turn)
            turn += 1
            began = time.monotonic()
            connection.request("POST", path, body, headers)
            answer = connection.getresponse()
            said = answer.read()
            assert answer.status == 200, said
            own.append((time.monotonic() - began) * 1000)
        connection.close()
        with lock:
            times.extend(own)

    threads = [threading.Thread(target=client, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    times.sort()
    return len(times) / SECONDS, times[len(times) // 2], times[len(times) * 99 // 100]


def commits(folder):
    """Returns how many rows per second SQLite commits on this disk one by one, as durably as the server. This is the
    limit of a single writer."""
    database = sqlite3.connect(folder / "limit.sqlite", isolation_level=None)
    database.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (i INTEGER, v TEXT)")
    began, count = time.monotonic(), 0
    while time.monotonic() - began < 3:
        database.execute("INSERT INTO t VALUES (?, ?)", (count, "x" * 400))
        count += 1
    database.close()
    return count / 3


def measured(program, count):
    with tempfile.TemporaryDirectory(prefix="kurs-bench-") as name:
        server = Server(program, pathlib.Path(name))
        server.start()
        server.stop()
        sessions, seal = filled(server, count)
        starting = server.start()
        headers = [{"Authorization": f"Bearer {seal.access(each)}"} for each in sessions[:2000]]

        def push(number, turn):
            changes = [{"id": str(uuid.uuid4()), "kind": "saved", "deleted": None,
                        "fields": {"title": {"value": "x" * 300, "edited": EDITED}}}]
            body = json.dumps({"since": OBJECTS, "changes": changes, "limit": 1})
            return "/api/v1/sync/", body, headers[(number + CLIENTS * turn) % len(headers)]

        def pull(number, turn):
            return "/api/v1/sync/", '{"since":0,"changes":[]}', headers[(number + CLIENTS * turn) % len(headers)]

        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        signing = json.dumps({"email": "ada@example.net", "password": "correct horse"})
        connection.request("POST", "/api/v1/member/register/", signing)
        assert connection.getresponse().status == 200
        rows = {
            "pulls": load(server.port, pull), "pushes": load(server.port, push),
            "sign-ins": load(server.port, lambda *_: ("/api/v1/member/login/email/", signing, {})),
        }
        memory, size = server.memory(), server.size()
        began = time.monotonic()
        subprocess.run(
            [program, "backup", "--database", server.database, server.folder / "copy.sqlite"], check=True,
            stdout=subprocess.DEVNULL)
        backup = time.monotonic() - began
        server.stop()
        print(f"\n{count} members of {OBJECTS} objects")
        for what, (rate, median, slowest) in rows.items():
            print(f"  {what:9} {rate:8.0f} a second   p50 {median:7.1f} ms   p99 {slowest:7.1f} ms")
        print(f"  memory {memory:.0f} MiB, on disk {size / 1048576:.0f} MiB, starts in {starting:.2f} s, "
              f"copied in {backup:.1f} s")
        print(f"  the disk's own limit: {commits(server.folder):.0f} commits a second", flush=True)


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    for count in [int(each) for each in sys.argv[2:]] or [1000, 10_000]:
        measured(program, count)


main()
