# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs tests on several desktops at once, each in a separate process, because a waiting window leaves its core to
others."""
import contextlib
import multiprocessing
import multiprocessing.connection
import os
import time
import unittest

from desktop import Desktop

# There are more desktops than cores, because windows wait most of the time.
DESKTOPS = int(os.environ.get("KURS_DESKTOPS") or min(4, 2 + (os.cpu_count() or 1)))
# Programs without a window wait less, so there are as many as cores.
TERMINALS = int(os.environ.get("KURS_TERMINALS") or os.cpu_count() or 1)
# The number of failed tests that are repeated. More failures aren't accidental.
MOST_UNSTEADY = 3
BAD = ("FAIL", "ERROR")
# Clean-up that a test process must still do at its end.
at_end = contextlib.ExitStack()


def flat(suite):
    """Returns the single tests of a suite, in its order."""
    return [test for each in suite for test in flat(each)] if isinstance(suite, unittest.TestSuite) else [suite]


def run(tests, prepare, desktops=DESKTOPS, kind=Desktop):
    """Runs each test and reports it when it ends. Returns exit code 0 if there were tests and all passed.

    `prepare` receives the desktop of its process before the first test there. Tests start in their order.
    """
    count, outcomes = max(1, min(desktops, len(tests))), {}
    for index, name, outcome, seconds, report in results(tests, prepare, kind, range(len(tests)), count):
        print(f"{name} ... {outcome} ({seconds:.1f} s)", flush=True)
        outcomes[index] = outcome
        if report:
            print(report, flush=True)
    outcomes |= once_more(tests, prepare, kind, [index for index, each in outcomes.items() if each in BAD])
    passed, skipped = (sum(each == wanted for each in outcomes.values()) for wanted in ("ok", "skipped"))
    failed = len(outcomes) - passed - skipped
    missing = len(tests) - len(outcomes)
    if missing:
        print(f"{missing} tests were not run: a desktop ended before them")
    print(f"Ran {len(outcomes)} tests in {count} processes")
    print(f"{passed} passed, {failed + missing} failed, {skipped} skipped")
    return 0 if tests and not failed + missing else 1


def once_more(tests, prepare, kind, failed):
    """Repeats a few failed tests three times each, alone and on new desktops. Returns the results by index.

    A busy computer is sometimes late. A real failure seldom passes three times.
    """
    if len(failed) > MOST_UNSTEADY:
        return {}
    outcomes = {}
    for index in failed:
        again = [result[2] for _ in range(3) for result in results(tests, prepare, kind, [index], 1)]
        outcomes[index] = "ok" if again == ["ok"] * 3 else "FAIL"
        came = ", ".join(again) or "nothing"
        print(f"UNSTEADY: {tests[index].id()} failed, and alone it ended with {came}", flush=True)
    return outcomes


def results(tests, prepare, kind, indexes, count):
    """Runs tests in some processes, and yields each result when it arrives. A crashed process ends only its own
    test."""
    fork = multiprocessing.get_context("fork")
    waiting = fork.SimpleQueue()
    for index in [*indexes, *[None] * count]:
        waiting.put(index)
    workers = {}
    for _ in range(count):
        told, telling = fork.Pipe(duplex=False)
        workers[told] = fork.Process(target=work, args=(tests, prepare, waiting, telling, kind))
        workers[told].start()
        telling.close()
    while workers:
        for told in multiprocessing.connection.wait(list(workers)):
            try:
                yield told.recv()
            except EOFError:
                workers.pop(told).join()


def work(tests, prepare, waiting, telling, kind):
    with kind() as desktop, at_end:
        prepare(desktop)
        while (index := waiting.get()) is not None:
            telling.send((index, *outcome(tests[index])))


def outcome(test):
    result, start = unittest.TestResult(), time.monotonic()
    unittest.TestSuite([test]).run(result)
    seconds, name = time.monotonic() - start, test.id()
    for kind, found in (("ERROR", result.errors), ("FAIL", result.failures)):
        if found:
            line = "=" * 70
            return name, kind, seconds, f"{line}\n{kind}: {name}\n{'-' * 70}\n{found[0][1]}{line}\n"
    if result.skipped:
        return name, "skipped", seconds, f"SKIPPED: {name}: {result.skipped[0][1]}\n"
    return name, "ok", seconds, ""
