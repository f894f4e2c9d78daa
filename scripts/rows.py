# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds in the sources which tests belong to a row of docs/FAULTS.md, and which lines guard it.

A test of Swift Testing names its row by the trait `.fault("Q01")`. A test of XCTest or of the server has the comment
`// fault: Q01` above it, and a Python test has the decorator `@fault("Q01")`.
"""
import dataclasses
import pathlib
import re

from common import ROOT

ROW = re.compile(r"[A-Z]\d\d")
# The marker of a guarded line. It has the line's rows, and may have an expression with the mutant that replaces it.
MARKER = re.compile(r"^(.*?)\s*// guards ([A-Z]\d\d(?:, [A-Z]\d\d)*)(?:: (.+) => (.+?))?\s*$")


@dataclasses.dataclass(frozen=True)
class Test:
    """A test: its file, its suite, its function and its rows. The suite of a Python test is the file's name."""

    path: pathlib.Path
    suite: str
    function: str
    rows: tuple

    @property
    def name(self):
        return f"{self.suite}/{self.function}"


def swift_files():
    for folder in ("Tests", "Server/Tests", "Packages/*/Tests"):
        yield from sorted(ROOT.glob(f"{folder}/**/*.swift"))


def in_swift(path, text):
    """Returns every function of a Swift file, with the rows of the trait or comment before it."""
    suite, before = "", []
    for line in text.splitlines():
        if opened := re.match(r"(?![\s/]).*?\b(?:struct|class|actor|extension) (\w+)", line):
            suite, before = opened[1], []
        elif function := re.match(r"  (?!\s)[^/]*?\bfunc (\w+)\(|    func (\w+)\(", line):
            named = "\n".join([*before, line[:function.end()]])
            found = re.findall(r"\.fault\(([^)]*)\)|// fault: (.*)", named)
            rows = tuple(row for each in found for row in ROW.findall("".join(each)))
            yield Test(path, suite, function[1] or function[2], rows)
            before = []
        elif line in ("  }", "  ", "") or line.endswith("}") and not line.startswith("   "):
            before = []
        else:
            before.append(line)


def in_python(path, text):
    """Returns the tests of a Python file that have a decorator with rows."""
    for rows, function in re.findall(r"^    @fault\((.*)\)\n(?:    @.*\n)*    def (test_\w+)", text, re.M):
        yield Test(path, path.name, function, tuple(ROW.findall(rows)))


def python_files():
    return sorted(ROOT.glob("Tests/BlackBox/*.py"))


def tests():
    """Returns every test that names a row, in the order of the files."""
    found = [test for path in swift_files() for test in in_swift(path, path.read_text())]
    found += [test for path in python_files() for test in in_python(path, path.read_text())]
    return [test for test in found if test.rows]


def strays():
    """Returns the places that name a row although no test follows."""
    swift = in_swift, r"\.fault\(\"[A-Z]\d\d\"|// fault: [A-Z]\d\d"
    python = in_python, r"^ +@fault\("
    for path, (read, form) in [*((each, swift) for each in swift_files()), *((each, python) for each in python_files())]:
        text = path.read_text()
        if len(re.findall(form, text, re.M)) > sum(bool(test.rows) for test in read(path, text)):
            yield f"{path.relative_to(ROOT)}: a row is named where no test stands"


def sources():
    for folder in ("Sources", "Server/Sources", "Packages/*/Sources"):
        yield from sorted(path for path in ROOT.glob(f"{folder}/**/*") if path.suffix in (".swift", ".c"))


def guarded():
    """Returns the rows that guarded lines of the sources name."""
    found = (MARKER.match(line) for path in sources() for line in path.read_text().splitlines())
    return {row for marker in found if marker for row in marker[2].split(", ")}


def by_row(found):
    """Returns the tests of each row, sorted by name. Swift tests come before Python tests."""
    rows = {}
    for test in found:
        for row in test.rows:
            rows.setdefault(row, []).append(test)
    return {row: sorted(each, key=lambda test: (test.suite.endswith(".py"), test.name)) for row, each in rows.items()}
