# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds the programs, runs the chosen runners, and prints `N passed, N failed` as the last line. scripts/test calls
it."""
import argparse
import functools
import json
import os
import subprocess
import sys
import time
from collections import Counter

import changed
import runners
from beside import Ahead, Beside
from process import LOGS, ROOT, Count, build_once, complaint, processor_seconds, progress, said_so_far, skipped

QUICK = ("quick", "widgets", "data", "terminal", "smoke")
# The runner `install` tests the installed terminal program. It doesn't need the server's build, which continues beside
# it.
ALL = ("core", "widgets", "windows", "data", "install", "account", "server", "spoken")
# These run only by name. A real desktop has a hundred packages.
BY_NAME = ("packages", "damage", "shell", "real", "monkey")
# The runners that can run beside a runner that mostly waits.
BESIDE = {"windows": ["install"], "account": ["server", "spoken"]}
OWN_BUILD = ("packages", "data", "install", "shell", "server")
# The number of tests of each runner. It is in the repository, so that a lost test is noticed.
COUNTS = ROOT / "bench" / "results" / "tests.json"


def arguments():
    parser = argparse.ArgumentParser("scripts/test")
    parser.add_argument("--yes", action="store_true")
    parser.add_argument("--keep-counts", action="store_true")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("runners", nargs="*")
    return parser.parse_intermixed_args()


def chosen(given):
    """Returns the chosen runners by their names, in their order."""
    if given.runners == ["changed"]:
        wanted, targets = changed.needed(changed.changed_files(), changed.package())
        picked = {name: getattr(runners, name) for name in (*QUICK, "packages", "server", "account") if name in wanted}
        if "quick" in picked:
            picked.pop("packages", None)
        if targets and "quick" not in picked:
            picked = {"layers": lambda: runners.only(targets)} | picked
        return picked
    names = [each for name in given.runners or QUICK for each in (ALL if name == "all" else (name,))]
    unknown = set(names) - {*QUICK, *ALL, *BY_NAME}
    if unknown:
        known = ", ".join(dict.fromkeys(QUICK + ALL + BY_NAME))
        sys.exit(f"unknown runner: {', '.join(sorted(unknown))}; there are {known}, all, and changed")
    monkey = functools.partial(runners.monkey, given.seed, given.minutes)
    return {name: monkey if name == "monkey" else getattr(runners, name) for name in names}


def one(name, runner, built):
    """Runs a runner. Returns its count, its output and its seconds."""
    print(f"== {name}: {(runner.__doc__ or 'the tests of the layers that changed').splitlines()[0]}", flush=True)
    start = time.monotonic()
    said_so_far.clear()
    progress.begin(name)
    try:
        count = runner() if built or name in OWN_BUILD else Count(failed=1)
    except (OSError, RuntimeError, subprocess.SubprocessError) as error:
        said_so_far.append(f"error: {error}\n")
        count = Count(failed=1)
    if count.all == 0:
        said_so_far.append(f"error: {name} ran no test\n")
        count = Count(failed=1)
    progress.end()
    return count, list(said_so_far), time.monotonic() - start


def fewer(runner, count, known):
    """Returns a message if a runner had fewer tests than stored. Skipped tests count too."""
    most = known.get(runner, 0)
    if count.all >= most:
        return None
    return f"{runner} had {count.all} tests and {most} are kept in {COUNTS.relative_to(ROOT)}: say why they went there"


def build():
    """Builds what the runners need. Returns whether this succeeded, and prints errors."""
    print("== build", flush=True)
    file = progress.begin("build")
    built = all(build_once(command) == 0 for command in runners.built_first())
    progress.end()
    if not built:
        print(*complaint(said_so_far), f"The build failed; its whole output is in {file.relative_to(ROOT)}.", sep="\n")
    return built


def main():
    given = arguments()
    picked = chosen(given)
    os.environ["PKG_CONFIG_PATH"] = subprocess.run(
        [ROOT / "scripts" / "pkg-config-path"], capture_output=True, text=True, check=True).stdout.strip()
    begun = time.monotonic()
    results, aside, known = {}, {}, json.loads(COUNTS.read_text())
    with Ahead(runners.built_ahead(picked)) as ahead:
        built = not set(picked) - set(OWN_BUILD) or build()
        for name, runner in picked.items():
            parallel = [other for other in BESIDE.get(name, ()) if other in picked and other not in results]
            ahead.leave(name, *parallel)
            if built and name in BESIDE:
                # This is prepared here, so that two runners don't do it at the same time.
                runners.staged()
                runners.linked()
            aside |= {other: Beside(functools.partial(one, other, picked[other], built)) for other in parallel}
            count, said, seconds = aside[name].end() if name in aside else one(name, runner, built)
            if count.failed and (built or name in OWN_BUILD):
                log = (LOGS / f"{name}.txt").relative_to(ROOT)
                print(*complaint(said), f"All of what {name} printed is in {log}.", sep="\n", flush=True)
            elif not count.failed and not given.keep_counts and (lost := fewer(name, count, known)):
                print(lost, flush=True)
                count += Count(failed=1)
            results[name] = (count, said, seconds)
    print()
    for name, (count, _, seconds) in results.items():
        left_out = f", {count.skipped} SKIPPED" if count.skipped else ""
        print(f"{name:8} {count.passed:6} passed {count.failed:4} failed {seconds:7.0f} s{left_out}")
    print(f"all with their builds: {time.monotonic() - begun:.0f} s, {processor_seconds():.0f} s of the cores")
    print(*(line for _, said, _ in results.values() for line in said if line.startswith("UNSTEADY:")), sep="")
    total = sum((count for count, *_ in results.values()), Count())
    if total.skipped:
        reasons = sum((skipped(said) for _, said, _ in results.values()), Counter())
        print(f"\n{total.skipped} tests were SKIPPED; scripts/suites fetches the public suites:",
              *(f"{count} × {reason}" for reason, count in reasons.items()), sep="\n  ")
    if given.keep_counts and not total.failed:
        # The counts of runners that didn't run stay the same.
        known |= {name: count.all for name, (count, *_) in results.items()}
        COUNTS.write_text(json.dumps(known, indent=2, sort_keys=True) + "\n")
    print(f"\n{total.passed} passed, {total.failed} failed", flush=True)
    sys.exit(1 if total.failed else 0)


if __name__ == "__main__":
    main()
