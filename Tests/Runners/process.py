# SPDX-License-Identifier: GPL-3.0-or-later
"""Commands of the runners: their lines shown as they come, and counted at their end."""
import codecs
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

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# The packages that stand inside the repository.
PACKAGES = sorted(manifest.parent.name for manifest in ROOT.glob("Packages/*/Package.swift"))
RELEASE = ROOT / ".build" / "meson"
# `all` tests what ships, built once; any other run what is built the quickest.
SHIPPED = "all" in sys.argv[1:]
BINARIES = RELEASE / "swift" / "release" if SHIPPED else ROOT / ".build" / "debug"
# With the index for editors, though it costs a quarter of a build: SwiftPM finds the tests of XCTest in it.
BUILD = ["swift", "build"]
# Compilers ask for memory all the time: a tenth to a sixth of a build goes with this allocator and large pages.
ALLOCATOR = "libjemalloc.so.2"
# Seconds without a line, after which a command is ended; the longest silence is a release build's last module.
PATIENCE = 900
HANGING = "HANGS:"
# How many tests of Swift Testing run at once. Without a bound it begins all of them, and a test that waits 50 times for the
# others' turns needs a minute and a half for what takes it one second alone.
AT_ONCE = {"SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": str(2 * (os.cpu_count() or 1))}
# Swift Testing walks the stack of every error that is thrown, and shows it to nobody: a seventh of what damaged documents
# cost, for each is refused by throwing.
UNTRACED = {"SWT_SWIFT_ERROR_BACKTRACING_ENABLED": "0"}
# What the runner at work has said so far, for the account of what failed at the very end.
said_so_far = []
# Commands of builds that ended well: to find that nothing is to be done takes SwiftPM up to half a minute.
done = set()
# Sessions of builds that run beside the runners.
beside = set()
# Set while a test measures: no build begins then.
quiet = threading.Event()


@dataclasses.dataclass(frozen=True)
class Count:
    """How many tests of a runner passed, failed, and were skipped because something is not on this machine."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other):
        return Count(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)

    @property
    def all(self):
        return self.passed + self.failed + self.skipped

    def ended(self, code):
        """A runner that stops with an error has failed even when no single test said so."""
        return self if self.failed or code == 0 else Count(self.passed, 1, self.skipped)


def run(command, environment=None, patience=PATIENCE):
    """Shows the command's lines as they come; returns its exit code and all it said.

    One that is silent for `patience` seconds is ended, with all it started: what hangs is named, and costs no more.
    """
    said, partial = [], codecs.getincrementaldecoder("utf-8")("replace")
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, start_new_session=True,
    ) as process:
        try:
            while True:
                if not select.select([process.stdout], [], [], patience)[0]:
                    said.append(hanging(command, process.pid, patience))
                    print(said[-1], flush=True)
                    os.killpg(process.pid, signal.SIGKILL)
                    break
                data = os.read(process.stdout.fileno(), 1 << 16)
                if not data:
                    break
                said.append(partial.decode(data))
                sys.stdout.write(said[-1])
                sys.stdout.flush()
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    whole = "".join(said)
    said_so_far.extend(whole.splitlines(keepends=True))
    if process.returncode:
        said_so_far.append(f"{command[0]} {command[1]} … ended with {process.returncode}\n")
    return process.returncode, whole


def building():
    """The environment of a build."""
    found = any(glob.glob(f"/usr/{folder}/{ALLOCATOR}") for folder in ("lib/*", "lib64", "lib"))
    return os.environ | ({"LD_PRELOAD": ALLOCATOR, "MALLOC_CONF": "thp:always"} if found else {})


def build_once(command):
    """The exit code of a build, which is run unless it ended well before."""
    known = tuple(map(str, command))
    code = 0 if known in done else run(command, building())[0]
    if code == 0:
        done.add(known)
    return code


def members(session):
    """The processes of a session, as folders of /proc: SwiftPM starts each compiler in a group of its own."""
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if os.getsid(int(entry.name)) == session:
                yield entry


def signal_all(session, number):
    for entry in members(session):
        with contextlib.suppress(OSError):
            os.kill(int(entry.name), number)


def processor_seconds():
    """What ended children have taken of the cores so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@contextlib.contextmanager
def quietly():
    """Nothing is built beside: what measures time has both cores."""
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
    """What a silent command's processes are, and where their threads stand if gdb is on this machine."""
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
    """A program of ours whose last line is `N passed, N failed`."""
    code, said = run(["/usr/bin/python3", *arguments], environment)
    found = re.findall(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$", said, re.M)
    return sum((Count(*(int(number or 0) for number in each)) for each in found), Count()).ended(code)


def tests_in(binaries):
    """The program of a built package's tests: `swift test` would plan the build before it tests."""
    program, = binaries.resolve().glob("*PackageTests.xctest")
    return program


def swift_testing(*arguments, binaries=BINARIES, environment=None):
    """Swift Testing, of a package that is built."""
    program = tests_in(binaries)
    environment = dict(environment or os.environ) | AT_ONCE | UNTRACED | {"NO_COLOR": "1"}
    code, said = run([program, "--testing-library", "swift-testing", *arguments], environment)
    total = sum(int(count) for count in re.findall(r"Test run with (\d+) tests?", said))
    failed = len(re.findall(r"^\S+ Test (?!run ).* failed after", said, re.M))
    skipped = len(re.findall(r"^\S+ Test (?!run ).* skipped", said, re.M))
    return Count(total - failed - skipped, failed, skipped).ended(code)


@functools.cache
def staged():
    """Where the programs find data and translations of this tree; laid out once, for runners beside each other read it."""
    share = subprocess.run(
        [ROOT / "scripts" / "stage", BINARIES.resolve()], capture_output=True, text=True, check=True).stdout.strip()
    return {"KURS_DATADIR": share + "/kurs", "KURS_LOCALEDIR": share + "/locale"}


def headless():
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS")
    return {key: value for key, value in os.environ.items() if key not in hidden} | staged()


def complaint(lines, most=60):
    """Of what a failed runner said: the failures' own reports, or its last lines where it named none."""
    said = "".join(lines)
    blocks = re.findall(r"^={70}\n((?:FAIL|ERROR): .*?)(?=^={70}$|^-{70}\nRan )", said, re.M | re.S)
    marked = re.findall(r"^(?:✘|Test Case .* failed|(?!\[).*\berror: |FAILED|HANGS: |.* ended with ).*$", said, re.M)
    return ("".join(blocks) + "\n".join(marked) or "".join(lines[-most:])).splitlines()[:2 * most]
