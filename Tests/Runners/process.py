# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the runners' commands. Their output goes to a file and is counted. A counter shows their progress."""
import codecs
import collections
import contextlib
import dataclasses
import functools
import glob
import os
import pathlib
import re
import resource
import select
import shutil
import signal
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# The packages inside the repository.
PACKAGES = sorted(manifest.parent.name for manifest in ROOT.glob("Packages/*/Package.swift"))
RELEASE = ROOT / ".build" / "meson"
# The folder with the complete output of each runner's commands.
LOGS = ROOT / ".build" / "tests"
# `all` tests the released build, which is built once. Any other run uses the build that is fastest to make.
SHIPPED = "all" in sys.argv[1:]
BINARIES = RELEASE / "swift" / "release" if SHIPPED else ROOT / ".build" / "debug"
# The build includes the index for editors, although it takes a quarter of the time. SwiftPM finds XCTest tests by it.
BUILD = ["swift", "build"]
# Compilers allocate much memory. With large pages, this allocator saves 10 to 17 % of a build.
ALLOCATOR = "libjemalloc.so.2"
# The number of seconds without output after which a command is ended. The last module of a release build takes longest.
PATIENCE = 900
HANGING = "HANGS:"
# The number of Swift Testing tests that run at once. Without a limit, all of them begin. A test that waits 50 times for
# others then takes 90 seconds instead of one.
AT_ONCE = {"SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": str(2 * (os.cpu_count() or 1))}
# Swift Testing records the stack of each thrown error but doesn't show it. For tests of damaged documents, which throw
# often, this takes a seventh of the time.
UNTRACED = {"SWT_SWIFT_ERROR_BACKTRACING_ENABLED": "0"}
# The number of files that the core's tests may have open. Debian allows 1,024. Each open database counts as three.
OPEN_FILES = 500
# The limit for the core's tests, if the system allows it. With it, a leak is a failure instead of a crash.
FILE_LIMIT = 4096
# The output of the current runner, which is needed to report failures.
said_so_far = []
# The build commands that succeeded. SwiftPM takes up to half a minute to find that nothing must be built.
done = set()
# The sessions of builds that run beside the runners.
beside = set()
# This is set while a test measures time. No build starts during that time.
quiet = threading.Event()


@dataclasses.dataclass(frozen=True)
class Count:
    """The numbers of a runner's passed, failed and skipped tests. A skipped test needs something that this computer
    lacks."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other):
        return Count(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)

    @property
    def all(self):
        return self.passed + self.failed + self.skipped

    def crashed(self, planned):
        """Counts tests as failed that a process didn't report because it ended too early."""
        missing = max(planned - self.all, 0 if self.failed else 1)
        return Count(self.passed, self.failed + missing, self.skipped)

    def ended(self, code):
        """Counts a failure if a runner ends with an error and no test has reported one."""
        return self if self.failed or code == 0 else Count(self.passed, 1, self.skipped)


class Progress:
    """The counter of the current runner. A terminal shows it in one place. Elsewhere it prints a line each half
    minute."""

    DONE = re.compile(
        r"^\S+ Test (?!run |case )(?:.*? (passed|failed) after|.*? (skipped|started)\b)"
        r"|^Test Case '.*' (passed|failed) |\.\.\. (ok|FAIL|ERROR|skipped)\b", re.M)
    STEP = re.compile(r"^\[(\d+)/(\d+)\] .*", re.M)
    PAUSE = 30

    def __init__(self):
        self.lock, self.log, self.name, self.is_silent = threading.Lock(), None, None, False
        self.counts, self.step = collections.Counter(), ""

    def begin(self, name):
        """Starts the counter of a runner. Returns the file to which the output of its commands goes."""
        self.name, self.counts, self.step, self.start, self.shown = name, collections.Counter(), "", time.monotonic(), 0
        LOGS.mkdir(parents=True, exist_ok=True)
        self.log = open(LOGS / f"{name}.txt", "w")
        return LOGS / f"{name}.txt"

    def hear(self, text):
        with self.lock:
            if self.log:
                self.log.write(text)
                self.log.flush()
            self.counts.update("".join(each) for each in self.DONE.findall(text))
            if steps := self.STEP.findall(text):
                self.step = "built {} of {}".format(*steps[-1])
        self.tick()

    def tick(self, doing=None):
        """Shows the counter, unless it was shown a moment ago. `doing`: the step that is waited for."""
        now, on_terminal = time.monotonic(), sys.stdout.isatty()
        if self.is_silent or not self.name or now - self.shown < (0.2 if on_terminal else self.PAUSE):
            return
        self.shown = now
        passed = self.counts["passed"] + self.counts["ok"]
        failed = self.counts["failed"] + self.counts["FAIL"] + self.counts["ERROR"]
        begun = f"{self.counts['started']} tests begun" if self.counts["started"] else self.step or "working"
        done = doing or (f"{passed} passed, {failed} failed" if passed + failed else begun)
        line = f"{self.name}: {done}, {now - self.start:.0f} s"
        print(f"\r\033[K{line}" if on_terminal else line, end="" if on_terminal else "\n", flush=True)

    def end(self):
        """Removes the counter's line from the terminal."""
        if sys.stdout.isatty() and not self.is_silent:
            print("\r\033[K", end="", flush=True)


progress = Progress()


def run(command, environment=None, patience=PATIENCE, watches_files=False):
    """Returns a command's exit code and output. The output is also in the runner's file.

    A command without output for `patience` seconds is ended with all its processes, and reported.
    `watches_files`: adds a line with the largest number of files that the command had open."""
    said, partial, files, heard = [], codecs.getincrementaldecoder("utf-8")("replace"), 0, time.monotonic()
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, start_new_session=True,
    ) as process:
        try:
            while True:
                if watches_files:
                    files = max(files, open_files(process.pid))
                if not select.select([process.stdout], [], [], 0.2)[0]:
                    progress.tick()
                    if time.monotonic() - heard < patience:
                        continue
                    said.append(hanging(command, process.pid, patience))
                    progress.hear(said[-1])
                    os.killpg(process.pid, signal.SIGKILL)
                    break
                data, heard = os.read(process.stdout.fileno(), 1 << 16), time.monotonic()
                if not data:
                    break
                said.append(partial.decode(data))
                progress.hear(said[-1])
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    if watches_files:
        said.append(f"at most {files} files were open\n")
        progress.hear(said[-1])
    whole = "".join(said)
    said_so_far.extend(whole.splitlines(keepends=True))
    if process.returncode:
        said_so_far.append(f"{command[0]} {command[1]} … ended with {process.returncode}\n")
    return process.returncode, whole


def open_files(process):
    """Returns the number of files that a process has open, or 0 if it has ended."""
    try:
        return len(os.listdir(f"/proc/{process}/fd"))
    except OSError:
        return 0


def building():
    """Returns the environment variables for a build."""
    found = any(glob.glob(f"/usr/{folder}/{ALLOCATOR}") for folder in ("lib/*", "lib64", "lib"))
    return os.environ | ({"LD_PRELOAD": ALLOCATOR, "MALLOC_CONF": "thp:always"} if found else {})


def build_once(command):
    """Runs a build, unless it succeeded before. Returns its exit code."""
    known = tuple(map(str, command))
    code = 0 if known in done else run(command, building())[0]
    if code == 0:
        done.add(known)
    return code


def members(session):
    """Returns the processes of a session as folders of /proc. A process group isn't enough, because each compiler
    has its own."""
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if os.getsid(int(entry.name)) == session:
                yield entry


def signal_all(session, number):
    for entry in members(session):
        with contextlib.suppress(OSError):
            os.kill(int(entry.name), number)


def processor_seconds():
    """Returns the processor time of ended child processes in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@contextlib.contextmanager
def quietly():
    """Pauses the builds, so that a test that measures time has all cores."""
    quiet.set()
    for session in tuple(beside):
        signal_all(session, signal.SIGSTOP)
    try:
        yield
    finally:
        quiet.clear()
        for session in tuple(beside):
            signal_all(session, signal.SIGCONT)


def hanging(command, session, patience):
    """Returns the processes of a command without output. If gdb is installed, adds the stacks of their threads."""
    lines = [f"{HANGING} {' '.join(map(str, command))} said nothing for {patience} s and was ended"]
    for entry in members(session):
        try:
            lines.append(f"{entry.name}: {(entry / 'cmdline').read_bytes().replace(bytes(1), b' ').decode(errors='replace')}")
        except OSError:
            continue
        if shutil.which("gdb"):
            looked = subprocess.run(
                ["gdb", "-p", entry.name, "-batch", "-ex", "thread apply all bt 20"], capture_output=True, text=True,
                errors="replace")
            lines += [line[:200] for line in looked.stdout.splitlines() if line.startswith(("#", "Thread"))]
    return "\n".join(lines) + "\n"


def python(*arguments, environment=None):
    """Runs a Python program whose last line is `N passed, N failed`. Returns its counts."""
    code, said = run(["/usr/bin/python3", *arguments], environment)
    found = re.findall(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$", said, re.M)
    return sum((Count(*(int(number or 0) for number in each)) for each in found), Count()).ended(code)


def tests_in(binaries):
    """Returns the test program of a built package. `swift test` isn't used, because it plans the build again."""
    program, = binaries.resolve().glob("*PackageTests.xctest")
    return program


def swift_testing(*arguments, binaries=BINARIES, environment=None, patience=PATIENCE):
    """Runs the Swift Testing tests of a built package. Returns their counts."""
    program = tests_in(binaries)
    environment = dict(environment or os.environ) | AT_ONCE | UNTRACED | {"NO_COLOR": "1"}
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    limit = FILE_LIMIT if hard == resource.RLIM_INFINITY else min(FILE_LIMIT, hard)
    command = ["prlimit", f"--nofile={limit}:", program, "--testing-library", "swift-testing"]
    code, said = run([*command, *arguments], environment, patience, watches_files=True)
    total = sum(int(count) for count in re.findall(r"Test run with (\d+) tests?", said))
    passed, failed, skipped = (len(re.findall(rf"^\S+ Test (?!run ).* {end}", said, re.M))
                               for end in ("passed after", "failed after", "skipped"))
    if total:
        count = Count(total - failed - skipped, failed, skipped).ended(code)
    else:
        listed = subprocess.run([*command, "--list-tests"], env=environment, capture_output=True, text=True).stdout.split()
        count = note_crash(Count(passed, failed, skipped), len(chosen(listed, arguments)), program, code)
    files, = re.findall(r"^at most (\d+) files were open$", said, re.M)
    if int(files) > OPEN_FILES:
        said_so_far.append(f"{program.name} … ended with {files} files open at once; {OPEN_FILES} are allowed\n")
        count += Count(failed=1)
    return count


def chosen(listed, arguments):
    """Returns the names of the tests that a Swift Testing command line selects."""
    options = dict(zip(arguments, arguments[1:]))
    wanted, left_out = options.get("--filter", ""), options.get("--skip", "$^")
    return [each for each in listed if re.search(wanted, each) and not re.search(left_out, each)]


def note_crash(count, planned, program, code):
    """Counts and reports the tests that didn't run because their process ended too early."""
    counted = count.crashed(planned)
    said_so_far.append(
        f"{program.name} … ended with {code} before its tests had: "
        f"{counted.failed - count.failed} of {planned} did not end or did not run\n")
    return counted


@functools.cache
def staged():
    """Returns environment variables with the folders of data and translations. The folders are installed once,
    because parallel runners read them."""
    share = subprocess.run(
        [ROOT / "scripts" / "stage", BINARIES.resolve()], capture_output=True, text=True, check=True).stdout.strip()
    return {"KURS_DATADIR": share + "/kurs", "KURS_LOCALEDIR": share + "/locale"}


def headless():
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS")
    return {key: value for key, value in os.environ.items() if key not in hidden} | staged()


def complaint(lines, most=60):
    """Returns the reported failures in the output of a failed runner. Without any, returns its last lines."""
    said = "".join(lines)
    blocks = re.findall(r"^={70}\n((?:FAIL|ERROR): .*?)(?=^={70}$|^-{70}\nRan )", said, re.M | re.S)
    marked = re.findall(
        r"^(?:✘ Test .* recorded an issue.*(?:\n↳.*)*|(?:(?!\[).*\berror: |.*FAILED|HANGS: |.* ended with ).*)$", said, re.M)
    return ("".join(blocks) + "\n".join(dict.fromkeys(marked)) or "".join(lines[-most:])).splitlines()[:2 * most]


def skipped(lines):
    """Returns the reasons why tests were skipped, each with the number of tests."""
    found = re.findall(r"^(?:SKIPPED: \S+?: |\S+ Test (?!run ).*? skipped: \"?|.*\.\.\. skipped ')(.*?)['\"]?$", "".join(lines), re.M)
    return collections.Counter(found)
