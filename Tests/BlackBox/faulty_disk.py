# SPDX-License-Identifier: GPL-3.0-or-later
"""A faulty disk: faulty_disk.c replaces functions of the C library. Rows S17 and S20. Run by terminal.py."""
import contextlib
import json
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

from fault_rows import fault
from terminal import PROGRAM, Terminal


class FaultyDiskTests(Terminal):
    @classmethod
    def setUpClass(cls):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="kurs-faulty-"))
        cls.addClassCleanup(shutil.rmtree, folder, True)
        cls.library = folder / "faulty.so"
        source = pathlib.Path(__file__).with_name("faulty_disk.c")
        subprocess.run(["clang", "-shared", "-fPIC", "-o", cls.library, source, "-ldl"], check=True)

    def faulty(self, *command, **faults):
        faults = {f"FAULTY_{name}": str(value) for name, value in faults.items()}
        return subprocess.run(
            [PROGRAM, *command], env=self.environment | {"LD_PRELOAD": str(self.library)} | faults, capture_output=True,
            text=True, stdin=subprocess.DEVNULL, timeout=120)

    @fault("S17")
    def test_with_the_rollback_journal_two_simultaneous_programs_lose_no_data(self):
        """Two terminals use one home on a network file system from the first start on, and each prints what it
        saved."""
        def save(names):
            return [(name, self.faulty("calc", "5 EUR", "--save", name, MAPS=1)) for name in names]

        with ThreadPoolExecutor(2) as pool:
            runs = [run for half in pool.map(save, ([f"{each}{number}" for number in range(12)] for each in "ab")) for run in half]
        for name, run in runs:
            self.assertEqual((run.returncode, run.stderr), (0, ""), name)
        listed = self.faulty("saved", "list", "--json", MAPS=1)
        self.assertEqual({each["title"] for each in json.loads(listed.stdout)}, {name for name, _ in runs})
        data = self.home / ".local/share/kurs"
        self.assertEqual((data / "person.sqlite").read_bytes()[18:20], b"\1\1")
        self.assertEqual([*data.glob("*-wal"), *data.glob("*-journal"), *data.glob("*.aside")], [])

    @fault("S17")
    def test_commands_that_only_read_change_no_file_in_rollback_journal_mode(self):
        """A program that has the file open would notice a half-finished change of the journal."""
        for command in (("calc", "5 EUR", "--save", "Tea"), ("convert", "1", "EUR", "USD")):
            self.assertEqual(self.faulty(*command, MAPS=1).returncode, 0)
        files = sorted((self.home / ".local/share/kurs").glob("*.sqlite"))
        before = [(each.name, each.stat().st_mtime_ns) for each in files]
        for command in (("saved", "list"), ("convert", "1", "EUR", "USD")):
            self.assertEqual(self.faulty(*command, MAPS=1).returncode, 0)
        self.assertEqual([(each.name, each.stat().st_mtime_ns) for each in files], before)
        self.assertEqual(len(before), 2)

    def test_after_a_file_is_replaced_its_folder_is_synced_to_disk(self):
        self.kurs("calc", "5 EUR", "--save", "Tea")
        log, out = self.home / "log", self.home / "out"
        out.mkdir()
        for command, written in (
                (("backup", "export", out / "all.json"), out / "all.json"),
                (("settings", "set", "symbols", "$=CAD"), self.home / ".config/kurs/settings.ini")):
            log.unlink(missing_ok=True)
            run = self.faulty(*command, LOG=log)
            self.assertEqual(run.returncode, 0, run.stderr)
            lines = log.read_text().splitlines()
            self.assertIn(f"renamed {written}", lines)
            self.assertIn(f"synced {written.parent}", lines[lines.index(f"renamed {written}"):])

    @fault("S03")
    def test_killing_kurs_while_it_replaces_a_damaged_file_loses_no_further_data(self):
        """Damages some pages in turn. The last list is only in the log."""
        data = self.home / ".local/share/kurs"
        for name in ("Tea", "Lunch"):
            self.kurs("calc", "5 EUR", "--save", name)
        with contextlib.closing(sqlite3.connect(data / "person.sqlite")) as reader:
            # While another program has the file open, the log stays.
            reader.execute("SELECT count(*) FROM object").fetchall()
            self.kurs("calc", "7 EUR", "--save", "Cake")
            files = {name: (data / name).read_bytes() for name in ("person.sqlite", "person.sqlite-wal")}
        self.assertGreater(len(files["person.sqlite-wal"]), 0)

        def damage(page):
            for each in data.glob("person.sqlite*"):
                each.unlink()
            for name, content in files.items():
                (data / name).write_bytes(content)
            with open(data / "person.sqlite", "r+b") as file:
                file.seek(page * 4096)
                file.write(bytes(4096))

        kills = 0
        for page in range(0, len(files["person.sqlite"]) // 4096, 8):
            damage(page)
            self.faulty("saved", "list")
            if not list(data.glob("*.aside")):
                continue
            expected = self.titles()
            for number in range(1, 9):
                damage(page)
                run = self.faulty("saved", "list", KILL=number)
                self.assertEqual(self.titles(), expected, (page, number))
                self.assertEqual(len(list(data.glob("person.sqlite.*.aside"))), 1, (page, number))
                if run.returncode != -signal.SIGKILL:
                    break
                kills += 1
        print(f"{kills} kills")
        self.assertGreater(kills, 3)

    @fault("S02")
    def test_a_damaged_file_of_rates_is_reported_once(self):
        self.kurs("convert", "1", "EUR", "USD")
        rates = self.home / ".local/share/kurs/rates.sqlite"
        rates.write_bytes(bytes(100) + b"\x55" * 8092)
        self.assertIn("USD", self.kurs("convert", "1", "EUR", "USD"))
        self.assertIn(f"{rates} was damaged. A copy was saved as {rates}.", self.complaint)
        self.kurs("convert", "1", "EUR", "USD")
        self.assertEqual(self.complaint, "")

    def titles(self):
        return {each["title"] for each in json.loads(self.kurs("saved", "list", "--json"))}

    @fault("S17")
    def test_without_shared_memory_the_rollback_journal_is_used(self):
        """Uses a new folder, a folder with a write-ahead log, and then a disk with shared memory again."""
        data = self.home / ".local/share/kurs"
        for name, faults in (("Tea", {"MAPS": 1}), ("Lunch", {}), ("Cake", {"MAPS": 1}), ("Bread", {"MAPS": 1}), ("Soup", {})):
            run = self.faulty("calc", "5 EUR", "--save", name, **faults)
            self.assertEqual((run.returncode, run.stderr), (0, ""), name)
            run = self.faulty("convert", "1", "EUR", "USD", **faults)
            self.assertEqual((run.returncode, run.stderr), (0, ""), name)
            # Bytes 18 and 19 of the header give the journal: 1 is the rollback journal, 2 the write-ahead log.
            kinds = {each.name: each.read_bytes()[18:20] for each in data.glob("*.sqlite") if each.stat().st_size}
            expected = b"\1\1" if faults else b"\2\2"
            self.assertEqual(kinds, {"person.sqlite": expected, "rates.sqlite": expected}, name)
            self.assertEqual(list(data.glob("*-wal")) if faults else [], [], name)
        self.assertEqual(self.titles(), {"Tea", "Lunch", "Cake", "Bread", "Soup"})

    @fault("S29")
    def test_an_unreadable_user_file_does_not_count_as_missing(self):
        self.kurs("own-rates", "set", "EUR", "USD", "1.5")
        commands = (("own-rates", "list"), ("alerts", "list"), ("convert", "1", "EUR", "USD"), ("saved", "list"))
        for command in commands:
            run = self.faulty(*command, STAT="/person.sqlite")
            self.assertEqual((run.returncode, run.stdout), (66, ""), (command, run.stderr))
            self.assertRegex(run.stderr, r"Can't read \S+/person\.sqlite\. Check its permissions and the disk\.", command)
        self.assertIn("1.50 USD", self.kurs("convert", "1", "EUR", "USD"))

    @fault("S30")
    def test_a_refresh_that_finds_a_damaged_page_still_stores_the_rates(self):
        """Damages each page of the stored rates in turn."""
        self.kurs("settings", "set", "addresses", f"frankfurter={self.bank.address}")
        # This rate is near that of the other bank, which is in the rebuilt file.
        self.bank.dollar = "1.1190"
        self.kurs("refresh", "--provider", "frankfurter")
        file = self.home / ".local/share/kurs/rates.sqlite"
        whole = file.read_bytes()
        self.bank.dollar = "1.1250"
        for page in range(1, len(whole) // 4096):
            with self.subTest(page=page):
                for each in file.parent.glob("rates.sqlite?*"):
                    each.unlink()
                file.write_bytes(whole[:page * 4096] + bytes(4096) + whole[(page + 1) * 4096:])
                self.assertRegex(self.kurs("refresh", "--provider", "frankfurter"), r"\d rates? added or corrected")
                self.assertIn("= 1.125 USD", self.kurs("convert", "1", "EUR", "USD", "--provider", "frankfurter"))

    @fault("S20")
    def test_a_single_failed_read_does_not_count_as_damage(self):
        self.kurs("calc", "5 EUR", "--save", "Tea")
        self.kurs("convert", "1", "EUR", "USD")
        mark, refused = self.home / "mark", 0
        for number in range(1, 200):
            mark.unlink(missing_ok=True)
            run = self.faulty("calc", f"{number} EUR + 1 USD", "--save", "Lunch", READ=number, MARK=mark)
            if not mark.exists():
                break
            self.assertIn(run.returncode, (0, 65, 66, 74), (number, run))
            refused += run.returncode != 0
            if run.returncode:
                self.assertRegex(run.stderr.splitlines()[-1], r"^kurs-cli: .*\.$", number)
            self.assertEqual(list((self.home / ".local/share/kurs").glob("*.aside*")), [], number)
            self.assertIn("Tea", self.titles(), number)
        print(f"{number - 1} reads, each failed once: {refused} commands refused")
        self.assertGreater(number, 20)

    @fault("S20")
    def test_rare_write_errors_lose_no_change_that_was_reported_as_saved(self):
        self.kurs("convert", "1", "EUR", "USD")
        acknowledged, refused = set(), 0
        for number in range(80):
            run = self.faulty("calc", f"{number + 1} EUR", "--save", f"n{number}", ONE_IN=50, SEED=number)
            self.assertIn(run.returncode, (0, 65, 66, 74), (number, run))
            if run.returncode == 0:
                acknowledged.add(f"n{number}")
            else:
                refused += 1
                self.assertRegex(run.stderr.splitlines()[-1], r"^kurs-cli: .*\.$", number)
        self.assertGreater(refused, 5)
        self.assertGreater(len(acknowledged), 20)
        self.assertLessEqual(acknowledged, self.titles())
        self.assertEqual(list((self.home / ".local/share/kurs").glob("*.aside")), [])
