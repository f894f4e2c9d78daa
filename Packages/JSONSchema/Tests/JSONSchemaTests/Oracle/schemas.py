#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""COUNT SEED: prints that many random schemas (2020-12) and values, one per line, with the verdict of
python3-jsonschema.

A value never contains 0, 1, true and false together, because the old Python module treats some of them as equal.
"""
import json
import random
import sys

import jsonschema

KEYS = ("a", "b", "ab", "c1")
TEXTS = ("", "a", "ab", "EUR", "2026-10-30", "\u00e9", "\U0001d11e", "aaa")
NUMBERS = (-3, -1.5, 2, 2.5, 3, 4, 7, 10, 100, 12.0)
PATTERNS = ("^a", "b$", "^[A-Z]{3}$", "[0-9]", "^.{2,}$", "^(a|b)*$")
TYPES = ("null", "boolean", "number", "integer", "string", "array", "object")


def value(chance, depth=3):
    kind = chance.randrange(7 if depth else 5)
    if kind == 0:
        return None
    if kind == 1:
        return chance.choice((True, False))
    if kind in (2, 3):
        return chance.choice(NUMBERS)
    if kind == 4:
        return chance.choice(TEXTS)
    if kind == 5:
        return [value(chance, depth - 1) for _ in range(chance.randrange(4))]
    return {key: value(chance, depth - 1) for key in chance.sample(KEYS, chance.randrange(4))}


def schema(chance, depth=3):
    if not depth or chance.random() < 0.1:
        return chance.choice((True, True, True, False, {}, {"type": chance.choice(TYPES)}))
    deeper = lambda: schema(chance, depth - 1)
    small = lambda: chance.randrange(4)
    some = lambda: [deeper() for _ in range(chance.randrange(1, 3))]
    by_key = lambda: {key: deeper() for key in chance.sample(KEYS, chance.randrange(1, 3))}
    makers = {
        "type": lambda: chance.choice((chance.choice(TYPES), chance.sample(TYPES, 4))),
        "enum": lambda: [value(chance, 1) for _ in range(4)], "const": lambda: value(chance, 1),
        "minimum": lambda: chance.choice(NUMBERS), "maximum": lambda: chance.choice(NUMBERS),
        "exclusiveMinimum": lambda: chance.choice(NUMBERS), "exclusiveMaximum": lambda: chance.choice(NUMBERS),
        "multipleOf": lambda: chance.choice((2, 5, 10)), "minLength": small, "maxLength": small,
        "pattern": lambda: chance.choice(PATTERNS), "minItems": small, "maxItems": small,
        "uniqueItems": lambda: True, "items": deeper, "prefixItems": some, "contains": deeper,
        "minProperties": small, "maxProperties": small, "required": lambda: chance.sample(KEYS, chance.randrange(3)),
        "properties": by_key, "patternProperties": lambda: {chance.choice(PATTERNS): deeper()},
        "additionalProperties": deeper, "propertyNames": deeper,
        "dependentRequired": lambda: {chance.choice(KEYS): chance.sample(KEYS, 1)}, "dependentSchemas": by_key,
        "allOf": some, "anyOf": some, "oneOf": some, "not": deeper, "if": deeper, "then": deeper, "else": deeper,
    }
    made = {name: makers[name]() for name in chance.sample(sorted(makers), chance.randrange(1, 4))}
    if "contains" in made and chance.random() < 0.5:
        made |= {"minContains": chance.randrange(3), "maxContains": chance.randrange(1, 4)}
    return made


def main():
    count, seed = map(int, sys.argv[1:3])
    chance = random.Random(seed)
    for _ in range(count):
        root = schema(chance)
        if isinstance(root, dict) and chance.random() < 0.2:
            root["$defs"] = {"part": schema(chance, 2)}
            root["allOf"] = [{"$ref": "#/$defs/part"}]
        instance = value(chance)
        valid = jsonschema.Draft202012Validator(root).is_valid(instance)
        print(json.dumps({"schema": root, "value": instance, "valid": valid}))


main()
