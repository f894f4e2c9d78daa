#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random calculations and their exact values as fractions, evaluated without any code of Kurs.

usage: reference.py COUNT SEED -> one line each: expression TAB p/q, or "error" where it has no value.
"""
import random
import sys
from fractions import Fraction

PER_EURO = {c: Fraction(r) for c, r in {
    "EUR": "1", "USD": "1.25", "JPY": "160", "GBP": "0.8", "CHF": "0.96", "TRY": "50", "INR": "100", "CAD": "1.6",
    "SEK": "11", "PLN": "4.25", "KWD": "0.384"}.items()}
CODES = sorted(PER_EURO)


class NoValue(Exception):
    pass


def euros(value):
    return value[1] / PER_EURO[value[2]]


def add(a, b):
    kinds = (a[0], b[0])
    if kinds in (("number", "number"), ("percent", "percent")):
        return (a[0], a[1] + b[1], None)
    if kinds in (("number", "percent"), ("money", "percent")):
        return (a[0], a[1] * (1 + b[1]), a[2])
    if kinds == ("money", "money"):
        return ("money", a[1] + b[1], a[2]) if a[2] == b[2] else ("money", euros(a) + euros(b), "EUR")
    raise NoValue


def negate(a):
    return (a[0], -a[1], a[2])


def multiply(a, b):
    if a[0] == b[0] == "money":
        raise NoValue
    for first, other in ((a, b), (b, a)):
        if first[0] == "money":
            return ("money", a[1] * b[1], first[2])
    # A percentage of a number is a number.
    kind = "percent" if a[0] == b[0] == "percent" else "number"
    return (kind, a[1] * b[1], None)


def divide(a, b):
    if b[0] == "money":
        if a[0] != "money":
            raise NoValue
        over = b[1] if a[2] == b[2] else euros(b) * PER_EURO[a[2]]
        if over == 0:
            raise NoValue
        return ("number", a[1] / over, None)
    if b[1] == 0:
        raise NoValue
    if a[0] == b[0] == "percent":
        return ("number", a[1] / b[1], None)
    return (a[0], a[1] / b[1], a[2])


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def number(self):
        whole = str(self.random.choice([0, 1, 2, 3, 7, self.random.randint(0, 99), self.random.randint(0, 9999999)]))
        if len(whole) > 3 and self.random.random() < 0.3:
            whole = f"{int(whole):,}"
        # Never three decimals, because they could be read as a group of thousands.
        decimals = self.random.choice(["", "", "." + self.digits(1), "." + self.digits(2), "." + self.digits(4)])
        if "," in whole and not decimals:
            decimals = ".0"
        text = whole + decimals
        power = self.random.choice([-4, 0, 2, 3]) if self.random.random() < 0.1 else None
        exponent = "" if power is None else self.random.choice("eE") + self.random.choice(["", "+"] if power >= 0 else [""]) + str(power)
        return text + exponent, Fraction(text.replace(",", "")) * Fraction(10) ** (power or 0)

    def digits(self, count):
        return "".join(self.random.choice("0123456789") for _ in range(count))

    def leaf(self, kind):
        text, value = self.number()
        if kind == "number":
            return text, 3, lambda: ("number", value, None)
        if kind == "percent":
            return text + "%", 3, lambda: ("percent", value / 100, None)
        code = self.random.choice(CODES)
        written = self.random.choice([f"{text} {code}", f"{text}{code}", f"{code} {text}", f"{text} {code.lower()}"])
        # It gets no brackets, because they would make a term of a sum negative.
        return written, 4, lambda: ("money", value, code)

    def tree(self, kind, depth):
        """Returns a random expression, mostly of `kind`: text, precedence of the outer operation, value."""
        if self.random.random() < 0.02:
            kind = self.random.choice(["number", "money", "percent"])
        drawn = self.random.random()
        if depth == 0 or drawn < 0.2:
            return self.leaf(kind)
        if drawn < 0.27:
            text, binding, value = self.tree(kind, depth - 1)
            if binding < 3 or text[0] in "-−":
                text = f"({text})"
            return self.random.choice("-−") + text, 2.5, lambda: negate(value())
        symbol, left_kind, right_kind = self.random.choice(SHAPES[kind])
        sign = self.random.choice({"+": "+", "-": "-−", "*": "*×", "/": "/÷", "of": ["of"]}[symbol])
        level = 1 if symbol in "+-" else 2
        left, left_binding, a = self.tree(left_kind, depth - 1)
        right, right_binding, b = self.tree(right_kind, depth - 1)
        if left_binding < level or left_binding < 4 and self.random.random() < 0.1:
            left = f"({left})"
        if right_binding <= level or right_binding < 4 and self.random.random() < 0.1:
            right = f"({right})"
        # A hyphen without spaces may mean a range.
        space = " " if symbol == "of" or sign == "-" else self.random.choice(["", " "])
        operation = {
            "+": lambda: add(a(), b()), "-": lambda: add(a(), negate(b())), "*": lambda: multiply(a(), b()),
            "/": lambda: divide(a(), b()), "of": lambda: share(a(), b())}[symbol]
        return left + space + sign + space + right, level, operation


def share(a, b):
    if a[0] != "percent":
        raise NoValue
    return multiply(a, b)


N, M, P = "number", "money", "percent"
SHAPES = {
    N: [("+", N, N), ("-", N, N), ("*", N, N), ("/", N, N), ("+", N, P), ("-", N, P), ("/", M, M), ("of", P, N)],
    M: [("+", M, M), ("-", M, M), ("+", M, M), ("-", M, M), ("+", M, P), ("-", M, P), ("*", M, N), ("*", N, M),
        ("/", M, N), ("of", P, M), ("/", M, P)],
    P: [("+", P, P), ("-", P, P), ("/", P, N), ("*", P, P)],
}


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    generator = Generator(seed)
    out = []
    for _ in range(count):
        wanted = generator.random.choice([N, M, M])
        text, _, evaluate = generator.tree(wanted, generator.random.randint(1, 4))
        try:
            kind, value, code = evaluate()
        except NoValue:
            kind = None
        if kind in (N, M) and generator.random.random() < 0.05:
            # A single amount in brackets is negative, as in bookkeeping.
            text, _, evaluate = generator.leaf(wanted)
            text, (kind, value, code) = f"({text})", negate(evaluate())
        elif kind == wanted == M and generator.random.random() < 0.05:
            # So is a term of a sum that is an amount in brackets.
            term, _, amount = generator.leaf(M)
            text, (kind, value, code) = f"{text} + ({term})", add((kind, value, code), negate(amount()))
        elif kind != wanted or generator.random.random() < 0.5:
            # In brackets it is one line. Without brackets, its terms are lines, which must give the same total.
            text = f"({text}) * 1"
        if kind in (N, M, P):  # a single percentage was put in brackets, and times 1 it is a number
            value = value / PER_EURO[code] if kind == M else value
            out.append(f"{text}\t{value.numerator}/{value.denominator}")
        else:
            out.append(f"{text}\terror")
    sys.stdout.write("\n".join(out) + "\n")


main()
