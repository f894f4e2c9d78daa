# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the anchors that need no window: a command's time and memory, an import, a million conversions."""
import csv
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import time
import typing
import zipfile
from decimal import Decimal

ROOT = pathlib.Path(__file__).resolve().parent.parent
ONE_RUN = ROOT / "bench" / "one_run.py"
HISTORY = ROOT / "data" / "rates" / "eurofxref-hist.zip"


class Run(typing.NamedTuple):
    """The cost of a run: milliseconds, MiB of memory at its peak, and processor milliseconds."""
    elapsed: float
    memory: float
    busy: float


def command(arguments, environment=None):
    """Returns the cost of one run, or None if the run fails."""
    said = subprocess.run(
        [sys.executable, "-S", "-E", ONE_RUN, *arguments], env=environment, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, check=True).stdout
    code, elapsed, memory, busy = map(float, said.split())
    return Run(elapsed, memory / 1024, busy) if code == 0 else None


def history():
    """Returns the rows of the bundled history: date, currency, and the value as published."""
    with zipfile.ZipFile(HISTORY) as archive:
        rows = list(csv.reader(io.StringIO(archive.read("eurofxref-hist.csv").decode())))
    header = rows[0]
    for row in rows[1:]:
        for code, value in zip(header[1:], row[1:]):
            if code and value not in ("", "N/A"):
                yield row[0], code, value


class SqliteImport:
    """Imports the same rows with `sqlite3 .import` into an ordinary table. Its keys are date and currency."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.rows = self.folder / "rows.csv"
        with open(self.rows, "w", newline="") as file:
            writer = csv.writer(file)
            self.count = sum(1 for row in history() if writer.writerow(row))

    def milliseconds(self):
        with tempfile.TemporaryDirectory(dir=self.folder) as scratch:
            script = "\n".join([
                "PRAGMA journal_mode=WAL;",
                "CREATE TABLE rate(date TEXT, currency TEXT, value TEXT, PRIMARY KEY(date, currency));",
                ".mode csv", f".import {self.rows} rate", ""])
            start = time.monotonic()
            subprocess.run(
                ["sqlite3", f"{scratch}/rates.db"], input=script, text=True, check=True, capture_output=True)
            return (time.monotonic() - start) * 1000


def decimal_conversions(count=1_000_000):
    """Returns the milliseconds of `count` conversions with Python's decimal. Each is multiplied, divided and
    rounded."""
    dollar, yen, cent = Decimal("1.1172"), Decimal("175.68"), Decimal("0.01")
    amounts = [Decimal(number) / 100 for number in range(1, 1001)]
    start = time.monotonic()
    for _ in range(count // len(amounts)):
        for amount in amounts:
            (amount * dollar / yen).quantize(cent)
    return (time.monotonic() - start) * 1000


def inside(program, name, environment, *options):
    """Returns the time that `kurs-cli bench NAME` measured, or None if it has no such measurement.

    The command prints {"name": …, "count": …, "nanoseconds": …}: the number of repetitions and their total time.
    For `keypress…`, the time is the second longest of a hundred."""
    answer = subprocess.run(
        [program, "bench", name, *options], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    try:
        return json.loads(answer.stdout.strip().splitlines()[-1]) if answer.returncode == 0 else None
    except (ValueError, IndexError):
        return None
