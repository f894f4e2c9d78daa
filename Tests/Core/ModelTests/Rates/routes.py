#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random banks with random quotes, and the rate by docs/RATES.md, with fractions and exhaustive search.

usage: routes.py COUNT SEED -> one line of JSON each; it shares nothing with the program.
"""
import json
import random
import sys
from fractions import Fraction

CODES = ["EUR", "USD", "GBP", "JPY", "CHF", "SEK", "PLN", "AED", "DEM", "FRF", "TRL", "TRY"]
PREFERRED = ["USD", "EUR", "GBP", "JPY", "CHF"]
CARRY = 4
TODAY = 20
#: kind, retired, successor, factor, first day. A quote takes precedence over a peg, but not over the others.
LAWS = [("euro", "DEM", "EUR", "1.95583", 5), ("euro", "FRF", "EUR", "6.55957", 5),
        ("redenomination", "TRL", "TRY", "1000000", 6), ("peg", "AED", "USD", "3.6725", 0)]


def law(kinds, retired, day):
    for kind, old, new, factor, first in LAWS:
        if kind in kinds and old == retired and first <= day:
            return old, new, Fraction(factor)
    return None


def lawful(code, day):
    """Returns the end of the legal path and its steps, each (fact, units of the next for one of this)."""
    steps = []
    while (found := law(("euro", "redenomination"), code, day)) is not None:
        steps.append((("law", found[0]), 1 / found[2]))
        code = found[1]
    return code, steps


OPPOSITE = {"middle": "middle", "buying": "selling", "selling": "buying"}


class Fact(tuple):
    """The source, currency and day of a quote. Two facts are equal whatever their days."""
    day = None


class Table:
    """A bank's rates on a day: each currency's last quote up to then, by side."""

    def __init__(self, bank, day, side):
        self.bank, self.home = bank, bank["home"]
        known = [q for q in bank["quotes"] if day is None or q["day"] <= day]
        if side == "middle":
            known = [q for q in known if q["side"] == "middle"]
        self.newest = max((q["day"] for q in known), default=None)
        self.day = self.newest if day is None else day
        self.last = {}
        for quote in sorted(known, key=lambda q: q["day"]):
            does = quote["side"] if quote["base"] == quote["code"] else OPPOSITE[quote["side"]]
            self.last[quote["code"], does] = quote
        self.is_empty = self.newest is None or self.day - self.newest > CARRY
        # Cached paths home, by currency and side, because a pair of banks needs each about forty times.
        self.ways = {}

    def quote(self, code, side):
        """Returns the side's quote, else the middle one, while it may be carried."""
        for wanted in (side, "middle"):
            found = self.last.get((code, wanted))
            if found is not None and self.day - found["day"] <= CARRY:
                return found
        return None

    def home_way(self, code, side):
        """Returns the facts from a currency home, or None. `side` is the bank's side for the currency."""
        if (code, side) not in self.ways:
            self.ways[code, side] = self.found_way(code, side)
        return self.ways[code, side]

    def found_way(self, code, side):
        def has(code):
            return self.quote(code, side) is not None

        steps = []
        while code != self.home and (found := law(("euro", "redenomination"), code, self.day)) is not None:
            if found[0] == "TRL" and found[1] != self.home and not has(found[1]) and has(code):
                break
            steps.append((("law", found[0]), 1 / found[2]))
            code = found[1]
        if code == self.home:
            return steps
        if not has(code):
            if code == "TRY" and has("TRL"):
                steps.append((("law", "TRL"), Fraction(1000000)))
                code = "TRL"
            elif (found := law(("peg",), code, self.day)) is not None:
                steps.append((("law", code), 1 / found[2]))
                code = found[1]
        if code == self.home:
            return steps
        quote = self.quote(code, side)
        if quote is None:
            return None
        value = Fraction(quote["value"]) / quote["unit"]
        fact = Fact((self.bank["id"], code))
        fact.day = quote["day"]
        steps.append((fact, value if quote["base"] == code else 1 / value))
        return steps

    def route(self, a, b, side):
        """Returns the steps from one to the other, or None. Leaves out the shared end of both paths."""
        if a == b:
            return []
        there, back = self.home_way(a, side), self.home_way(b, OPPOSITE[side])
        if there is None or back is None:
            return None
        while there and back and there[-1][0] == back[-1][0]:
            there, back = there[:-1], back[:-1]
        return there + [(fact, 1 / factor) for fact, factor in reversed(back)]


def answer(case):
    """Returns the steps of the requested rate, or None."""
    a, b, day, side = case["from"], case["to"], case["day"], case["side"]
    tables = [t for t in (Table(bank, day, side) for bank in case["banks"]) if not t.is_empty]
    if case["strict"]:
        tables = tables[:1]
    in_time = [t for t in tables if not t.bank["late"]]
    today = day if day is not None else TODAY
    if a == b:
        return []
    if case["own"] and {a, b} == {case["own"]["from"], case["own"]["to"]}:
        value = Fraction(case["own"]["value"])
        return [(("own",), value if case["own"]["from"] == a else 1 / value)]
    (end_a, steps_a), (end_b, steps_b) = lawful(a, today), lawful(b, today)
    if end_a == end_b:
        while steps_a and steps_b and steps_a[-1][0] == steps_b[-1][0]:
            steps_a, steps_b = steps_a[:-1], steps_b[:-1]
        return steps_a + [(fact, 1 / factor) for fact, factor in reversed(steps_b)]
    for table in in_time + [t for t in tables if t.bank["late"]]:
        if (steps := table.route(a, b, side)) is not None:
            return steps
    first, last = min(a, b), max(a, b)
    onward_side = side if a == first else OPPOSITE[side]
    choices = []
    for i, one in enumerate(tables):
        for j, two in enumerate(tables[i + 1:], i + 1):
            common = min(one.newest, two.newest)
            pair = [Table(t.bank, common, side) if t.newest != common else t for t in (one, two)]
            if any(t.is_empty for t in pair):
                continue
            places = [pair[0].home, pair[1].home] + PREFERRED + sorted(CODES)
            for turn, (start, end) in enumerate(((pair[0], pair[1]), (pair[1], pair[0]))):
                for place, middle in enumerate(places):
                    if middle in (first, last):
                        continue
                    there = start.route(first, middle, onward_side)
                    onward = end.route(middle, last, onward_side)
                    if there and onward and all(any(f[0] != "law" for f, _ in part) for part in (there, onward)):
                        choices.append((-common, len(there) + len(onward), i, j, turn, place, there + onward))
    if not choices:
        return None
    steps = min(choices, key=lambda c: c[:6])[6]
    return steps if a == first else [(fact, 1 / factor) for fact, factor in reversed(steps)]


def bank(rng, index):
    home = rng.choice(["EUR", "USD", "PLN", "TRY"])
    codes = rng.sample([c for c in CODES if c != home], rng.randint(1, 6))
    last = rng.randint(4, 11)
    quotes = []
    sides = ["middle"] + (["buying", "selling"] if rng.random() < 0.5 else [])
    for code in codes:
        for day in range(last - rng.randint(0, 9), last + 1):
            # The old money is quoted until it ends, the new one from a few days later.
            if rng.random() < 0.35 or code == "TRL" and day > 5 or code == "TRY" and day < 8:
                continue
            base, counter = (home, code) if index % 2 == 0 else (code, home)
            value = f"{rng.randint(1, 99999)}.{rng.randint(0, 9999):04}"
            for side in sides:
                # Not all currencies are published on each day.
                if len(sides) > 1 and rng.random() < 0.2:
                    continue
                quotes.append({"code": code, "base": base, "counter": counter, "unit": rng.choice([1, 1, 10, 100, 12]),
                               "value": value, "day": day, "side": side})
                value = f"{rng.randint(1, 99999)}.{rng.randint(0, 9999):04}"
    return {"id": f"bank-{index}", "home": home, "late": rng.random() < 0.3, "quotes": quotes}


def as_json(case):
    """Returns the case as one line, each quote as a string."""
    for each in case["banks"]:
        each["quotes"] = [" ".join(str(quote[key]) for key in ("base", "counter", "unit", "value", "day", "side"))
                          for quote in each["quotes"]]
    return json.dumps(case)


def main():
    count, rng = int(sys.argv[1]), random.Random(int(sys.argv[2]))
    for _ in range(count):
        case = {"from": rng.choice(CODES), "to": rng.choice(CODES), "day": rng.choice([None, rng.randint(3, 13)]),
                "strict": rng.random() < 0.15, "side": rng.choice(["middle", "buying", "selling"]), "own": None,
                "banks": [bank(rng, index) for index in rng.sample(range(6), rng.randint(1, 4))]}
        if rng.random() < 0.1:
            pair = rng.sample(CODES, 2)
            case["own"] = {"from": pair[0], "to": pair[1], "value": f"{rng.randint(1, 500)}.{rng.randint(0, 99):02}"}
        steps = answer(case)
        case["value"] = case["steps"] = None
        if steps is not None:
            value = Fraction(1)
            for _, factor in steps:
                value *= factor
            case["value"], case["steps"] = f"{value.numerator}/{value.denominator}", len(steps)
        print(as_json(case))


if __name__ == "__main__":
    main()
