# SPDX-License-Identifier: GPL-3.0-or-later
"""Privacy of files and memory, and behaviour with too few resources. Run by terminal.py."""
import os
import pathlib
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import threading
import time
import unittest

from fault_rows import fault
from terminal import KEY, PROGRAM, Server, Terminal

NOBODY = 65534
COMMANDS = (("convert", "1", "EUR", "USD"), ("own-rates", "set", "EUR", "USD", "1.5"),
            ("calc", "5 EUR", "--save", "Lunch"), ("settings", "set", "symbols", "$=CAD"))


class Moved(Server):
    """A server that redirects every request. `*` in the target is the requested path and query."""

    def __init__(self, status, location):
        self.status, self.location = status, location
        super().__init__()

    def answer(self, path):
        return self.status, {"Location": self.location.replace("*", path)}, b""


class PrivateTests(Terminal):
    """Tests of rows S14, S15 and X09."""

    def modes(self, *roots):
        """Returns each file and folder below, with its permissions."""
        return {str(each.relative_to(self.home)): each.lstat().st_mode & 0o777
                for root in roots for each in [self.home / root, *(self.home / root).rglob("*")]}

    def signing_in(self, *before):
        """Returns the program while it waits for a password, with unlimited core dumps into its home."""
        largest = resource.getrlimit(resource.RLIMIT_CORE)[1]
        server = ["--server", "https://127.0.0.1:9"]
        process = subprocess.Popen(
            [*before, PROGRAM, "account", "sign-in", *server, "ada@example.org"],
            env=self.environment | {"SWIFT_BACKTRACE": "enable=no"}, cwd=self.home,
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, (largest, largest)))
        self.addCleanup(process.wait)
        self.addCleanup(process.stdin.close)
        self.addCleanup(process.kill)
        # As soon as the program reads input, it has opened all its files.
        for _ in range(400):
            if (self.home / ".local/share/kurs/person.sqlite").exists() or process.poll() is not None:
                break
            time.sleep(0.05)
        return process

    @fault("X09")
    @unittest.skipUnless(resource.getrlimit(resource.RLIMIT_CORE)[1], "nobody may have a core dump here")
    def test_a_crash_while_a_password_is_typed_leaves_no_core_dump(self):
        process = self.signing_in()
        limits = pathlib.Path(f"/proc/{process.pid}/limits").read_text()
        self.assertRegex(limits, r"Max core file size +1 ")
        process.stdin.write(b"correct horse")
        process.stdin.flush()
        process.send_signal(signal.SIGABRT)
        self.assertEqual(process.wait(30), -signal.SIGABRT)
        self.assertEqual([each.name for each in self.home.iterdir() if "core" in each.name], [])

    @fault("X09")
    @unittest.skipUnless(os.geteuid() == 0, "needs a second user")
    def test_other_programs_of_the_user_cannot_read_the_memory_of_kurs(self):
        os.chown(self.home, NOBODY, NOBODY)
        nobody = ["setpriv", "--reuid", str(NOBODY), "--regid", str(NOBODY), "--clear-groups"]
        process = self.signing_in(*nobody)
        self.assertIsNone(process.poll())
        # The kernel gives the memory of a protected process to root, and lets nobody else open it.
        self.assertEqual(os.stat(f"/proc/{process.pid}/mem").st_uid, 0)
        look = subprocess.run(
            [*nobody, "--inh-caps", "-all", "head", "-c1", f"/proc/{process.pid}/environ"], capture_output=True)
        self.assertNotEqual(look.returncode, 0)

    @fault("S14")
    def test_new_files_are_private_with_every_umask(self):
        for mask in (0o000, 0o022):
            with self.subTest(umask=oct(mask)):
                shutil.rmtree(self.home)
                self.home.mkdir(mode=0o755)
                before = os.umask(mask)
                try:
                    for command in COMMANDS:
                        self.kurs(*command)
                    self.kurs("refresh", "--provider", "frankfurter", "--base-url", self.bank.address)
                finally:
                    os.umask(before)
                modes = self.modes(".local", ".config", ".cache")
                self.assertGreater(len(modes), 9, modes)
                for path, mode in modes.items():
                    self.assertEqual(mode, 0o700 if (self.home / path).is_dir() else 0o600, path)

    @fault("S14")
    def test_files_that_other_users_could_read_become_private(self):
        for command in COMMANDS:
            self.kurs(*command)
        for path in self.modes(".local/share/kurs", ".config/kurs"):
            (self.home / path).chmod(0o755 if (self.home / path).is_dir() else 0o644)
        self.kurs("own-rates", "list")
        self.kurs("convert", "1", "EUR", "USD")
        modes = self.modes(".local/share/kurs")
        self.assertEqual({mode for path, mode in modes.items() if path.endswith("kurs")}, {0o700})
        # The day's copy was created with 0600 and isn't opened.
        opened = {mode for path, mode in modes.items() if ".sqlite" in path and not path.endswith(".copy")}
        self.assertEqual(opened, {0o600}, modes)
        self.assertEqual((self.home / ".config/kurs").stat().st_mode & 0o777, 0o700)
        # The permissions of a folder that is given as an option aren't changed.
        named = self.home / "named"
        named.mkdir(mode=0o755)
        self.kurs("convert", "1", "EUR", "USD", "--data-dir", str(named))
        self.assertEqual(named.stat().st_mode & 0o777, 0o755)
        self.assertEqual({each.stat().st_mode & 0o777 for each in named.glob("*.sqlite*")}, {0o600})

    @fault("S14")
    def test_a_file_that_its_owner_made_read_only_stays_read_only(self):
        for command in COMMANDS:
            self.kurs(*command)
        folder = self.home / ".local/share/kurs"
        file = folder / "person.sqlite"
        file.chmod(0o444)
        folder.chmod(0o555)
        self.addCleanup(folder.chmod, 0o755)
        self.assertIn("1.5", self.kurs("own-rates", "list"))
        self.assertEqual((file.stat().st_mode & 0o777, folder.stat().st_mode & 0o777), (0o400, 0o500))

    @fault("S15")
    def test_a_folder_writable_by_other_users_is_refused(self):
        open_folder = self.home / "open"
        open_folder.mkdir()
        open_folder.chmod(0o777)
        folders = [open_folder]
        if os.geteuid() == 0:
            foreign = self.home / "foreign"
            foreign.mkdir(mode=0o700)
            os.chown(foreign, NOBODY, NOBODY)
            folders.append(foreign)
        for folder in folders:
            link = self.home / f"link-{folder.name}"
            link.symlink_to(folder)
            for command in COMMANDS[:3]:
                self.kurs(*command, "--data-dir", str(link), code=74)
                self.assertIn("Other users can write to", self.complaint)
            self.assertEqual(list(folder.iterdir()), [])


class HeldTests(Terminal):
    """Tests of rows S01 and S05."""

    @fault("S01")
    def test_a_command_waits_while_another_program_locks_the_database(self):
        self.kurs("calc", "5 EUR", "--save", "Lunch")
        other = sqlite3.connect(self.home / ".local/share/kurs/person.sqlite", isolation_level=None,
                                check_same_thread=False)
        self.addCleanup(other.close)
        other.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        release = threading.Timer(3, other.rollback)
        release.start()
        self.kurs("calc", "6 EUR", "--save", "Tea")
        release.join()
        self.assertGreaterEqual(time.monotonic() - began, 3)
        other.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        self.kurs("calc", "7 EUR", "--save", "Cake", code=66)
        self.assertGreaterEqual(time.monotonic() - began, 4.5)
        self.assertIn("Another program is using", self.complaint)
        other.rollback()
        saved = self.kurs("saved", "list")
        self.assertEqual([name in saved for name in ("Lunch", "Tea", "Cake")], [True, True, False])

    @fault("S05")
    def test_the_daily_copy_is_offered_after_files_were_emptied(self):
        for command in COMMANDS:
            self.kurs(*command)
        self.kurs("calc", "4 EUR", "--save", "Coffee")
        folder = self.home / ".local/share/kurs"
        for copy in folder.glob("person.sqlite.*.copy"):
            copy.unlink()
        self.kurs("saved", "list")
        for file in folder.glob("*.sqlite*"):
            if file.suffix != ".copy":
                file.write_bytes(b"") if file.suffix == ".sqlite" else file.unlink()
        self.assertIn("USD", self.kurs("convert", "1", "EUR", "USD"))
        self.kurs("calc", "5 EUR", "--save", "Tea")
        self.assertIn("person.sqlite is empty or missing.", self.complaint)
        day, = re.findall(r"backup take-up (\S+)\"", self.complaint)
        self.kurs("backup", "take-up", day)
        saved = self.kurs("saved", "list")
        self.assertEqual([name in saved for name in ("Coffee", "Tea")], [True, True])
        self.assertEqual(self.complaint, "")

    def test_an_empty_user_file_without_a_daily_copy_is_created_again(self):
        for command in COMMANDS:
            self.kurs(*command)
        for file in (self.home / ".local/share/kurs").glob("*.sqlite*"):
            file.write_bytes(b"") if file.suffix == ".sqlite" else file.unlink()
        self.kurs("calc", "5 EUR", "--save", "Tea")
        self.assertEqual(self.complaint, "")
        self.assertIn("Tea", self.kurs("saved", "list"))


class RedirectTests(Terminal):
    def moved(self, status, location):
        server = Moved(status, location)
        self.addCleanup(server.close)
        return server

    def test_a_redirect_whose_address_contains_the_API_key_is_not_followed(self):
        server = self.moved(302, f"{self.bank.address}*")
        self.kurs("refresh", "--provider", "fixer", "--base-url", server.address, "--key-from-stdin", typed=KEY + "\n",
                  code=69)
        self.assertIn("Kurs didn't send your key there", self.complaint)
        self.assertNotIn(KEY, self.complaint)
        self.assertTrue(any(KEY in path for path in server.asked))
        self.assertEqual(self.bank.asked, [])

    def test_a_permanent_redirect_is_reported_and_can_be_undone(self):
        server = self.moved(301, f"{self.bank.address}*")
        self.kurs("settings", "set", "addresses", f"frankfurter={server.address}")
        self.kurs("refresh", "--provider", "frankfurter")
        self.assertIn(f"{server.address} has moved to {self.bank.address}", self.complaint)
        self.assertIn(f"moved to {self.bank.address}", self.kurs("providers"))
        server.asked.clear()
        self.kurs("refresh", "--provider", "frankfurter")
        self.assertEqual(server.asked, [])
        self.kurs("settings", "set", "addresses", f"frankfurter={server.address}")
        self.assertNotIn("moved to", self.kurs("providers"))
        self.kurs("refresh", "--provider", "frankfurter")
        self.assertGreater(len(server.asked), 0)

    def test_no_cookie_is_stored(self):
        self.bank.headers = {"Set-Cookie": "visitor=192.0.2.77; path=/", "ETag": '"1"', "Cache-Control": "max-age=600"}
        self.kurs("refresh", "--provider", "frankfurter", "--base-url", self.bank.address)
        kept = b"".join(each.read_bytes() for each in (self.home / ".cache").rglob("*") if each.is_file())
        self.assertIn(b"1.2345", kept)
        self.assertNotIn(b"192.0.2.77", kept)


    @fault("S03")
    def test_damaged_rates_are_rebuilt_from_cached_responses_and_reported_once(self):
        """The command that finds the damage repairs it without a network, and reports it once."""
        # Imports the whole history, so that most of it is in the file and not in its log.
        history = self.kurs("history", "EUR", "USD", "--provider", "ecb", "--from", "1999-01-01")
        self.kurs("refresh", "--provider", "frankfurter", "--base-url", self.bank.address)
        self.bank.fails = True
        asking = ("convert", "1", "EUR", "USD,EGP", "--provider", "frankfurter", "--on", str(self.bank.day))
        before = self.kurs(*asking)
        self.assertIn("1.2345", before)
        file = self.home / ".local/share/kurs/rates.sqlite"
        content = bytearray(file.read_bytes())
        self.assertGreater(len(content), 600 * 4096)
        content[200 * 4096:600 * 4096] = bytes(400 * 4096)
        file.write_bytes(content)
        self.assertEqual(self.kurs("history", "EUR", "USD", "--provider", "ecb", "--from", "1999-01-01"), history)
        self.assertIn("rates.sqlite was damaged", self.complaint)
        self.assertEqual(self.kurs(*asking), before)
        self.assertEqual(self.complaint, "")
        self.assertEqual(len(list(file.parent.glob("rates.sqlite.*.aside"))), 1)


class LittleTests(Terminal):
    def limited(self, *arguments, program=PROGRAM, **limits):
        """Runs a program with limits of setrlimit. Returns its exit code. A signal is a negative number."""
        def prepare():
            for name, value in limits.items():
                resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (value, value))
        return subprocess.run([program, *arguments], env=self.environment, capture_output=True, text=True,
                              preexec_fn=prepare, stdin=subprocess.DEVNULL, timeout=60)

    def test_a_low_limit_of_open_files_or_memory_gives_an_error(self):
        self.kurs("convert", "1", "EUR", "USD")
        for count in (4, 6, 12, 63):
            run = self.limited("convert", "1", "EUR", "USD", NOFILE=count)
            self.assertEqual((run.returncode, run.stdout), (69, ""), (count, run))
            self.assertIn("open files", run.stderr)
        for size in (64, 128):
            run = self.limited("chart", "EUR", "USD", "--output", str(self.home / "chart.png"), STACK=size << 10)
            self.assertEqual((run.returncode, run.stdout), (69, ""), (size, run))
            self.assertIn("ulimit -s", run.stderr)
        window = PROGRAM.with_name("kurs")
        for program, arguments, least in ((PROGRAM, ("convert", "1", "EUR", "USD"), 256), (window, (), 704)):
            run = self.limited(*arguments, program=program, AS=(least << 20) - 1)
            self.assertEqual((run.returncode, run.stdout), (69, ""), run)
            self.assertIn("address space", run.stderr)
        stacks = 64 << 20 if resource.getrlimit(resource.RLIMIT_STACK)[1] == resource.RLIM_INFINITY else 8 << 20
        for command in (("convert", "1", "EUR", "USD"), ("history", "EUR", "USD"), ("saved", "list"),
                        ("calc", "1000 USD + 3 EUR"), ("backup", "export", str(self.home / "backup.json")),
                        ("refresh", "--provider", "frankfurter", "--base-url", self.bank.address),
                        ("chart", "EUR", "USD", "--output", str(self.home / "chart.png"))):
            for limits in ({"NOFILE": 64}, {"STACK": 256 << 10}, {"AS": 256 << 20}, {"AS": 256 << 20, "STACK": stacks}):
                run = self.limited(*command, **limits)
                self.assertEqual(run.returncode, 0, (command, limits, run.stderr))


# A libcurl that reports no TLS. It uses the real library, which has another name here.
WITHOUT_TLS = """
#include <curl/curl.h>
#include <dlfcn.h>
curl_version_info_data *curl_version_info(CURLversion now) {
  static curl_version_info_data said;
  curl_version_info_data *(*real)(CURLversion) =
      (curl_version_info_data *(*)(CURLversion))dlsym(dlopen("libother.so", RTLD_LAZY), "curl_version_info");
  said = *real(now);
  said.features &= ~CURL_VERSION_SSL;
  return &said;
}
"""


class PlainCurlTests(Terminal):
    """Tests of row X20."""

    @fault("X20")
    def test_a_libcurl_without_tls_is_refused_with_a_message(self):
        folder = self.home / "libraries"
        folder.mkdir()
        known = subprocess.check_output(["/sbin/ldconfig", "-p"], text=True)
        real = next(line.split(" => ")[1] for line in known.splitlines() if line.split()[:1] == ["libcurl.so.4"])
        with open(real, "rb") as library:
            (folder / "libother.so").write_bytes(library.read().replace(b"libcurl.so.4\0", b"libother.so\0\0"))
        subprocess.run(
            ["clang", "-x", "c", "-", "-x", "none", "-shared", "-fPIC", "-o", folder / "libcurl.so.4", "-Wl,--no-as-needed",
             folder / "libother.so"], input=WITHOUT_TLS, text=True, check=True)
        refresh = [PROGRAM, "refresh", "--provider", "frankfurter", "--base-url", self.bank.address]
        done = subprocess.run(
            refresh, env=self.environment | {"LD_LIBRARY_PATH": str(folder)}, capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, self.bank.asked), (69, []), done.stderr)
        self.assertIn("libcurl doesn't support TLS. Install one that does.", done.stderr)
