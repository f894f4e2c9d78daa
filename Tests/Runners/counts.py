# SPDX-License-Identifier: GPL-3.0-or-later
"""The number of tests of each runner, stored in the repository, so that a lost test is noticed."""
import json

from process import ROOT

FILE = ROOT / "bench" / "results" / "tests.json"


def kept(file=FILE):
    return json.loads(file.read_text()) if file.exists() else {}


def fewer(runner, count, known):
    """Returns a message if a runner had fewer tests than stored. Skipped tests count."""
    most = known.get(runner, 0)
    if count.all >= most:
        return None
    return f"{runner} had {count.all} tests and {most} are kept in {FILE.relative_to(ROOT)}: say why they went there"


def keep(counts, file=FILE):
    """Stores the counts of the runners that ran. Others stay."""
    known = kept(file) | {runner: count.all for runner, count in counts.items()}
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(known, indent=2, sort_keys=True) + "\n")
