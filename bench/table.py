# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures `convert --csv` with a large table, beside the same work in DuckDB (PyPI's duckdb, bench/table.sql).

The rows have 20 currencies and random days since 2005. A script with Python's decimal checks each value.

usage: bench/table.py PROGRAM [ROWS]
"""
import bisect
import csv
import datetime
import importlib.util
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
from decimal import ROUND_HALF_UP, Decimal

import anchors
import one_of_many

CODES = ("USD JPY GBP CHF SEK NOK DKK PLN CZK HUF AUD CAD HKD SGD KRW NZD ZAR TRY THB IDR").split()
# All these currencies have rates since this day.
FIRST = datetime.date(2005, 5, 2)
TARGETS = ("EUR", "USD", "CHF")
SQL = pathlib.Path(__file__).resolve().parent / "table.sql"


def write(path, count, order):
    """Writes the same rows each time for the same count. `order`: "sorted" by day, or "random"."""
    draw = random.Random(37)
    last = datetime.date.fromisoformat(max(day for day, _, _ in anchors.history()))
    days = [(FIRST + datetime.timedelta(number)).isoformat() for number in range((last - FIRST).days + 1)]
    rows = [(draw.choice(days), f"{draw.randrange(1, 10_000_000) / 100:.2f}", draw.choice(CODES))
            for _ in range(int(count))]
    if order == "sorted":
        rows.sort()
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("date", "amount", "currency"))
        writer.writerows(rows)


def rates(path):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("day", "code", "value"))
        writer.writerows(anchors.history())


def duckdb(folder, table, rule, targets):
    """Runs DuckDB's query. Without a table, measures only its start, which isn't counted."""
    import duckdb as library
    if not table:
        return
    values, joins = [], []
    for target in targets.split(","):
        if target == "EUR":
            value = "1 / own.value"
        else:
            joins.append(f"ASOF JOIN (SELECT * FROM rates WHERE code = '{target}') AS {target} ON counted"
                         f" {'>' if rule else '>='} {target}.day")
            value = f"{target}.value / own.value"
        values.append(f"round(amount * {value}, 2) AS value_{target}, {value} AS rate_{target},"
                      f" 'ecb' AS source_{target}, own.day AS observed_{target}, 'observed' AS basis_{target}")
    sql = SQL.read_text()
    for name, text in {"rates": f"{folder}/rates.csv", "table": table, "output": f"{folder}/duckdb.csv",
                       "day": "date", "on": "counted >" if rule else "counted >=", "values": ", ".join(values),
                       "joins": " ".join(joins)}.items():
        sql = sql.replace("{" + name + "}", text)
    library.execute(sql)


def script(source, target):
    """Runs a script as a user would write it in Python. Uses the exact last value on or before each day."""
    series = {}
    for day, code, value in sorted(anchors.history()):
        days, values = series.setdefault(code, ([], []))
        days.append(day)
        values.append(Decimal(value))
    with open(source, newline="") as rows, open(target, "w", newline="") as out:
        writer = csv.writer(out)
        for day, amount, code in list(csv.reader(rows))[1:]:
            days, values = series[code]
            value = Decimal(amount) / values[bisect.bisect(days, day) - 1]
            writer.writerow((value.quantize(Decimal("0.01"), ROUND_HALF_UP),))


def unequal(one, other):
    """Counts rows with different values. Ignores values below half a euro, for which Kurs shows more digits."""
    count = 0
    with open(one, newline="") as ours, open(other, newline="") as theirs:
        next(ours)
        for row, wanted in zip(csv.reader(ours), csv.reader(theirs), strict=True):
            count += row[3] != wanted[0] and Decimal(wanted[0]) >= Decimal("0.5")
    return count


def main():
    program, count = str(pathlib.Path(sys.argv[1]).resolve()), int((sys.argv[2:] or ["1000000"])[0])
    has_duckdb = importlib.util.find_spec("duckdb") is not None
    if not has_duckdb:
        print("DuckDB: not there (python3 -m pip install duckdb)")
    with tempfile.TemporaryDirectory() as folder:
        home = {"HOME": folder, "PATH": os.environ["PATH"]}
        home |= {name: os.environ[name] for name in ("PYTHONPATH", "KURS_DATADIR") if name in os.environ}
        # Other processes write the files, because the memory of this process would count for its child processes.
        for order in ("random", "sorted"):
            subprocess.run(
                [sys.executable, __file__, "--write", f"{folder}/{order}.csv", str(count), order], check=True)
        subprocess.run([sys.executable, __file__, "--rates", f"{folder}/rates.csv"], check=True)
        # The history is imported once, before any measurement.
        anchors.command([program, "convert", "1", "EUR", "USD", "--on", "2021-01-04"], home)
        start = anchors.command([sys.executable, __file__, "--duckdb", folder, "", "", ""], home)
        for name, order, rule, targets in (
                ("random days", "random", "", TARGETS[:1]), ("sorted by day", "sorted", "", TARGETS[:1]),
                ("random days, rule before", "random", "before", TARGETS[:1]),
                ("random days, three targets", "random", "", TARGETS)):
            table = f"{folder}/{order}.csv"
            kurs = anchors.command(
                [program, "convert", "--csv", table, "--to", ",".join(targets), "--quiet",
                 "--output", f"{folder}/kurs-{order}.csv"] + (["--rule", rule] if rule else []), home)
            if kurs is None:
                print(f"{name}: kurs-cli failed")
                continue
            text = (f"{name}: {kurs.busy / 1000:.2f} s of the processor, {kurs.elapsed / 1000:.2f} s,"
                    f" {kurs.memory:.0f} MiB for {count:,} rows")
            if has_duckdb:
                theirs = anchors.command(
                    [sys.executable, __file__, "--duckdb", folder, table, rule, ",".join(targets)], home)
                busy = theirs.busy - start.busy
                text += (f"; DuckDB {busy / 1000:.2f} s of the processor, {theirs.memory:.0f} MiB:"
                         f" {kurs.busy / busy:.2f} ×")
            print(text, flush=True)
            if not rule and len(targets) == 1:
                script(table, f"{folder}/python.csv")
                differing = unequal(f"{folder}/kurs-{order}.csv", f"{folder}/python.csv")
                print(f"values that differ: {differing}", flush=True)
        small(program, home, folder)
        for what, ours, against, anchor in one_of_many.rows(program, home, folder):
            print(f"{what}: {ours[0]:.0f} ms, {ours[1]:.0f} MiB; {against} {anchor[0]:.0f} ms, {anchor[1]:.0f} MiB:"
                  f" {ours[0] / anchor[0]:.2f} ×", flush=True)


def small(program, home, folder):
    """Measures a table with one row. Most of its time is the start of the program."""
    with open(f"{folder}/small.csv", "w") as file:
        file.write("date,amount,currency\n2021-01-04,100.00,USD\n")
    command = [program, "convert", "--csv", f"{folder}/small.csv", "--to", "EUR", "--quiet"]
    runs = [anchors.command(command, home) for _ in range(21)]
    print(f"one row: {statistics.median(run.elapsed for run in runs):.1f} ms,"
          f" {statistics.median(run.memory for run in runs):.0f} MiB", flush=True)


{"--write": write, "--rates": rates, "--duckdb": duckdb}.get(sys.argv[1], lambda *_: main())(*sys.argv[2:6])
