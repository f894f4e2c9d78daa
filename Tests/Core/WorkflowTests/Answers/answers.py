#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Make random banks with up to five weeks of rates, conversions between currencies, and the results by docs/RATES.md.

usage: answers.py COUNT SEED -> one line of JSON each. The rules are those of routes.py, with the real legal rates. The
time is 17:00 UTC on 30 October 2026, a Friday.
"""
import json
import pathlib
import random
import sys
from datetime import date, timedelta
from fractions import Fraction

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "ModelTests" / "Rates"))
import routes  # noqa: E402

QUOTED = ["EUR", "USD", "GBP", "JPY", "CHF", "SEK", "PLN", "AED", "TRY", "RUB", "UAH", "CAD", "NOK", "XAU", "XBT"]
ASKED = QUOTED + ["DEM", "FRF", "HRK", "TRL", "SAR", "XOF"]
#: Banks whose rates can be used for fourteen more days, with their home currencies.
BANKS = {"frankfurter": "EUR", "cbr": "RUB", "tcmb": "TRY", "nbu": "UAH", "boc": "CAD", "norges-bank": "NOK"}
EPOCH, FIRST, LAST, END = date(1970, 1, 1), date(2026, 9, 28), date(2026, 10, 30), date(2026, 10, 16)
#: Days on which it is certain which banks are late. On the days of the second row, no bank is late.
DAYS = [None, LAST, date(2026, 10, 29), date(2026, 10, 28),
        END, date(2026, 10, 15), date(2026, 10, 14), date(2026, 10, 17), date(2026, 10, 18)]

routes.CODES, routes.CARRY = ASKED, 14
routes.LAWS = [("euro", "DEM", "EUR", "1.95583", 0), ("euro", "FRF", "EUR", "6.55957", 0),
               ("euro", "HRK", "EUR", "7.53450", 0), ("redenomination", "TRL", "TRY", "1000000", 0),
               ("peg", "AED", "USD", "3.6725", 0), ("peg", "SAR", "USD", "3.75", 0), ("peg", "XOF", "EUR", "655.957", 0)]


def number(day):
    return None if day is None else (day - EPOCH).days


def bank(rng, name):
    home, end = BANKS[name], END if rng.random() < 0.35 else LAST
    sides = ["middle"] + (["buying", "selling"] if rng.random() < 0.5 else [])
    inverse, quotes = rng.random() < 0.5, []
    for place, code in enumerate(rng.sample([c for c in QUOTED if c != home], rng.randint(2, 8))):
        # The first currency has a rate on each weekday. Others may miss days, or have ended.
        until = end if place == 0 or rng.random() < 0.85 else date(2026, 9, 30)
        unit, day = rng.choice([1, 1, 10, 100, 12]), FIRST
        while day <= until:
            for side in sides if day.weekday() < 5 else []:
                if side == "middle" and place == 0 or rng.random() > 0.25:
                    base, counter = (code, home) if inverse else (home, code)
                    quotes.append({"code": code, "base": base, "counter": counter, "unit": unit, "day": number(day),
                                   "value": f"{rng.randint(1, 9999)}.{rng.randint(1, 9999):04}", "side": side})
            day += timedelta(1)
    return {"id": name, "home": home, "ended": end == END, "quotes": quotes}


def leg(fact):
    """Returns provider and day of a leg. Legal and custom rates have neither."""
    provider = None if fact[0] in ("law", "own") else fact[0]
    return {"provider": provider, "day": getattr(fact, "day", None)}


def question(rng, scenario):
    source, target = rng.sample(ASKED, 2)
    if scenario["own"] and rng.random() < 0.15:
        source, target = rng.sample([scenario["own"]["from"], scenario["own"]["to"]], 2)
    day = rng.choice(DAYS)
    banks = [dict(each, late=each["ended"] and (day is None or day > date(2026, 10, 20))) for each in scenario["banks"]]
    steps = routes.answer({**scenario, "banks": banks, "from": source, "to": target, "day": number(day)})
    value = None
    if steps is not None:
        value = Fraction(1)
        for _, factor in steps:
            value *= factor
    return {"from": source, "to": target, "day": number(day), "late": [each["id"] for each in banks if each["late"]],
            "value": value and f"{value.numerator}/{value.denominator}", "legs": [leg(fact) for fact, _ in steps or []]}


def main():
    count, rng = int(sys.argv[1]), random.Random(int(sys.argv[2]))
    for _ in range(count):
        scenario = {"banks": [bank(rng, name) for name in rng.sample(sorted(BANKS), rng.randint(2, 4))],
                    "side": rng.choice(["middle", "middle", "buying", "selling"]), "strict": rng.random() < 0.15, "own": None}
        if rng.random() < 0.5:
            pair = rng.sample(ASKED, 2)
            scenario["own"] = {"from": pair[0], "to": pair[1], "value": f"{rng.randint(1, 500)}.{rng.randint(0, 99):02}"}
        scenario["questions"] = [question(rng, scenario) for _ in range(14)]
        print(routes.as_json(scenario))


main()
