# SPDX-License-Identifier: GPL-3.0-or-later
"""A full disk, a read-only folder, and files that may not grow: rows S07, S08, S18 and S19. Run by terminal.py."""
import json
import os
import pathlib
import re
import resource
import shlex
import shutil
import sqlite3
import subprocess
import sys

import side_by_side
from fault_rows import fault
from terminal import PROGRAM, Terminal

FILLED = (("convert", "1", "EUR", "USD"), ("own-rates", "set", "EUR", "USD", "1.5"), ("calc", "5 EUR", "--save", "Lunch"),
          ("settings", "set", "symbols", "$=CAD"))
READING = (("convert", "1", "EUR", "USD"), ("convert", "1", "USD", "CHF", "--on", "2010-06-01"), ("calc", "5 EUR + 3 USD"),
           ("history", "EUR", "USD", "--from", "2026-10-01"), ("rates", "USD"), ("chart", "EUR", "USD", "--output", "@/chart.svg"),
           ("currencies",), ("providers",), ("saved", "list"), ("saved", "show", "Lunch"), ("own-rates", "list"),
           ("settings", "list"), ("backup", "export", "-"), ("backup", "copies"), ("queue",), ("quarantine",), ("log",),
           ("cache", "status"))
WRITING = (("own-rates", "set", "EUR", "CHF", "2"), ("calc", "6 EUR", "--save", "Tea"), ("refresh", "--provider", "frankfurter"),
           ("settings", "set", "symbols", "$=AUD"), ("cache", "clear", "documents"))
NEWEST = ("history", "EUR", "USD", "--provider", "frankfurter")
ONLY_READ = 'mount --bind "$HOME" "$HOME"; mount -o remount,ro,bind "$HOME"'
NOTHING_SAVED = r"^kurs-cli: .*\. Nothing can be saved\. (Free some space, then try again|Check its permissions)\.$"


class NoRoomTests(Terminal):
    filled = None

    def setUp(self):
        super().setUp()
        self.data = self.home / ".local/share/kurs"
        # Written files go beside the home, which may be read-only.
        self.out = pathlib.Path(f"{self.home}-out")
        self.out.mkdir()
        self.addCleanup(shutil.rmtree, self.out, True)

    def kurs(self, *arguments, **expected):
        return super().kurs(*(each.replace("@", str(self.out)) for each in arguments), **expected)

    def plain(self, said):
        """Removes the time of a backup and the folder's name."""
        said = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", "now", said)
        return re.sub(r"http://127.0.0.1:\d+", "BANK", said).replace(str(self.home), "~")

    def fill(self):
        """Makes a home with data of each kind. Each test process makes it once and copies it."""
        cls, template = type(self), pathlib.Path(f"{self.home.parent}/kurs-filled-{os.getpid()}")
        if cls.filled is None:
            cls.filled = self.make_filled()
            shutil.copytree(self.home, template)
            shutil.copy(self.out / "backup.json", template / "backup.json")
            side_by_side.at_end.callback(shutil.rmtree, template, True)
        else:
            shutil.copytree(template, self.home, dirs_exist_ok=True)
            (self.home / "backup.json").rename(self.out / "backup.json")
            # The other test's bank no longer runs.
            self.file.write_text(re.sub(r"http://127.0.0.1:\d+", self.bank.address, self.file.read_text()))
        self.before = cls.filled

    def make_filled(self):
        self.kurs("settings", "set", "addresses", f"frankfurter={self.bank.address}")
        for command in FILLED:
            self.kurs(*command)
        self.kurs("refresh", "--provider", "frankfurter")
        self.kurs("backup", "export", str(self.out / "backup.json"))
        return self.read()

    def read(self):
        return {command: self.plain(self.kurs(*command)) for command in READING}

    def in_namespace(self, prepare, commands):
        """Runs `prepare` and each command in a mount namespace. Returns exit code, output and errors of each."""
        lines = ["set -e", "mount --make-rprivate /", prepare, "set +e"]
        for number, command in enumerate(commands):
            lines.append(f"{shlex.join([str(PROGRAM), *command]).replace('@', str(self.out))} >$OUT/{number}.out 2>$OUT/{number}.err </dev/null; "
                         f"echo $? >$OUT/{number}.code")
        unshare = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-Urm"]
        run = subprocess.run(
            [*unshare, "bash", "-c", "\n".join(lines)],
            env=self.environment | {"DATA": str(self.data), "OUT": str(self.out)},
            capture_output=True, text=True, timeout=600)
        self.assertEqual(run.returncode, 0, run.stderr)
        return [(int((self.out / f"{number}.code").read_text()), self.plain((self.out / f"{number}.out").read_text().strip()),
                 (self.out / f"{number}.err").read_text()) for number, _ in enumerate(commands)]

    def full(self, left, has_index=False):
        """Puts the data folder on a separate disk with this many kilobytes left. An index needs 32 of them."""
        return (f'cp -a "$DATA" $OUT/copy; mount -t tmpfs -o size=32m,mode=700 none "$DATA"; cp -a $OUT/copy/. "$DATA"; '
                f'rm -r $OUT/copy; {"" if has_index else "rm -f $DATA/*-shm; "}head -c {max(left, 1)}k /dev/zero >"$DATA/room"; '
                f'dd if=/dev/zero of="$DATA/fill" bs=4k 2>/dev/null || true; '
                + ('rm "$DATA/room"' if left else 'true'))

    def read_and_refuse(self, prepare, writing=WRITING):
        """Checks that reading commands answer as before and report once that nothing can be saved, and that writing
        commands name a solution."""
        self.bank.dollar = "1.4321"
        warned, kept = 0, [("own-rates", "list", "--json"), ("saved", "list", "--json"), NEWEST, ("cache", "status", "--json")]
        commands = (*READING, *writing, *kept)
        ran = dict(zip(commands, self.in_namespace(prepare, commands)))
        # The log may contain an error about the full disk.
        unlogged = {("log",): ""}
        for command in READING:
            code, said, complaint = ran[command]
            self.assertEqual((code, said), (0, self.before[command]), (command, complaint))
            if complaint:
                self.assertRegex(complaint.removesuffix("\n"), NOTHING_SAVED, command)
                self.assertEqual(complaint.count("\n"), 1, command)
                warned += 1
        for command in writing:
            code, _, complaint = ran[command]
            if code == 0:
                # A leftover write-ahead log has space for a small change.
                effect = {"own-rates": "CHF", "calc": "Tea", "refresh": "1.4321", "cache": '"documents": ?0'}[command[0]]
                self.assertRegex("".join(ran[each][1] for each in kept), effect, command)
                continue
            self.assertEqual(code, 74, (command, complaint))
            self.assertRegex(complaint.splitlines()[-1], "Free some space|[Cc]hoose another|an't write|not saved|Can't clear", command)
        self.assertEqual(self.read() | unlogged, self.before | unlogged)
        return warned

    @fault("S18")
    def test_data_in_a_read_only_folder_can_be_read_but_not_changed(self):
        self.fill()
        self.assertGreater(self.read_and_refuse(ONLY_READ), 8)
        # The backup is written to a disk with space.
        elsewhere, = self.in_namespace(ONLY_READ, [("backup", "export", str(self.out / "elsewhere.json"))])
        self.assertEqual(elsewhere[0], 0, elsewhere)
        self.assertIn("Lunch", (self.out / "elsewhere.json").read_text())

    @fault("S07")
    def test_data_on_a_full_disk_can_be_read_but_not_changed(self):
        self.fill()
        # The settings are on the other disk.
        writing = [command for command in WRITING if command[0] != "settings"]
        for left in (0, 4, 16):
            with self.subTest(left=left):
                self.assertGreater(self.read_and_refuse(self.full(left), writing), 8)
        # Other programs have the files open, so some changes fit in their logs.
        self.read_and_refuse(self.full(0, has_index=True), writing)
        refused, = self.in_namespace(self.full(0), WRITING[:1])
        self.assertIn("Free some space, then try again", refused[2])

    @fault("S07", "S18")
    def test_changes_in_the_leftover_log_of_a_killed_program_are_read(self):
        """The log is of another program that was killed, with and without its index."""
        self.fill()
        for has_index in (True, False):
            self.kurs(*FILLED[2])
            killed = subprocess.run([sys.executable, "-c", LEAVE_LOG, str(self.data / "person.sqlite")])
            self.assertEqual(killed.returncode, 0)
            log = self.data / "person.sqlite-wal"
            before = log.read_bytes()
            self.assertGreater(len(before), 0)
            if not has_index:
                (self.data / "person.sqlite-shm").unlink()
            for prepare in (ONLY_READ, self.full(0)):
                with self.subTest(has_index=has_index, prepare=prepare):
                    listed = self.in_namespace(prepare, [("saved", "list"), ("own-rates", "list")])
                    self.assertEqual(
                        [said for _, said, _ in listed], ["", self.before["own-rates", "list"]], listed)
                    self.assertEqual(log.read_bytes(), before)
            self.assertEqual(self.kurs("saved", "list"), "")

    @fault("S18")
    def test_damage_in_a_read_only_folder_does_not_hide_other_data(self):
        """Readable user data is shown, lost data is named each time, and nothing changes."""
        self.fill()
        self.kurs("calc", "6 EUR", "--save", "Tea")
        file = self.data / "person.sqlite"
        whole = file.read_bytes()
        for place, expected in ((whole.index(b"Lunch") // 4096, r"could not be read: .*lists"), (0, "could not be read")):
            with self.subTest(page=place):
                bytes_ = bytearray(whole)
                bytes_[place * 4096:(place + 1) * 4096] = bytes(4096)
                file.write_bytes(bytes_)
                for prepare in (ONLY_READ, self.full(0)):
                    before = {each.name for each in self.data.iterdir()}
                    ran = dict(zip((*READING, WRITING[0]), self.in_namespace(prepare, (*READING, WRITING[0]))))
                    for command in READING:
                        code, said, complaint = ran[command]
                        # Data that was requested by name is missing.
                        if command != ("saved", "show", "Lunch"):
                            self.assertEqual(code, 0, (command, complaint))
                        # Without the custom rate a conversion would use the bank's, so a message is required.
                        if said != self.before[command]:
                            self.assertRegex(complaint, "could not be read", command)
                        for line in complaint.splitlines():
                            self.assertTrue(line.startswith("kurs-cli: "), (command, complaint))
                    self.assertRegex(ran["saved", "list"][2], expected)
                    self.assertRegex(ran["saved", "list"][2], "Nothing can be saved")
                    self.assertEqual(ran[WRITING[0]][0], 74, ran[WRITING[0]])
                    self.assertEqual({each.name for each in self.data.iterdir()}, before)
                    self.assertEqual(file.read_bytes(), bytes(bytes_))

    @fault("S07")
    def test_a_first_start_on_a_nearly_full_disk_converts_with_a_warning(self):
        """A disk of 16, 64 or 256 kB has all of the user's folders. Messages appear, no signal occurs, and reading
        works."""
        expected = {command: self.plain(self.kurs(*command)) for command in READING[:6]}
        shutil.rmtree(self.home / ".local")
        for size in (16, 64, 256):
            prepare = f'mount -t tmpfs -o size={size}k,mode=700 none "$HOME"'
            # Each command has a separate disk, then all run on the same disk.
            commands = (*READING[:6], FILLED[1], FILLED[2], ("settings", "set", "offline", "true"), *READING[6:9], READING[10])
            together = self.in_namespace(prepare, commands)
            alone = [self.in_namespace(prepare, [command])[0] for command in commands]
            for command, ran in (*zip(commands, together), *zip(commands, alone)):
                with self.subTest(size=size, command=command):
                    code, said, complaint = ran
                    if command in expected:
                        self.assertEqual((code, said), (0, expected[command]), complaint)
                    self.assertIn(code, (0, 74), complaint)
                    for line in complaint.splitlines():
                        self.assertTrue(line.startswith("kurs-cli: "), complaint)
                    if code:
                        self.assertRegex(complaint, "Free some space|disk is full|Can't write to|not saved")

    @fault("S26")
    def test_on_a_nearly_full_disk_some_space_is_left_for_user_data(self):
        """The bundled history needs 4 MB. On a disk of 3 MB it is read into memory, and lists are saved."""
        early = ("convert", "1", "EUR", "USD", "--on", "2010-06-01")
        expected = self.plain(self.kurs(*early))
        shutil.rmtree(self.home / ".local")
        lists = [("calc", f"{number} EUR in USD on 2010-06-01", "--save", f"List {number}") for number in range(10)]
        commands = (early, READING[0], *lists, early, ("saved", "list", "--json"))
        ran = self.in_namespace('mount -t tmpfs -o size=3m,mode=700 none "$HOME"', commands)
        for command, (code, _, complaint) in zip(commands, ran):
            self.assertEqual(code, 0, (command, complaint))
        for _, said, complaint in (ran[0], ran[-2]):
            self.assertEqual(said, expected)
            self.assertRegex(complaint, r"^kurs-cli: The disk is nearly full, .*\n$")
        # The newest rates are stored, so a conversion at today's needs no warning.
        self.assertEqual(ran[1][2], "")
        self.assertEqual({each["title"] for each in json.loads(ran[-1][1])}, {command[-1] for command in lists})

    @fault("S18")
    def test_an_amount_is_converted_although_the_data_folder_is_read_only(self):
        converted, refused = self.in_namespace(ONLY_READ, [("convert", "1", "EUR", "USD"), FILLED[1]])
        self.assertEqual(converted[:2], (0, self.kurs("convert", "1", "EUR", "USD")), converted)
        self.assertRegex(converted[2], NOTHING_SAVED)
        self.assertEqual(refused[0], 74, refused)

    def limited(self, command, size):
        """Runs a command that may not write a file beyond a size."""
        return subprocess.run(
            [PROGRAM, *(each.replace("@", str(self.out)) for each in command)], env=self.environment, capture_output=True, text=True, stdin=subprocess.DEVNULL,
            timeout=60, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))

    @fault("S08")
    def test_a_file_size_limit_causes_an_error_instead_of_a_crash(self):
        self.fill()
        for size in (0, 1 << 10, 33 << 10, 64 << 10, 256 << 10):
            for command in (*WRITING, ("backup", "export", str(self.out / "limited.json")),
                            ("backup", "import", str(self.out / "backup.json"))):
                run = self.limited(command, size)
                self.assertIn(run.returncode, (0, 74), (size, command, run.stderr))
                if run.returncode:
                    self.assertTrue(run.stderr.startswith("kurs-cli: "), (size, command, run.stderr))
                else:
                    # The removed data is there, and is restored.
                    self.kurs("backup", "import", str(self.out / "backup.json"))
            # The command chart writes a file, too.
            for command in (each for each in READING if each[0] != "chart"):
                run = self.limited(command, size)
                self.assertEqual(run.returncode, 0, (size, command, run.stderr))
        self.assertEqual(list(self.out.glob("limited.json?*")), [])
        self.assertIn("1.5", self.kurs("convert", "1", "EUR", "USD"))

    def test_a_command_opens_only_the_data_file_that_it_needs(self):
        for command in (("settings", "list"), ("own-rates", "list"), ("currencies",), ("own-rates", "set", "EUR", "CHF", "2"),
                        ("backup", "export", "-"), ("settings", "set", "symbols", "$=AUD")):
            self.kurs(*command)
        self.assertEqual([each.name for each in self.data.glob("*.sqlite")], ["person.sqlite"])
        (self.data / "rates.sqlite").mkdir()
        self.assertIn("CHF", self.kurs("own-rates", "list"))
        shutil.rmtree(self.data)
        self.kurs("rates", "USD")
        self.assertEqual([each.name for each in self.data.glob("*.sqlite")], ["rates.sqlite"])


# Deletes saved data, and ends without closing the file.
LEAVE_LOG = """if True:
    import os, sqlite3, sys
    file = sqlite3.connect(sys.argv[1], isolation_level=None)
    file.execute("PRAGMA wal_autocheckpoint = 0")
    file.execute("DELETE FROM object_field WHERE id IN (SELECT id FROM object_field WHERE value LIKE '%Lunch%')")
    file.execute("DELETE FROM object WHERE id NOT IN (SELECT id FROM object_field)")
    os._exit(0)
"""
