# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the table of Kurs's targets. Each value is a median. Its anchor is measured in the same run, alternately.

usage: bench/bench.py PREFIX EMPTY-WINDOW [--runs N]        scripts/bench builds both and calls this
"""
import argparse
import os
import pathlib
import statistics
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import anchors  # noqa: E402
import at_hand  # noqa: E402
import first_buffer  # noqa: E402
import first_frame  # noqa: E402 (also puts Tests/BlackBox on the path)
import one_of_many  # noqa: E402
import pasted_lines  # noqa: E402
from desktop import Desktop  # noqa: E402

FRAME = 16.7
rows = []


def row(what, ours, unit, against, anchor, reach, ratio=True):
    """Adds a row. `reach`: the maximum ratio to the anchor. With ratio=False, the maximum in the row's unit."""
    if ours is None or anchor is None:
        rows.append((what, "not available", against, "" if anchor is None else f"{anchor:.1f} {unit}", "", "", "–"))
        return
    measure = ours / anchor if ratio else ours
    shown = f"{ours / anchor:.2f} ×" if anchor else "–"
    bound = f"≤ {reach} ×" if ratio else f"≤ {reach} {unit}"
    ok = "yes" if measure <= reach else "NO"
    rows.append((what, f"{ours:.2f} {unit}", against, f"{anchor:.2f} {unit}", shown, bound, ok))


def median(samples, index):
    values = [sample[index] for sample in samples if sample]
    return statistics.median(values) if values else None


def forget(*programs):
    """Removes new programs from the page cache, so that they are read from the disk. Pages that were just written
    are mapped in larger pieces, which count as more memory."""
    for program in programs:
        with open(program, "rb") as file:
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def in_turn(runs, jobs):
    """Runs each job once without counting. Then runs all jobs alternately, `runs` times."""
    for job in jobs.values():
        job()
    results = {name: [] for name in jobs}
    for _ in range(runs):
        for name, job in jobs.items():
            results[name].append(job())
    return results


def windows(kurs, empty, runs):
    with Desktop(size="1600x1200", accessible=False, window_manager=False) as desktop:
        meter = first_frame.Meter(desktop)
        fresh = iter(range(1_000_000))
        results = in_turn(runs, {
            "kurs": lambda: meter.run([kurs], "kurs"),
            "empty": lambda: meter.run([empty], "empty"),
            "first": lambda: meter.run([kurs], f"fresh{next(fresh)}"),
            "calculator": lambda: meter.run(["gnome-calculator"], "calculator"),
        })
        time_of = {name: median(samples, 0) for name, samples in results.items()}
        memory_of = {name: median(samples, 1) for name, samples in results.items()}
        written_by = {name: median(samples, 2) for name, samples in results.items()}
        idle = meter.run([kurs], "kurs", idle=10)
        meter.close()
    row("start to first frame", time_of["kurs"], "ms", "empty window in C", time_of["empty"], 1.0)
    row("the same, empty profile", time_of["first"], "ms", "empty window in C", time_of["empty"], 1.3)
    row("memory (PSS) after 2 s", memory_of["kurs"], "MiB", "empty window in C", memory_of["empty"], 1.1)
    row("memory written to after 2 s", written_by["kurs"], "MiB", "empty window in C", written_by["empty"], 1.1)
    row("start to first frame", time_of["kurs"], "ms", "gnome-calculator", time_of["calculator"], 0.6)
    row("memory (PSS) after 2 s", memory_of["kurs"], "MiB", "gnome-calculator", memory_of["calculator"], 1.0)
    return idle[3] if idle else None


def wayland(kurs, empty, runs):
    with first_buffer.Meter() as meter:
        # A window that closes at its first buffer doesn't complete its profile. Without this, each start would be a
        # first start.
        meter.run([kurs], "kurs", settle=4)
        results = in_turn(runs, {
            "kurs": lambda: meter.run([kurs], "kurs"),
            "empty": lambda: meter.run([empty], "empty"),
            "cairo": lambda: meter.run([empty], "empty", renderer="cairo"),
        })
    ours, anchor, cairo = (median(results[name], 0) for name in ("kurs", "empty", "cairo"))
    row("start to first buffer, Wayland", ours, "ms", "empty window in C", anchor, 1.0)
    row("the same", ours, "ms", "the same, told to draw by cairo", cairo, 1.15)


def desktop(kurs, cli, runs):
    measured = at_hand.measure(kurs, cli, runs)
    for name, what, reach in (("second", "a second start hands over", 50), ("window", "start, the search's service awake", 120),
                              ("cold", "desktop's search, the service cold", 150), ("warm", "the same, warm", 20)):
        row(what, measured[name], "ms", "none", 0.0, reach, ratio=False)
    installed = sum(os.path.getsize(each) for each in (kurs, cli)) / 1e6
    row("both programs installed", installed, "MB", "none", 0.0, 60, ratio=False)


def long_list(kurs):
    measured = pasted_lines.measure(kurs)
    for name, what, reach in (("shown", "1,000 pasted lines to their frame", 200), ("key", "a key in them, to its frame", 16)):
        row(what, measured[name], "ms", "none", 0.0, reach, ratio=False)


def terminal(cli, environment, runs):
    results = in_turn(runs * 2, {
        "kurs": lambda: anchors.command([cli, "convert", "100", "EUR", "USD"], environment),
        "qalc": lambda: anchors.command(["qalc", "-t", "100 EUR to USD"], environment),
    })
    for index, unit, reach in ((0, "ms", 0.2), (1, "MiB", 0.8)):
        ours, anchor = (median(results[name], index) for name in ("kurs", "qalc"))
        row("kurs-cli convert", ours, unit, "qalc -t", anchor, reach)


def among_many(cli, environment, folder):
    for what, ours, against, anchor in one_of_many.rows(cli, environment, folder):
        row(what, ours[0], "ms", against, anchor[0], 1.5)


def milliseconds(answer):
    return answer["nanoseconds"] / 1e6


def inside(cli, environment, runs, folder):
    sqlite = anchors.SqliteImport(folder)

    def own(name):
        return lambda: anchors.inside(cli, name, environment)

    def intake():
        with tempfile.TemporaryDirectory(dir=folder) as empty:
            return anchors.inside(cli, "import", environment, "--data-dir", empty)

    results = in_turn(max(3, runs // 2), {
        "import": intake, "sqlite": sqlite.milliseconds,
        "convert": own("convert"), "decimal": anchors.decimal_conversions,
        "chart": own("chart"), "frame": own("chartframe"), "keypress": own("keypress"),
        "keypresslist": own("keypresslist"), "keypressdays": own("keypressdays"),
    })

    def middle(name):
        values = [milliseconds(answer) for answer in results[name] if answer]
        return statistics.median(values) if values else None

    row(f"taking up {sqlite.count} rates", middle("import"), "ms", "sqlite3 .import, keyed table",
        statistics.median(results["sqlite"]), 0.5)
    row("27 years, storage to drawn points", middle("chart"), "ms", "one frame", FRAME, 5, ratio=False)
    row("a frame of panning 4 × 7,000 points", middle("frame"), "ms", "one frame", FRAME, 5, ratio=False)
    for name, what in (("keypress", "one line"), ("keypresslist", "200 lines, 20 results"),
                       ("keypressdays", "the same on 20 days")):
        worst = [milliseconds(answer) for answer in results[name] if answer]
        row(f"key press to result, p99: {what}", max(worst, default=None), "ms", "one frame", FRAME, FRAME, ratio=False)
    row("a million conversions", middle("convert"), "ms", "Python decimal",
        statistics.median(results["decimal"]), 0.2)


def table():
    head = ("what", "ours", "against", "anchor", "ratio", "to reach", "ok")
    widths = [max(len(str(line[index])) for line in [head, *rows]) for index in range(len(head))]
    for line in [head, ["-" * width for width in widths], *rows]:
        print("| " + " | ".join(str(cell).ljust(width) for cell, width in zip(line, widths)) + " |")


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    parser.add_argument("prefix", type=pathlib.Path)
    parser.add_argument("empty")
    parser.add_argument("--runs", type=int, default=7)
    given = parser.parse_args()
    kurs, cli = str(given.prefix / "bin/kurs"), str(given.prefix / "bin/kurs-cli")
    forget(kurs, cli, given.empty)
    with tempfile.TemporaryDirectory() as folder:
        idle = windows(kurs, given.empty, given.runs)
        wayland(kurs, given.empty, given.runs)
        desktop(kurs, cli, given.runs)
        long_list(kurs)
        with Desktop(accessible=False, window_manager=False) as display:
            environment = display.environment | display.profile("terminal")
            terminal(cli, environment, given.runs)
            inside(cli, environment, given.runs, folder)
            among_many(cli, environment, folder)
        row("idle, window open", idle, "wake-ups/s", "none", 0.0, 0.2, ratio=False)
    table()


main()
