# SPDX-License-Identifier: GPL-3.0-or-later
"""The runners of scripts/test. Each returns the numbers of its passed and failed tests."""
import collections
import contextlib
import functools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent import futures

from process import (
    BINARIES, BUILD, PACKAGES, RELEASE, ROOT, SHIPPED, Count, build_once, done, headless, note_crash, python, quietly, run,
    said_so_far, staged, swift_testing, tests_in,
)

sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "Tests" / "BlackBox")]

# These tests have real time-outs, measure time, or need a port to stay free. They run one at a time.
TIMED = "CancellationTests|MisbehavingServerTests|HTTPCacheSuiteTests|LoopbackListenerTests" \
    "|CoalescingTransportTests|sixtyTransfersRunInParallelOnOneThread" \
    "|theLeastRecentlyUsedEntryIsEvictedAndOversizedEntriesAreRefused|cleaningUp5000PicturesTakesAtMostATenthOfASecond"

# Targets with real sockets and time-outs. They don't run beside targets that keep all cores busy.
SOCKETS = r"^(WorkflowTests|NetworkTests)\."

# These tests keep a core busy for seconds: ten thousand random runs, a hundred kills, a million keys. They don't run
# beside tests with time-outs.
BUSY = "AuthWalkTests|QueueKillTests|CacheEndTests|StartTests|ShippedChartTests|ConvergenceTests|HostileProviderTests" \
    "|OneAnswerTests|aMillionNewKeysAre|offlineAThousandEventsAreKept"

# Each of these takes half as long as all others: layouts of every size, windows opened many times, series of notices.
LONG = (
    "WidgetTests.CalculatorLayoutTests", "WidgetTests.LayoutSettlesTests", "WidgetTests.LeakTests", "WidgetTests.ToastTests")

COMPILE = ["meson", "compile", "-C", str(RELEASE)]
SERVER = ROOT / "Server"
# Optimising the server's many modules would take longer than its tests, which use little TLS and none of its C code.
# Both runners of the server use this build, because SwiftPM would build half of it again for a smaller one.
SERVER_BUILD = [
    *BUILD, "--build-tests", "--package-path", str(SERVER), "--configuration", "release", "-debug-info-format", "none",
    "-Xswiftc", "-Onone", "-Xswiftc", "-enable-testing", "-Xswiftc", "-no-emit-module-separately-wmo", "-Xswiftc", "-Xfrontend",
    "-Xswiftc", "-disable-llvm-verify", "-Xcc", "-O0", "-Xcxx", "-O0"]
SERVER_BINARIES = SERVER / ".build" / "release"
INSIDE = [ROOT / "Packages" / folder for folder in PACKAGES]


def build(package, *arguments):
    return [*BUILD, "--package-path", str(package), *arguments]


def setup():
    configured = (RELEASE / "build.ninja").exists()
    return ["meson", "setup", "--prefix", "/usr", f"-Dtests={str(SHIPPED).lower()}", str(RELEASE),
            *(["--reconfigure"] if configured else [])]


def built_first():
    """Returns the builds that must come before runners without a separate build."""
    return [setup(), COMPILE] if SHIPPED else [[*BUILD, "--build-tests"]]


def built_ahead(names):
    """Returns the builds that these runners do themselves, in order."""
    inside = [build(package, "--build-tests") for package in INSIDE]
    needs = {"core": inside, "quick": inside, "packages": inside, "account": [SERVER_BUILD], "server": [SERVER_BUILD],
             "install": [] if SHIPPED else [setup(), COMPILE]}
    return {name: needs[name] for name in names if name in needs}


def packages():
    """Tests the packages inside the repository. Each has its own tests and build."""
    count = Count()
    for package in INSIDE:
        if build_once(build(package, "--build-tests")):
            return count + Count(failed=1)
        count += swift_testing(binaries=package / ".build" / "debug")
    return count


def core():
    """Runs all Swift Testing tests. They need no display."""
    environment = headless() | {"KURS_MUTATIONS": "20000"}
    count = packages() + sum((swift_testing(*each, environment=environment) for each in (
        ["--skip", f"{TIMED}|{SOCKETS}"],
        ["--filter", SOCKETS, "--skip", f"{TIMED}|{BUSY}"],
        ["--filter", BUSY],
    )), Count())
    with quietly():
        return count + swift_testing("--no-parallel", "--filter", TIMED, environment=environment)


def quick():
    """Runs the core's tests except the longest. Each document gets 150 mutations instead of 20,000."""
    return packages() + sum((swift_testing(*each, environment=headless()) for each in (
        ["--skip", f"{TIMED}|{SOCKETS}"],
        ["--filter", SOCKETS, "--skip", f"{TIMED}|{BUSY}"],
    )), Count())


def only(targets):
    """Runs the core's tests of the given targets."""
    names = "|".join(sorted(targets))
    return swift_testing("--filter", rf"^({names})\.", "--skip", f"{TIMED}|{BUSY}", environment=headless())


def shares(program):
    """Returns a program's XCTest classes in six groups that take similar times. Each class has its number of tests."""
    listed = subprocess.run([program, "--list-tests"], capture_output=True, text=True, check=True).stdout
    classes = collections.Counter(re.findall(r"^(WidgetTests\.\w+)/", listed, re.M))
    short = [each for each in classes if each not in LONG]
    groups = (*([each] for each in classes if each in LONG), short[::2], short[1::2])
    return [{name: classes[name] for name in group} for group in groups if group]


def share(program, classes, environment):
    """Runs the given XCTest classes on a separate display."""
    from desktop import Desktop

    with Desktop(accessible=False, window_manager=False) as desktop:
        code, said = run([program, ",".join(classes)], desktop.environment | environment)
    passed, failed = (len(set(re.findall(rf"^Test Case '([^']+)' {end}", said, re.M))) for end in ("passed", "failed"))
    count = Count(passed, failed)
    if count.all < sum(classes.values()) or not re.search(r"^\s*Executed \d+ tests?", said, re.M):
        return note_crash(count, sum(classes.values()), program, code)
    return count.ended(code)


def widgets():
    """Runs XCTest in six processes. Each has a separate display and mostly waits."""
    program, environment = tests_in(BINARIES), staged()
    with futures.ThreadPoolExecutor() as threads:
        counts = [threads.submit(share, program, classes, environment) for classes in shares(program)]
        return sum((each.result() for each in counts), Count())


@functools.cache
def linked():
    """Returns the folder of the programs to test. `install` removes and links the programs in the build folder
    again, so hard links keep them for the tests of the windows."""
    if not SHIPPED:
        return BINARIES
    folder = RELEASE / "driven"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name in ("kurs", "kurs-cli"):
        os.link(BINARIES / name, folder / name)
    return folder


def outside(tests, *arguments):
    """Runs tests of Tests/BlackBox. They use a program from outside."""
    return python(f"Tests/BlackBox/{tests}", *map(str, arguments), environment=os.environ | staged())


def windows(*pattern):
    """Tests the real windows from outside. Finds their parts by accessible name and role."""
    return outside("run.py", linked() / "kurs", *pattern)


def smoke():
    """Runs a few tests of each window."""
    return windows("--smoke")


def spoken():
    """Tests what the real Orca speaks. Its voice writes the text to a file."""
    return outside("spoken.py", linked() / "kurs")


def monkey(seed, minutes):
    """Makes random clicks, key presses, drags, resizes and menu choices. A warning is a failure."""
    given = (("--seed", seed), ("--minutes", minutes))
    return outside("monkey.py", BINARIES / "kurs", *(word for each in given if each[1] is not None for word in each))


def terminal():
    """Tests the terminal program with a server on this computer."""
    return outside("terminal.py", BINARIES / "kurs-cli")


def damage():
    """Damages each file of Kurs in all ways that have a test. Reads all of it twice after each damage."""
    environment = headless() | {"KURS_DAMAGE": "whole"}
    return swift_testing("--filter", "DamageTests|PageSumTests", environment=environment, patience=3600)


def data():
    """Checks data, translations and faults against each other and against the sources. Tests the error messages of
    setup."""
    count = Count()
    for check in (
        "scripts/check-data", "scripts/check-faults", "scripts/check-docs", "scripts/check-words", "scripts/check-release",
        "Tests/BlackBox/scripts.py", "Tests/BlackBox/flatpak.py", "Tests/Runners/tests.py",
    ):
        count += python(check)
    count += python("scripts/libraries", "--check")
    for command in (["scripts/make-currencies", "--check"], ["scripts/update-po", "--check"]):
        code, _ = run(command)
        if code:
            said_so_far.append(f"{command[0]} {command[1]} FAILED\n")
        count += Count(int(code == 0), int(code != 0))
    return count


@contextlib.contextmanager
def installed():
    """Installs with meson into a temporary DESTDIR. Returns the prefix, or None after a failure."""
    failed = tuple(COMPILE) not in done and (build_once(setup()) or build_once(COMPILE))
    with tempfile.TemporaryDirectory(prefix="kurs-install-") as target:
        environment = dict(os.environ, DESTDIR=target)
        failed = failed or run(["meson", "install", "-C", str(RELEASE), "--no-rebuild", "--quiet"], environment)[0]
        yield None if failed else target + "/usr"


def install():
    """Installs with meson into a temporary DESTDIR. Tests the installed programs."""
    with installed() as prefix:
        if not prefix:
            return Count(failed=1)
        code, said = run(["meson", "test", "-C", str(RELEASE), "--no-rebuild", "--print-errorlogs"])
        numbers = [int(number) for number in re.findall(r"^(?:Ok|Fail):\s+(\d+)", said, re.M)]
        count = Count(*(numbers or [0, 1])).ended(code)
        # The released program is built and linked in another way than the programs of other runners.
        with futures.ThreadPoolExecutor() as threads:
            parts = [
                threads.submit(python, "Tests/BlackBox/installed.py", prefix),
                threads.submit(outside, "terminal.py", prefix + "/bin/kurs-cli"),
            ]
            return sum((each.result() for each in parts), count)


def shell():
    """Tests the search in the real GNOME Shell, on a display without a screen."""
    with installed() as prefix:
        return python("Tests/BlackBox/gnome_shell.py", prefix) if prefix else Count(failed=1)


def server():
    """Tests the account server, its manual page and its completions. Compares each response in its tests with
    openapi.yaml and the schemas."""
    if build_once(SERVER_BUILD):
        return Count(failed=1)
    with tempfile.TemporaryDirectory(prefix="kurs-server-") as folder:
        answers, endpoints = f"{folder}/answers", pathlib.Path(folder, "endpoints")
        count = swift_testing(binaries=SERVER_BINARIES, environment=dict(os.environ, KURS_SERVER_ANSWERS=answers))
        endpoints.write_text(subprocess.run(
            [SERVER_BINARIES / "kurs-server", "endpoints"], capture_output=True, text=True, check=True).stdout)
        count += python("scripts/check-server-answers", answers, str(endpoints))
        return count + python("Tests/BlackBox/manuals.py", str(SERVER_BINARIES / "kurs-server"))


def account():
    """Tests the real terminal program and windows with a server over TLS and a keyring."""
    if build_once(SERVER_BUILD):
        return Count(failed=1)
    return outside("accounts.py", linked() / "kurs", linked() / "kurs-cli", SERVER_BINARIES / "kurs-server")


def real():
    """Tests the account behind nginx and Caddy, through tinyproxy, and with a keyring that locks itself."""
    if build_once(SERVER_BUILD):
        return Count(failed=1)
    return outside("real.py", linked() / "kurs-cli", SERVER_BINARIES / "kurs-server")
