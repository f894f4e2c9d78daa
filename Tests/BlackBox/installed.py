# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the programs that meson installed, in their place. The last line is `N passed, N failed`.

usage: /usr/bin/python3 Tests/BlackBox/installed.py PREFIX
"""
import configparser
import json
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from counted import run_and_end  # noqa: E402
from desktop import Desktop  # noqa: E402
from exact import Rates  # noqa: E402
from fault_rows import fault  # noqa: E402
from manuals import complaints, completed, untold  # noqa: E402
from painting import Screen  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = """
bin/kurs bin/kurs-cli share/applications/org.kursapp.Kurs.desktop share/metainfo/org.kursapp.Kurs.metainfo.xml
share/icons/hicolor/scalable/apps/org.kursapp.Kurs.svg share/icons/hicolor/symbolic/apps/org.kursapp.Kurs-symbolic.svg
share/kurs/currencies/iso-4217.json share/kurs/currencies/fixed-rates.json share/kurs/currencies/redenominations.json
share/icons/hicolor/16x16/apps/org.kursapp.Kurs.svg share/dbus-1/services/org.kursapp.Kurs.service
share/dbus-1/services/org.kursapp.Kurs.Service.service share/dbus-1/services/org.kursapp.Kurs.Watch.service
share/dbus-1/interfaces/org.kursapp.Kurs1.xml
share/gnome-shell/search-providers/org.kursapp.Kurs.search-provider.ini share/kurs/interfaces/org.kursapp.Kurs1.xml
share/krunner/dbusplugins/org.kursapp.Kurs.krunner.desktop lib/systemd/user/org.kursapp.Kurs.Alerts.service lib/systemd/user/org.kursapp.Kurs.Alerts.timer
share/man/man1/kurs.1 share/man/man1/kurs-cli.1 share/bash-completion/completions/kurs.bash
share/bash-completion/completions/kurs-cli.bash share/zsh/site-functions/_kurs share/zsh/site-functions/_kurs-cli
share/fish/vendor_completions.d/kurs.fish share/fish/vendor_completions.d/kurs-cli.fish
share/kurs/rates/eurofxref-hist.zip share/kurs/kurs.gresource share/locale/de/LC_MESSAGES/kurs.mo
""".split()


class Installed(unittest.TestCase):
    prefix = None

    def run_cli(self, profile, *arguments):
        environment = {"PATH": "/usr/bin:/bin"} | {
            key: value for key, value in profile.items() if key.startswith(("HOME", "XDG_"))}
        return subprocess.run(
            [self.prefix / "bin/kurs-cli", *arguments], env=environment, capture_output=True, text=True, timeout=120)

    def libraries(self, program):
        return subprocess.run(["ldd", self.prefix / "bin" / program], capture_output=True, text=True).stdout

    def test_all_expected_files_are_installed(self):
        self.assertEqual([name for name in FILES if not (self.prefix / name).exists()], [])

    @fault("X12")
    def test_the_launcher_and_AppStream_files_are_valid(self):
        share = self.prefix / "share"
        # Debian 12's validator doesn't know this key of version 1.5.
        folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        entry = folder / "org.kursapp.Kurs.desktop"
        text = (share / "applications/org.kursapp.Kurs.desktop").read_text()
        self.assertIn("SingleMainWindow=true\n", text)
        entry.write_text(text.replace("SingleMainWindow=true\n", ""))
        for command in (["desktop-file-validate", "--warn-kde", entry],
                        ["appstreamcli", "validate", "--no-net", share / "metainfo/org.kursapp.Kurs.metainfo.xml"]):
            done = subprocess.run(command, capture_output=True, text=True)
            said = done.stdout + done.stderr
            self.assertEqual(done.returncode, 0, said)
            self.assertNotRegex(said, r"(?i)\b(error|warning)s?: [^0]")

    def test_each_launcher_action_is_available_over_the_bus_and_as_an_option(self):
        entry = configparser.ConfigParser(interpolation=None)
        entry.optionxform = str
        entry.read(self.prefix / "share/applications/org.kursapp.Kurs.desktop")
        self.assertTrue(entry.getboolean("Desktop Entry", "DBusActivatable"))
        with Desktop(accessible=False, window_manager=False) as desktop:
            said = subprocess.run(
                [self.prefix / "bin/kurs", "--help"], env=desktop.environment, capture_output=True, text=True).stdout
        for action in entry["Desktop Entry"]["Actions"].strip(";").split(";"):
            self.assertEqual(entry[f"Desktop Action {action}"]["Exec"], f"kurs --{action}")
            self.assertIn(f"--{action} ", said)

    def test_the_systemd_timer_of_alerts_is_valid(self):
        # systemd searches for the program in the folder of the package, so the test changes its path.
        with tempfile.TemporaryDirectory() as folder:
            for unit in (self.prefix / "lib/systemd/user").glob("org.kursapp.Kurs.*"):
                text = unit.read_text()
                text = re.sub(r"^ExecStart=\S+/", f"ExecStart={self.prefix}/bin/", text, flags=re.M)
                (pathlib.Path(folder) / unit.name).write_text(text)
            done = subprocess.run(
                ["systemd-analyze", "--user", "verify", f"{folder}/org.kursapp.Kurs.Alerts.timer"],
                env={"PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": folder, "HOME": folder}, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_both_programs_together_are_smaller_than_64_megabytes(self):
        sizes = [(self.prefix / "bin" / name).stat().st_size for name in ("kurs", "kurs-cli")]
        self.assertLess(sum(sizes), 64_000_000, sizes)

    def test_the_service_files_of_the_bus_start_the_installed_programs(self):
        for name in ("org.kursapp.Kurs", "org.kursapp.Kurs.Service", "org.kursapp.Kurs.Watch"):
            service = configparser.ConfigParser(interpolation=None)
            service.read(self.prefix / f"share/dbus-1/services/{name}.service")
            self.assertEqual(service["D-BUS Service"]["name"], name)
            program = pathlib.Path(service["D-BUS Service"]["exec"].split()[0])
            self.assertTrue(str(self.prefix).endswith(str(program.parent.parent)), program)
            self.assertTrue((self.prefix / "bin" / program.name).exists())

    def test_the_GNOME_and_KDE_search_files_name_the_bus_name_of_Kurs(self):
        found = []
        for place, section, key in (
                ("gnome-shell/search-providers/org.kursapp.Kurs.search-provider.ini", "Shell Search Provider", "BusName"),
                ("krunner/dbusplugins/org.kursapp.Kurs.krunner.desktop", "Desktop Entry", "X-Plasma-DBusRunner-Service")):
            file = configparser.ConfigParser(interpolation=None)
            file.read(self.prefix / "share" / place)
            found.append(file[section][key])
        self.assertEqual(found, ["org.kursapp.Kurs.Service"] * 2)

    def test_manual_pages_are_valid_and_list_every_command(self):
        pages = {program: self.prefix / f"share/man/man1/{program}.1" for program in ("kurs", "kurs-cli")}
        self.assertEqual({program: complaints(page) for program, page in pages.items()}, dict.fromkeys(pages, ""))
        for page in pages.values():
            text = page.read_text().replace("\\-", "-")
            for section, line in (("EXAMPLES", f"{page.stem} "), ("EXIT STATUS", "\\fB0\\fR"), ("FILES", "settings.ini"),
                                  ("ENVIRONMENT", "LC_ALL")):
                self.assertIn(line, text.partition(f".SH {section}\n")[2].partition(".SH ")[0], section)
        with Desktop(accessible=False, window_manager=False) as desktop:
            commands, missing = untold(pages["kurs-cli"], self.run_cli(desktop.profile("cli"), "--help").stdout)
        self.assertEqual((len(commands) > 20, missing), (True, []))

    def test_bash_completes_commands_and_options(self):
        folder = self.prefix / "share/bash-completion/completions"
        for program, words, expected in (("kurs-cli", "kurs-cli conv", "convert"), ("kurs", "kurs --li", "--list=")):
            self.assertIn(expected, completed(folder / f"{program}.bash", program, words))

    def test_the_installed_programs_need_no_Swift_runtime(self):
        for program in ("kurs", "kurs-cli"):
            self.assertNotIn("libswift", self.libraries(program))
            self.assertNotIn("not found", self.libraries(program))

    def test_each_program_is_position_independent(self):
        for program in ("kurs", "kurs-cli"):
            # The type in an ELF header: 3 is position independent, 2 has a fixed address.
            head = (self.prefix / "bin" / program).read_bytes()[:18]
            self.assertEqual((head[:4], head[16]), (b"\x7fELF", 3))

    def test_each_program_is_built_with_hardening_options(self):
        programs = {each.name for each in (self.prefix / "bin").iterdir()}
        # With -Dserver=true, the account server is installed too.
        self.assertLessEqual({"kurs", "kurs-cli"}, programs)
        for program in programs:
            said = subprocess.run(
                ["readelf", "--wide", "--segments", "--dynamic", "--dyn-syms", self.prefix / "bin" / program],
                capture_output=True, text=True, check=True).stdout
            self.assertIn("Elf file type is DYN", said, "it lies at one place in memory")
            self.assertRegex(said, r"(?m)^ +GNU_RELRO ", "relocations stay writable")
            self.assertRegex(said, r"(?m)^ +GNU_STACK .* RW ", "the stack can be executed")
            self.assertIn("__stack_chk_fail", said)
            self.assertNotRegex(said, r"\((RPATH|RUNPATH|TEXTREL)\)")

    @fault("J20")
    def test_json_of_100_kb_is_parsed_and_validated_within_five_milliseconds(self):
        """Row J20: the processor time of a hundred more documents in one run, because a busy computer is sometimes
        slow."""
        schema = next(ROOT.glob("Sources/Core/Items/Providers/Frankfurter/frankfurter-v1.schema.json"))
        package = ROOT / "Packages/JSONSchema"
        subprocess.run(["swift", "build", "-c", "release", "--package-path", package, "--product", "validate"],
                       stdout=subprocess.DEVNULL, check=True)
        codes = [a + b + c for a in "ABC" for b in "DEF" for c in "GHI"]
        days = [f"{year}-{month:02}-{day:02}" for year in (2024, 2025) for month in range(1, 13) for day in range(1, 29)]
        rates = {day: {code: round(1 + index / 7, 4) for index, code in enumerate(codes)} for day in days[:300]}
        text = json.dumps({"amount": 1.0, "base": "EUR", "start_date": days[0], "end_date": days[-1], "rates": rates},
                          separators=(",", ":"))
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            file.write(text)
            file.flush()
            self.assertGreater(len(text), 100_000)

            def taken(count):
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                subprocess.run([package / ".build/release/validate", schema, *[file.name] * count],
                               stdout=subprocess.DEVNULL, check=True)
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

            each = min(taken(101) - taken(1) for _ in range(5)) * 10
        print(f"({len(text)} bytes, {each:.1f} ms)", end=" ")
        self.assertLess(each, 5)

    def test_the_terminal_program_is_not_linked_with_gtk(self):
        self.assertNotRegex(self.libraries("kurs-cli"), r"libgtk|libadwaita")

    def test_the_terminal_program_converts_with_the_shipped_rates(self):
        with Desktop(accessible=False, window_manager=False) as desktop:
            answer = self.run_cli(desktop.profile("cli"), "convert", "100", "EUR", "USD", "--on", "2026-10-30")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertIn(f'100.00 EUR = {Rates().shown("100", "EUR", "USD", "2026-10-30")} USD', answer.stdout)

    def test_the_programs_print_the_version_of_the_build(self):
        with Desktop(accessible=False, window_manager=False) as desktop:
            answer = self.run_cli(desktop.profile("cli"), "--version")
        self.assertRegex(answer.stdout, r"^\D*\d+\.\d+\.\d+\s*$")

    def test_the_installed_program_opens_its_window(self):
        with Desktop(accessible=False, window_manager=False) as desktop:
            screen = Screen(desktop.environment["DISPLAY"])
            program = subprocess.Popen([self.prefix / "bin/kurs"], env=desktop.environment)
            painted = screen.await_painted(
                set(), time.monotonic() + 30, lambda: program.poll() is None)
            time.sleep(1)
            still = program.poll() is None
            screen.close()
            program.terminate()
            program.wait(10)
        self.assertTrue(painted and still)

    def test_an_idle_window_causes_no_regular_wake_ups(self):
        """With unchanged libdispatch, a thread of its pool would wake up once a second (see pool.c)."""
        with Desktop(accessible=False, window_manager=False) as desktop:
            screen = Screen(desktop.environment["DISPLAY"])
            program = subprocess.Popen([self.prefix / "bin/kurs"], env=desktop.environment)
            screen.await_painted(set(), time.monotonic() + 30, lambda: program.poll() is None)
            quietest = quietest_ten_seconds(program.pid)
            screen.close()
            program.terminate()
            program.wait(10)
        print(f"({quietest} wake-ups in 10 s)", end=" ")
        self.assertLess(quietest, 4)

    def test_the_alert_watcher_sleeps_between_checks(self):
        with Desktop(accessible=False, window_manager=False) as desktop:
            for command in (("settings", "set", "offline", "true"), ("alerts", "add", "EUR", "USD", "--above", "9")):
                done = subprocess.run(
                    [self.prefix / "bin/kurs-cli", *command], env=desktop.environment, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stderr)
            program = subprocess.Popen([self.prefix / "bin/kurs-cli", "alerts", "watch"], env=desktop.environment)
            quietest = quietest_ten_seconds(program.pid)
            self.assertIsNone(program.poll(), "it ended")
            program.terminate()
            program.wait(10)
        print(f"({quietest} wake-ups in 10 s)", end=" ")
        self.assertLess(quietest, 4)

    def test_no_file_contains_the_build_folder(self):
        named = [str(file) for file in self.prefix.rglob("*") if file.is_file() and bytes(ROOT) in file.read_bytes()]
        self.assertEqual(named, [])

    def test_linking_the_programs_again_gives_the_same_files(self):
        build = ROOT / ".build" / "meson"
        for program in ("kurs", "kurs-cli"):
            (build / "swift" / "release" / program).unlink()
        done = subprocess.run(["meson", "compile", "-C", build], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout[-2000:])
        for program in ("kurs", "kurs-cli"):
            # Not assertEqual, which would print 29 MB of differences.
            same = (build / "Sources" / program).read_bytes() == (self.prefix / "bin" / program).read_bytes()
            self.assertTrue(same, f"{program} differs")


def quietest_ten_seconds(process):
    """Returns the fewest wake-ups in ten seconds of the first minute.

    Occasional work leaves longer pauses: without a network an attempt to fetch rates ended at 10 and 40 s, and idle
    threads end five seconds later. Work every second leaves none.
    """
    steps, fewest, before = [], 1_000_000, wakes(process)
    for _ in range(30):
        time.sleep(2)
        now = wakes(process)
        # A thread that ended in between isn't counted. A new thread is counted completely.
        steps.append(sum(count - before.get(thread, 0) for thread, count in now.items()))
        before = now
        if len(steps) >= 5:
            fewest = min(fewest, sum(steps[-5:]))
        if fewest == 0:
            break
    return fewest


def wakes(process):
    """Returns how often each thread of a process has gone to sleep."""
    counts = {}
    for status in pathlib.Path(f"/proc/{process}/task").glob("*/status"):
        try:
            counts[status.parent.name] = int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", status.read_text(), re.M)[1])
        except OSError:  # it has ended
            pass
    return counts


def main():
    Installed.prefix = pathlib.Path(sys.argv[1]).resolve()
    run_and_end(unittest.TestLoader().loadTestsFromTestCase(Installed))


main()
