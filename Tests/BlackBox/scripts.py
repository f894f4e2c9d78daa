# SPDX-License-Identifier: GPL-3.0-or-later
"""Error messages of a newcomer's two commands: one sentence at once instead of a linker error minutes later.

Each test has a separate environment: a PATH with the common tools and a chosen `swift`.
usage: /usr/bin/python3 Tests/BlackBox/scripts.py
"""
import hashlib
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from counted import run_and_end

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TOOLS = "awk basename cat cp dirname env false find git grep head id ls mkdir mktemp paste python3 rm sed sh sort tail touch tr " \
    "true wc"
# This program replaces apt-get. It knows one package, prints the size of the others and installs them.
APT = """case "$*" in
  *--assume-no*) echo "Need to get 12.3 MB of archives."; echo "After this operation, 45.6 MB of additional disk space will be used." ;;
  *) echo "apt-get $*" >>"$CALLS" ;;
esac"""
GOOD = 'case $1 in --version) echo "Swift version 6.3.1 (swift-6.3.1-RELEASE)" ;; esac'
LOADER = "echo 'swift: error while loading shared libraries: libncurses.so.6: cannot open shared object file' >&2; exit 127"
GLIBC = "echo \"swift: /lib/libc.so.6: version \\`GLIBC_2.38' not found (required by swift)\" >&2; exit 1"
# Writes a program that prints hello to the path after -o, as a compiler would.
LINKS = 'echo "$@" >>"$CALLS"; while [ "$1" != -o ]; do shift; done; printf "#!/bin/sh\\necho hello\\n" >"$2"; chmod +x "$2"'
NOT_STATICALLY = f'case $1 in -static-stdlib) echo "error: cannot find crtbeginS.o" >&2; exit 1 ;; esac; {LINKS}'


class ScriptsTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kurs-scripts-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.path, self.tree = self.folder / "bin", self.folder / "kurs"
        self.path.mkdir()
        shutil.copytree(ROOT / "scripts", self.tree / "scripts")
        (self.tree / "Package.swift").write_text('.package(url: "https://packages.invalid/a", from: "1")\n')
        for tool in TOOLS.split() + ["chmod", "uniq"]:
            (self.path / tool).symlink_to(shutil.which(tool))
        self.program("git", "exit 0")

    def program(self, name, lines):
        """Puts a replacement program on PATH."""
        file = self.path / name
        file.unlink(missing_ok=True)
        file.write_text(f"#!/bin/sh\n{lines}\n")
        file.chmod(0o755)

    def run_script(self, *command, stdin=subprocess.DEVNULL):
        environment = {"PATH": str(self.path), "CALLS": str(self.folder / "calls"), "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.run(
            [self.tree / "scripts" / command[0], *command[1:]], env=environment, stdin=stdin, capture_output=True, text=True)

    def assert_says(self, answer, *words):
        """Checks that standard error has one line with these words, and that the script failed."""
        self.assertNotEqual(answer.returncode, 0, answer)
        self.assertEqual(len(answer.stderr.splitlines()), 1, answer)
        for word in words:
            self.assertIn(word, answer.stderr)

    def test_if_the_toolchain_is_missing_the_setup_script_shows_a_download_address(self):
        self.assert_says(self.run_script("setup"), "Swift 6.2 or newer", "https://www.swift.org/install/linux/")

    def test_a_toolchain_that_is_too_old_is_reported(self):
        for version in ("5.10.1", "6.1.2"):
            self.program("swift", f'echo "Swift version {version} (swift-{version}-RELEASE)"')
            self.assert_says(self.run_script("setup"), "6.2 or newer", version.rpartition(".")[0])

    def test_a_toolchain_for_a_newer_system_is_reported_before_packages_are_installed(self):
        self.program("swift", GLIBC)
        self.assert_says(self.run_script("setup"), "newer system", "GLIBC_2.38")

    def test_before_packages_are_installed_a_missing_library_is_no_error(self):
        self.program("swift", LOADER)
        answer = self.run_script("check-toolchain", "--before-packages")
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))

    def test_a_library_missing_after_installation_is_reported_by_name(self):
        self.program("swift", LOADER)
        self.assert_says(self.run_script("check-toolchain"), "Swift does not start", "libncurses.so.6")

    def test_a_Swift_package_manager_that_does_not_start_is_reported(self):
        self.program("swift", f"case $1 in build) {LOADER} ;; esac; {GOOD}")
        self.assert_says(self.run_script("check-toolchain"), "package manager does not start", "libncurses.so.6")

    def test_a_toolchain_that_cannot_link_statically_is_reported(self):
        self.program("swift", GOOD)
        self.program("swiftc", NOT_STATICALLY)
        self.assert_says(self.run_script("check-toolchain"), "cannot link a program statically", "crtbeginS.o")

    def test_packages_that_cannot_be_fetched_are_reported_by_name(self):
        self.program("swift", GOOD)
        self.program("swiftc", LINKS)
        self.program("git", "echo 'fatal: unable to access: Could not resolve host' >&2; exit 128")
        self.assert_says(self.run_script("check-toolchain"), "https://packages.invalid/a", "Could not resolve host")

    def test_a_working_toolchain_is_tested_once_and_without_output(self):
        self.program("swift", GOOD)
        self.program("swiftc", LINKS)
        for _ in range(2):
            answer = self.run_script("check-toolchain")
            self.assertEqual((answer.returncode, answer.stdout + answer.stderr), (0, ""))
        self.assertEqual(len((self.folder / "calls").read_text().splitlines()), 2, "dynamically and statically, once")

    def test_the_setup_script_names_the_package_list_on_systems_without_dpkg(self):
        self.program("swift", GOOD)
        self.assert_says(self.run_script("setup"), "scripts/packages", "no dpkg")

    def setup_with_answer(self, answer, *arguments):
        """Runs setup with missing packages. `answer`: typed on a terminal. None without a terminal."""
        self.program("swift", GOOD)
        self.program("swiftc", LINKS)
        self.program("apt-get", APT)
        self.program("sudo", 'exec "$@"')
        self.program("dpkg-query", 'echo "git installed"')
        calls = self.folder / "calls"
        calls.unlink(missing_ok=True)
        shutil.rmtree(self.tree / ".build", ignore_errors=True)
        terminal, ours = os.openpty()
        self.addCleanup(os.close, terminal)
        os.write(terminal, f"{answer}\n".encode())
        done = self.run_script("setup", *arguments, stdin=subprocess.DEVNULL if answer is None else ours)
        os.close(ours)
        return done, [line for line in calls.read_text().splitlines() if "install" in line] if calls.exists() else []

    def test_number_and_size_and_purpose_of_packages_are_shown_before_installing(self):
        done, installed = self.setup_with_answer(None, "run")
        self.assertEqual((done.returncode, len(installed)), (0, 1), done)
        self.assertRegex(done.stdout, r"Kurs needs \d+ packages .*12.3 MB to fetch, 45.6 MB of room")
        self.assertRegex(done.stdout, r"\n  to run: iso-codes ")
        self.assertNotIn("[Y/n]", done.stdout)

    def test_on_a_terminal_nothing_is_installed_without_consent(self):
        done, installed = self.setup_with_answer("n", "run")
        self.assertEqual((done.returncode, installed, done.stderr), (1, [], "Nothing was installed.\n"))
        self.assertIn("apt-get? [Y/n]", done.stdout)
        for answer, arguments in (("y", ["run"]), ("", ["run"]), ("n", ["--yes", "run"])):
            done, installed = self.setup_with_answer(answer, *arguments)
            self.assertEqual((done.returncode, len(installed)), (0, 1), done)

    def package(self, text):
        """Adds a package to `libraries` and to libraries.lock."""
        folder = self.tree / "libraries" / "a"
        (folder / "Sources").mkdir(parents=True)
        (folder / "Package.swift").write_text("")
        (folder / "Sources" / "a.swift").write_text("")
        lines = "".join(
            f"{hashlib.sha256().hexdigest()}  {name}\n" for name in ("Package.swift", "Sources/a.swift"))
        total = hashlib.sha256(lines.encode()).hexdigest()
        (self.tree / "libraries.lock").write_text(f"# a lock\na 1.2.3 {total} https://packages.invalid/a\n")
        (folder / "Sources" / "a.swift").write_text(text)
        (self.path / "git").unlink()
        (self.path / "git").symlink_to(shutil.which("git"))

    def test_without_a_network_a_copied_package_replaces_its_download(self):
        self.package("")
        commits = []
        for _ in range(2):
            done = self.run_script("libraries", "--offline", str(self.folder / "offline"))
            self.assertEqual((done.returncode, done.stderr), (0, ""), done)
            commits.append(subprocess.run(
                ["git", "ls-remote", "https://packages.invalid/a.git", "1.2.3"], capture_output=True, text=True,
                env={"PATH": str(self.path), "GIT_CONFIG_GLOBAL": done.stdout.strip(),
                     "GIT_CONFIG_SYSTEM": "/dev/null"}).stdout)
        self.assertRegex(commits[0], r"^[0-9a-f]{40}\trefs/tags/1\.2\.3\n$")
        self.assertEqual(*commits)

    def test_a_copied_package_that_differs_from_the_lock_file_is_refused(self):
        self.package("other")
        done = self.run_script("libraries", "--offline", str(self.folder / "offline"))
        self.assert_says(done, "another sum", "libraries.lock")

    def test_the_build_flags_of_a_distribution_reach_compiler_and_linker(self):
        (self.tree / "Sources").mkdir()
        shutil.copy(ROOT / "Sources" / "build-programs", self.tree / "Sources")
        self.program("swift", """case $1 in
          -print-target-info) echo "\\"runtimeResourcePath\\": \\"${0%/bin/swift}/lib/swift\\"" ;;
          *) echo "$@" >>"$CALLS"; "$CC" file.c ;;
        esac""")
        self.program("clang", 'echo "clang $@" >>"$CALLS"')
        self.program("pkg-config", "echo /nowhere")
        done = subprocess.run(
            [self.tree / "Sources" / "build-programs", self.folder / "stamp", "--product=kurs", "swift", "build"],
            capture_output=True, text=True, env={
                "PATH": str(self.path), "CALLS": str(self.folder / "calls"), "CPPFLAGS": "-D_FORTIFY_SOURCE=2",
                "CFLAGS": "-g -O2", "LDFLAGS": "-Wl,-z,relro -Wl,-z,now"})
        self.assertEqual((done.returncode, done.stderr), (0, ""), done)
        self.assertEqual((self.folder / "calls").read_text().splitlines(), [
            "build -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now --product=kurs",
            "clang -D_FORTIFY_SOURCE=2 -g -O2 file.c"])

    def test_the_help_option_of_every_script_only_prints_text(self):
        self.program("swift", 'echo "$@" >>"$CALLS"')
        shutil.copytree(ROOT / "Tests", self.tree / "Tests", ignore=shutil.ignore_patterns("*.swift", "__pycache__"))
        for script in sorted(each for each in (self.tree / "scripts").iterdir() if each.is_file() and os.access(each, os.X_OK)):
            before = sorted(self.tree.rglob("*"))
            answer = self.run_script(script.name, "--help")
            self.assertEqual((answer.returncode, answer.stderr), (0, ""), script.name)
            self.assertGreater(len(answer.stdout), 60, script.name)
            self.assertEqual(sorted(self.tree.rglob("*")), before, script.name)
        self.assertFalse((self.folder / "calls").exists())

    def test_a_screenshot_without_a_valid_path_is_refused_before_the_build(self):
        self.program("swift", 'echo "$@" >>"$CALLS"')
        for arguments, word in (
            (["--screenshot"], "needs a value"), (["--screenshot", "--dark"], "needs a value"),
            (["--screenshot", "/"], "is a folder"), (["--screenshot", "/nowhere/picture.png"], "cannot be written"),
            (["--screenshot", "/proc/picture.png"], "cannot be written"),
        ):
            self.assert_says(self.run_script("run", *arguments), arguments[-1] if "/" in arguments[-1] else "", word)
        self.assertFalse((self.folder / "calls").exists())


if __name__ == "__main__":
    run_and_end(unittest.TestLoader().loadTestsFromTestCase(ScriptsTest))
