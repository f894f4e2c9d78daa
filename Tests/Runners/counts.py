# SPDX-License-Identifier: GPL-3.0-or-later
"""How many tests each runner has: kept in the repository, so that none is lost without a word."""
import json

from process import ROOT

FILE = ROOT / "bench" / "results" / "tests.json"


def kept(file=FILE):
    return json.loads(file.read_text()) if file.exists() else {}


def fewer(runner, count, known):
    """What to say when a runner had fewer tests than are kept; skipped ones count as had."""
    most = known.get(runner, 0)
    if count.all >= most:
        return None
    return f"{runner} had {count.all} tests and {most} are kept in {FILE.relative_to(ROOT)}: say why they went there"


def keep(counts, file=FILE):
    """Writes down the counts of the runners that ran; the others' stay."""
    known = kept(file) | {runner: count.all for runner, count in counts.items()}
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(known, indent=2, sort_keys=True) + "\n")
