# SPDX-License-Identifier: GPL-3.0-or-later
"""Start what meson installed, from where it installed it; the last line is `N passed, N failed`.

usage: /usr/bin/python3 Tests/BlackBox/installed.py PREFIX
"""
import pathlib
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from desktop import Desktop  # noqa: E402
from exact import Rates  # noqa: E402
from painting import Screen  # noqa: E402

FILES = """
bin/kurs bin/kurs-cli share/applications/org.kursapp.Kurs.desktop share/metainfo/org.kursapp.Kurs.metainfo.xml
share/icons/hicolor/scalable/apps/org.kursapp.Kurs.svg share/icons/hicolor/symbolic/apps/org.kursapp.Kurs-symbolic.svg
share/kurs/currencies/iso-4217.json share/kurs/currencies/fixed-rates.json share/kurs/currencies/redenominations.json
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

    def test_every_file_is_in_its_place(self):
        self.assertEqual([name for name in FILES if not (self.prefix / name).exists()], [])

    def test_the_desktop_finds_nothing_wrong_with_its_files(self):
        share = self.prefix / "share"
        for command in (["desktop-file-validate", "--warn-kde", share / "applications/org.kursapp.Kurs.desktop"],
                        ["appstreamcli", "validate", "--no-net", share / "metainfo/org.kursapp.Kurs.metainfo.xml"]):
            done = subprocess.run(command, capture_output=True, text=True)
            said = done.stdout + done.stderr
            self.assertEqual(done.returncode, 0, said)
            self.assertNotRegex(said, r"(?i)\b(error|warning)s?: [^0]")
        self.assertEqual(list(share.glob("dbus-1/services/*")), [])

    def test_no_swift_runtime_is_needed(self):
        for program in ("kurs", "kurs-cli"):
            self.assertNotIn("libswift", self.libraries(program))
            self.assertNotIn("not found", self.libraries(program))

    def test_each_program_is_loaded_at_an_address_that_nobody_knows_before(self):
        for program in ("kurs", "kurs-cli"):
            # The type in the head of an ELF file: 3 is one that can lie anywhere, 2 one at a fixed address.
            head = (self.prefix / "bin" / program).read_bytes()[:18]
            self.assertEqual((head[:4], head[16]), (b"\x7fELF", 3))

    def test_the_terminal_program_links_no_toolkit(self):
        self.assertNotRegex(self.libraries("kurs-cli"), r"libgtk|libadwaita")

    def test_the_terminal_program_converts_with_the_shipped_rates(self):
        with Desktop(accessible=False, window_manager=False) as desktop:
            answer = self.run_cli(desktop.profile("cli"), "convert", "100", "EUR", "USD", "--on", "2026-10-30")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertIn(f'100.00 EUR = {Rates().shown("100", "EUR", "USD", "2026-10-30")} USD', answer.stdout)

    def test_the_version_is_that_of_the_build(self):
        with Desktop(accessible=False, window_manager=False) as desktop:
            answer = self.run_cli(desktop.profile("cli"), "--version")
        self.assertRegex(answer.stdout, r"^\D*\d+\.\d+\.\d+\s*$")

    def test_the_window_opens(self):
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


def main():
    Installed.prefix = pathlib.Path(sys.argv[1]).resolve()
    suite = unittest.TestLoader().loadTestsFromTestCase(Installed)
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(suite)
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


main()
