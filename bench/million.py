# SPDX-License-Identifier: GPL-3.0-or-later
"""A table of many rows through `convert --csv`, beside two Python scripts and qalc's -f, offline, in one run.

The rows are of 3,600 days in no order, and eight currencies. Each value is compared with that of the first script.

usage: bench/million.py PROGRAM [ROWS]
"""
import csv
import datetime
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
from decimal import ROUND_HALF_UP, Decimal

import anchors

CODES = ("USD", "JPY", "GBP", "CHF", "SEK", "PLN", "CZK", "DKK")
DAYS = 3_600
CENT = Decimal("0.01")
# qalc reads a file line by line, some hundreds a second: what it takes for more is reckoned from these.
QALC_ROWS = 500


def write(path, count):
    days = sorted({day for day, _, _ in anchors.history()})[-DAYS:]
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("date", "amount", "currency"))
        for row in range(int(count)):
            writer.writerow((days[row * 7919 % len(days)], f"{row % 99_991 / 100:.2f}", CODES[row % len(CODES)]))


def script(source, target):
    """What a person would write in Python: the shipped history in a dictionary, one division a row."""
    rates = {(day, code): Decimal(value) for day, code, value in anchors.history()}
    with open(source, newline="") as rows, open(target, "w", newline="") as out:
        writer = csv.writer(out)
        for row in csv.DictReader(rows):
            value = Decimal(row["amount"]) / rates[row["date"], row["currency"]]
            writer.writerow((*row.values(), value.quantize(CENT, ROUND_HALF_UP)))


def library(source, target):
    """The same with the package CurrencyConverter and the same history."""
    from currency_converter import CurrencyConverter
    converter = CurrencyConverter(str(anchors.HISTORY), decimal=True)
    with open(source, newline="") as rows, open(target, "w", newline="") as out:
        writer = csv.writer(out)
        for row in csv.DictReader(rows):
            day = datetime.date.fromisoformat(row["date"])
            value = converter.convert(Decimal(row["amount"]), row["currency"], "EUR", day)
            writer.writerow((*row.values(), value.quantize(CENT, ROUND_HALF_UP)))


def unequal(one, other):
    """Rows whose values differ; those below half a euro are left out, for Kurs shows more of their digits."""
    count = 0
    with open(one, newline="") as ours, open(other, newline="") as theirs:
        next(ours)
        for row, wanted in zip(csv.reader(ours), csv.reader(theirs), strict=True):
            count += row[3] != wanted[3] and Decimal(wanted[3]) >= Decimal("0.5")
    return count


def main():
    program, count = str(pathlib.Path(sys.argv[1]).resolve()), int((sys.argv[2:] or ["1000000"])[0])
    with tempfile.TemporaryDirectory() as folder:
        table, home = f"{folder}/table.csv", {"HOME": folder, "PATH": os.environ["PATH"]}
        home |= {"PYTHONPATH": os.environ["PYTHONPATH"]} if "PYTHONPATH" in os.environ else {}
        # By another process: what this one ever took counts as its children's, until they are programs of their own.
        subprocess.run([sys.executable, __file__, "--write", table, str(count)], check=True)
        # The history is taken up once, before anything is measured.
        anchors.command([program, "convert", "1", "EUR", "USD", "--on", "2021-01-04"], home)
        with open(f"{folder}/qalc", "w") as file:
            file.writelines(f"{row}.25 USD to EUR\n" for row in range(QALC_ROWS))
        kurs = [program, "convert", "--csv", table, "--to", "EUR", "--output", f"{folder}/kurs.csv"]
        runs = {
            "kurs-cli convert --csv": (kurs, 1),
            "Python, csv and Decimal": ([sys.executable, __file__, "--script", table, f"{folder}/python.csv"], 1),
            "Python, CurrencyConverter": ([sys.executable, __file__, "--library", table, "/dev/null"], 1),
            "qalc -f, one day's rates": (["qalc", "-t", "-f", f"{folder}/qalc"], count / QALC_ROWS),
        }
        if importlib.util.find_spec("currency_converter") is None:
            del runs["Python, CurrencyConverter"]
            print("Python, CurrencyConverter: not there (python3 -m pip install CurrencyConverter)")
        for name, (command, factor) in runs.items():
            result = anchors.command(command, home)
            if result is None:
                print(f"{name}: failed")
                continue
            reckoned = "" if factor == 1 else f", reckoned from {QALC_ROWS} rows"
            print(f"{name}: {result.elapsed * factor / 1000:.1f} s, {result.busy * factor / 1000:.1f} s of the"
                  f" processor, {result.memory:.0f} MiB for {count:,} rows{reckoned}")
        print(f"values that differ: {unequal(f'{folder}/kurs.csv', f'{folder}/python.csv')}")


{"--write": write, "--script": script, "--library": library}.get(sys.argv[1], lambda *_: main())(*sys.argv[2:4])
