# SPDX-License-Identifier: GPL-3.0-or-later
"""Manual pages and completions of the account server. installed.py tests those of the installed programs.

usage: /usr/bin/python3 Tests/BlackBox/manuals.py KURS-SERVER        the last line is `N passed, N failed`
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from counted import run_and_end

ROOT = pathlib.Path(__file__).resolve().parents[2]


def complaints(page):
    """Returns groff's warnings about a manual page."""
    done = subprocess.run(["groff", "-man", "-ww", "-z", "-Tutf8", page], capture_output=True, text=True)
    return done.stderr or ("" if done.returncode == 0 else f"groff ended with {done.returncode}")


def untold(page, said):
    """Returns the commands of a program's help, and those that its manual page lacks."""
    listed = said.partition("SUBCOMMANDS:")[2]
    commands = [name for name in re.findall(r"^  (\S+) {2,}", listed, re.M) if name[0] != "-"]
    text = page.read_text().replace("\\-", "-")
    return commands, [name for name in commands if f"{page.stem} {name}" not in text]


def completed(file, program, words):
    """Returns bash's completions of the last word."""
    words = words.split()
    script = (f'source "{file}"; COMP_WORDS=({" ".join(words)}); COMP_CWORD={len(words) - 1}; COMP_LINE="{" ".join(words)}"; '
              'COMP_POINT=${#COMP_LINE}; compopt() { :; }; '
              f'"$(complete -p {program} | sed "s/.*-F \\([^ ]*\\).*/\\1/")" {program} {words[-1]} {words[-2]}; '
              'printf "%s\n" "${COMPREPLY[@]}"')
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True)
    return done.stdout.split() or [done.stderr]


class OfTheServer(unittest.TestCase):
    program = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="kurs-manual-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def made(self, kind, name):
        file = self.folder / name
        done = subprocess.run([ROOT / "scripts/make-manual", self.program, kind], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        file.write_text(done.stdout)
        return file

    def test_the_manual_page_of_the_server_is_valid_and_lists_every_command(self):
        page = self.made("man", "kurs-server.8")
        self.assertEqual(complaints(page), "")
        said = subprocess.run([self.program, "--help"], capture_output=True, text=True).stdout
        commands, missing = untold(page, said)
        self.assertEqual((len(commands) > 5, missing), (True, []))

    def test_bash_and_zsh_and_fish_complete_commands_and_options_of_the_server(self):
        bash = self.made("bash", "kurs-server.bash")
        self.assertIn("status", completed(bash, "kurs-server", "kurs-server st"))
        self.assertIn("--tls-cert", completed(bash, "kurs-server", "kurs-server serve --tls"))
        for shell in ("zsh", "fish"):
            text = self.made(shell, shell).read_text()
            self.assertEqual([each for each in ("serve", "import-rates", "tls-cert") if each not in text], [])

    def test_meson_installs_the_server_with_its_files_on_request(self):
        done = subprocess.run(
            ["meson", "setup", "--prefix", "/usr", "-Dserver=true", self.folder / "build"], cwd=ROOT, capture_output=True,
            text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        plan = json.loads(subprocess.run(
            ["meson", "introspect", "--install-plan", self.folder / "build"], capture_output=True, text=True).stdout)
        places = {each["destination"] for part in plan.values() for each in part.values()}
        places = {place.replace("{prefix}", "/usr") for place in places}
        self.assertEqual({place for place in places if "kurs-server" in place}, {
            "/usr/bin/kurs-server", "/usr/share/man/man8/kurs-server.8", "/usr/lib/systemd/system/kurs-server.service",
            "/usr/share/bash-completion/completions/kurs-server.bash", "/usr/share/zsh/site-functions/_kurs-server",
            "/usr/share/fish/vendor_completions.d/kurs-server.fish"})
        unit = (self.folder / "build/data/kurs-server.service")
        unit.write_text(unit.read_text().replace("/usr/bin/kurs-server", str(self.program)))
        done = subprocess.run(["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


def main():
    OfTheServer.program = pathlib.Path(sys.argv[1]).resolve()
    run_and_end(unittest.TestLoader().loadTestsFromTestCase(OfTheServer))


if __name__ == "__main__":
    main()
