# SPDX-License-Identifier: GPL-3.0-or-later
"""A table of many rows through `convert --csv`, beside a Python script and qalc's -f, offline, in one run.

usage: bench/million.py PROGRAM [ROWS]
"""
import csv
import os
import pathlib
import sys
import tempfile
from decimal import Decimal

import anchors

CODES = ("USD", "JPY", "GBP", "CHF", "SEK", "PLN", "CZK", "DKK")
# qalc reads a file line by line, some hundreds a second: what it takes for more is reckoned from these.
QALC_ROWS = 500


def write(path, count):
    days = sorted({day for day, _, _ in anchors.history() if "2021" <= day < "2026"})
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("date", "amount", "currency"))
        for row in range(count):
            writer.writerow((days[row * 7919 % len(days)], f"{row % 99_991 / 100:.2f}", CODES[row % len(CODES)]))


def script(source, target):
    """What a person would write in Python: the shipped history in a dictionary, one division a row."""
    rates = {(day, code): Decimal(value) for day, code, value in anchors.history()}
    with open(source, newline="") as rows, open(target, "w", newline="") as out:
        writer = csv.writer(out)
        for row in csv.DictReader(rows):
            value = Decimal(row["amount"]) / rates[row["date"], row["currency"]]
            writer.writerow((*row.values(), value.quantize(Decimal("0.01"))))


def main():
    program, count = str(pathlib.Path(sys.argv[1]).resolve()), int((sys.argv[2:] or ["1000000"])[0])
    with tempfile.TemporaryDirectory() as folder:
        table, home = f"{folder}/table.csv", {"HOME": folder, "PATH": os.environ["PATH"]}
        write(table, count)
        # The history is taken up once, before anything is measured.
        anchors.command([program, "convert", "1", "EUR", "USD", "--on", "2021-01-04"], home)
        with open(f"{folder}/qalc", "w") as file:
            file.writelines(f"{row}.25 USD to EUR\n" for row in range(QALC_ROWS))
        runs = {
            "kurs-cli convert --csv": ([program, "convert", "--csv", table, "--to", "EUR", "--output", "/dev/null"], 1),
            "Python, csv and Decimal": ([sys.executable, __file__, "--script", table, "/dev/null"], 1),
            "qalc -f, one day's rates": (["qalc", "-t", "-f", f"{folder}/qalc"], count / QALC_ROWS),
        }
        for name, (command, factor) in runs.items():
            result = anchors.command(command, home)
            if result is None:
                print(f"{name}: failed")
                continue
            reckoned = "" if factor == 1 else f", reckoned from {QALC_ROWS} rows"
            print(f"{name}: {result[0] * factor / 1000:.1f} s, {result[1]:.0f} MiB for {count:,} rows{reckoned}")


if sys.argv[1] == "--script":
    script(*sys.argv[2:])
else:
    main()
