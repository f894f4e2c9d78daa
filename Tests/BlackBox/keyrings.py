# SPDX-License-Identifier: GPL-3.0-or-later
"""Misbehaving keyrings and Kurs's calls to them: row X19. Run by accounts.py."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

import account
from fault_rows import fault

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = HERE.parents[1] / "Sources"
OPENED = SOURCES / "System" / "COpened"
CALLS = ("lookup", "store", "remove", "unlock")


class KeyringTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kurs-keyring-"))
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.program = self.folder / "secret_calls"
        headers = subprocess.run(
            ["pkg-config", "--cflags", OPENED / "opened.pc"], capture_output=True, text=True, check=True)
        flags = [part for flag in headers.stdout.split() for part in ("-Xcc", flag)]
        subprocess.run(
            ["swiftc", "-parse-as-library", "-o", self.program, HERE / "secret_calls.swift",
             # A mutant also needs the file with its switch.
             SOURCES / "Bus" / "SecretCalls.swift", *(SOURCES / "Bus").glob("Mutants.swift"), "-I", OPENED, *flags],
            check=True)

    def ended(self, mode, call):
        """Returns how the call ended with a service on a separate bus, the found secret, and the seconds."""
        done = subprocess.run(
            ["dbus-run-session", "--", sys.executable, "-c", SESSION, HERE / "secret_service.py", mode, self.program,
             call], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, f"{mode} {call}: {done.stderr}")
        outcome, text, domain, code, seconds = done.stdout.strip().split("|")
        return outcome, text, f"{domain} {code}".strip(), float(seconds)

    @fault("X19")
    def test_each_call_to_a_misbehaving_keyring_ends_with_a_result_within_five_seconds(self):
        for mode in EXPECTED:
            for call in CALLS:
                outcome, text, fault, seconds = self.ended(mode, call)
                with self.subTest(mode=mode, call=call, fault=fault):
                    self.assertLess(seconds, 5, outcome)
                    self.assertEqual((outcome, text), EXPECTED[mode][CALLS.index(call)])


class VanishingTest(account.AccountTest):
    @fault("X19")
    def test_a_secret_service_that_quits_during_its_prompt_blocks_no_command(self):
        """libsecret keeps waiting for its prompt. Its own call never ends, cancelled or not."""
        self.machine.start_keyring()
        self.machine.stop_keyring()
        service = subprocess.Popen(
            [sys.executable, HERE / "secret_service.py", "prompt-vanishes"], env=self.machine.environment,
            stdout=subprocess.PIPE, text=True)
        self.machine.processes.append(service)
        self.assertEqual(service.stdout.readline(), "owned\n")
        started = time.monotonic()
        done = self.machine.account("register", account.EMAIL, "--server", self.server.address)
        taken = time.monotonic() - started
        self.assertEqual(service.wait(), 0, "it was asked")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Can't save the sign-in in the keyring", done.stderr)
        print(f"({taken:.1f} s)", end=" ")
        self.assertLess(taken, 12)


# Starts the service, waits until it owns the name, and calls.
SESSION = """
import subprocess, sys, time
service, mode, program, call = sys.argv[1:]
running = subprocess.Popen([sys.executable, service, mode], stdout=subprocess.PIPE, text=True)
assert running.stdout.readline() == "owned\\n"
started = time.monotonic()
done = subprocess.run([program, call], capture_output=True, text=True)
print(f"{done.stdout.strip()}|{time.monotonic() - started:.3f}")
running.kill()
sys.exit(done.returncode)
"""
CLOSED = [("locked", ""), ("locked", ""), ("locked", ""), ("locked", "")]
# lookup, store, remove, unlock.
EXPECTED = {
    "empty": [("none", ""), ("done", ""), ("none", ""), ("done", "")],
    "locked": CLOSED,
    "prompt-fails": [("locked", ""), ("no service", ""), ("locked", ""), ("locked", "")],
    "plain": [("done", "a canary"), ("done", ""), ("done", ""), ("done", "")],
    "deleted": [("none", ""), ("done", ""), ("none", ""), ("done", "")],
    "deleted-late": [("none", ""), ("done", ""), ("none", ""), ("done", "")],
}