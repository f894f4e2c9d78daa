# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds, runs the chosen runners and counts. The last line is `N passed, N failed`. Called by scripts/test."""
import functools
import os
import subprocess
import sys
import time
from collections import Counter

import changed
import counts
import runners
from ahead import Ahead
from beside import Beside
from process import LOGS, ROOT, Count, build_once, complaint, processor_seconds, progress, said_so_far, skipped

QUICK = ("quick", "widgets", "data", "terminal", "smoke")
# The terminal's tests run in `install`, on the installed program.
# `install` doesn't need the server's build, which continues beside it.
ALL = ("core", "widgets", "windows", "data", "install", "account", "server")
# They run only by name: a speaking screen reader needs a whole desktop, and a real desktop is a hundred packages.
BY_NAME = ("packages", "spoken", "shell", "real", "monkey")
# Runners that run beside one that mostly waits.
BESIDE = {"windows": ["install"], "account": ["server"]}
OWN_BUILD = ("packages", "data", "install", "shell", "server")


def chosen(names):
    """Returns the chosen runners with their names, in their order."""
    if names == ["changed"]:
        wanted, targets = changed.needed(changed.changed_files(), changed.package())
        picked = {name: getattr(runners, name) for name in (*QUICK, "packages", "server", "account") if name in wanted}
        if "quick" in picked:
            picked.pop("packages", None)
        if targets and "quick" not in picked:
            picked = {"layers": lambda: runners.only(targets)} | picked
        return picked
    names = names or list(QUICK)
    names = [each for name in names for each in (ALL if name == "all" else (name,))]
    unknown = set(names) - {*QUICK, *ALL, *BY_NAME}
    if unknown:
        sys.exit(f"unknown runner: {', '.join(sorted(unknown))}; there are {', '.join(dict.fromkeys(QUICK + ALL + BY_NAME))}, "
                 "all, and changed")
    return {name: getattr(runners, name) for name in names}


def one(name, runner, built):
    print(f"== {name}: {(runner.__doc__ or 'the tests of the layers that changed').splitlines()[0]}", flush=True)
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
    return count


def build():
    """Returns whether everything that the runners need was built. Prints errors."""
    print("== build", flush=True)
    file = progress.begin("build")
    built = all(build_once(command) == 0 for command in runners.built_first())
    progress.end()
    if not built:
        print(*complaint(said_so_far), f"The build failed; its whole output is in {file.relative_to(ROOT)}.", sep="\n", flush=True)
    return built


def arguments():
    """Returns the names of runners. Arguments after `--seed` and `--minutes` belong to the monkey."""
    names, words = [], iter(sys.argv[1:])
    for word in words:
        if word in ("--seed", "--minutes"):
            value = next(words, "")
            if not value.replace(".", "", 1).isdigit():
                sys.exit(f"{word} needs a number: scripts/test monkey --seed 1 --minutes 6")
            os.environ[f"KURS_MONKEY_{word[2:].upper()}"] = value
        elif word not in ("--keep-counts", "--yes"):
            names.append(word)
    return names


def main():
    keep = "--keep-counts" in sys.argv
    picked = chosen(arguments())
    os.environ["PKG_CONFIG_PATH"] = subprocess.run(
        [ROOT / "scripts" / "pkg-config-path"], capture_output=True, text=True, check=True).stdout.strip()
    begun = time.monotonic()
    results, notes, reasons, known = {}, [], Counter(), counts.kept()
    with Ahead(runners.built_ahead(picked)) as ahead:
        built = not set(picked) - set(OWN_BUILD) or build()
        aside = {}
        for name, runner in picked.items():
            start, before = time.monotonic(), processor_seconds() - ahead.seconds
            progress.begin(name, has_file=False)
            ahead.wait(name)
            if name in aside:
                count, said, seconds, busy = aside[name].end()
            else:
                if built and name in BESIDE:
                    # Prepared here, so that two runners do not do it at the same time.
                    runners.staged()
                    runners.linked()
                aside |= {other: Beside(functools.partial(one, other, picked[other], built))
                          for other in BESIDE.get(name, ()) if other in picked and other not in results}
                count, said = one(name, runner, built), list(said_so_far)
                seconds, busy = time.monotonic() - start, processor_seconds() - ahead.seconds - before
            notes += [line for line in said if line.startswith("UNSTEADY:")]
            reasons += skipped(said)
            if count.failed and (built or name in OWN_BUILD):
                print(*complaint(said), f"All of what {name} printed is in {(LOGS / name).relative_to(ROOT)}.txt.", sep="\n", flush=True)
            elif not count.failed and not keep and (lost := counts.fewer(name, count, known)):
                print(lost, flush=True)
                count += Count(failed=1)
            results[name] = (count, seconds, busy)
    print()
    for name, (count, seconds, busy) in results.items():
        left_out = f", {count.skipped} SKIPPED" if count.skipped else ""
        print(f"{name:8} {count.passed:6} passed {count.failed:4} failed {seconds:7.0f} s, {busy:.0f} s of the cores{left_out}")
    print(f"all with their builds: {time.monotonic() - begun:.0f} s, {processor_seconds():.0f} s of the cores")
    print(*notes, sep="")
    total = sum((count for count, *_ in results.values()), Count())
    if total.skipped:
        print(f"\n{total.skipped} tests were SKIPPED; scripts/suites fetches the public suites:",
              *(f"{count} × {reason}" for reason, count in reasons.items()), sep="\n  ")
    if keep and not total.failed:
        counts.keep({name: count for name, (count, *_) in results.items()})
    print(f"\n{total.passed} passed, {total.failed} failed", flush=True)
    sys.exit(1 if total.failed else 0)


main()
