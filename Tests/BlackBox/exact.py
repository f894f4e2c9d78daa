# SPDX-License-Identifier: GPL-3.0-or-later
"""Calculates the expected numbers a second time from the bundled files, without any code of the program."""
import csv
import io
import json
import pathlib
import zipfile
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

DATA = pathlib.Path(__file__).resolve().parent.parent.parent / "data"


class Rates:
    def __init__(self, data=DATA):
        with zipfile.ZipFile(data / "rates" / "eurofxref-hist.zip") as archive:
            text = archive.read("eurofxref-hist.csv").decode()
        rows = list(csv.reader(io.StringIO(text)))
        self.columns = {code: index for index, code in enumerate(rows[0]) if code}
        self.days = rows[1:]
        currencies = json.loads((data / "currencies" / "iso-4217.json").read_text())["currencies"]
        self.digits = {entry["code"]: entry.get("digits", 2) for entry in currencies}
        self.fixed = json.loads((data / "currencies" / "fixed-rates.json").read_text())["fixed"]

    def newest(self):
        return self.days[0][0]

    def per_euro(self, code, on):
        """Returns the units of `code` for one euro: at a legal rate, or else at the last fixing up to that day."""
        if code == "EUR":
            return Fraction(1)
        for rate in self.fixed:
            if rate["base"] == "EUR" and rate["counter"] == code and rate["from"] <= on:
                return Fraction(rate["value"])
        column = self.columns[code]
        return next(Fraction(row[column]) for row in self.days if row[0] <= on and row[column] != "N/A")

    def convert(self, amount, source, target, on=None):
        on = on or self.newest()
        return Fraction(amount) / self.per_euro(source, on) * self.per_euro(target, on)

    def shown(self, amount, source, target, on=None):
        """Rounds half away from zero to the target's minor unit, or to more digits if that changes over 1 %."""
        exact = self.convert(amount, source, target, on)
        with localcontext() as context:
            context.prec = 60
            value = Decimal(exact.numerator) / Decimal(exact.denominator)
            places = self.digits[target]
            for more in (places, max(places, 1 - value.adjusted()), max(places, 2 - value.adjusted())):
                rounded = value.quantize(Decimal(1).scaleb(-more), ROUND_HALF_UP)
                if abs(rounded - value) * 100 <= abs(value):
                    break
            return str(rounded)


def history(code, data=DATA):
    """Returns each day's fixing of a currency, as printed."""
    rates = Rates(data)
    column = rates.columns[code]
    return {row[0]: row[column] for row in rates.days if row[column] != "N/A"}
