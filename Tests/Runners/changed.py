# SPDX-License-Identifier: GPL-3.0-or-later
"""Chooses the tests for a change: those of the changed targets, and of all targets that Package.swift makes depend
on them."""
import json
import pathlib
import subprocess

from process import PACKAGES, ROOT

# Dependencies that Package.swift doesn't list: other folders, and runners that test programs from outside.
BESIDE = (
    ("Server/", {"server", "account"}), ("Packages/", {"packages"}), ("po/", {"data", "smoke"}),
    ("data/", {"data", "quick", "terminal", "smoke"}), ("Tests/BlackBox/", {"terminal", "smoke"}),
    ("scripts/", {"data"}), ("docs/", {"data"}), ("Tests/Runners/", {"data"}),
    ("Package.swift", {"quick", "widgets", "terminal", "smoke", "data"}),
)
PROGRAMS = {"kurs": {"smoke"}, "kurs-cli": {"terminal"}}


def changed_files(base="origin/main"):
    """Returns the files that changed since this branch left `base`, whether they are committed or not."""
    def lines(*command):
        return subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True).stdout.split("\n")[:-1]

    left = (lines("merge-base", "HEAD", base) or ["HEAD"])[0]
    return {*lines("diff", "--name-only", left), *lines("ls-files", "--others", "--exclude-standard")}


def package():
    """Returns the targets of Package.swift. Each package inside the repository counts as a target too."""
    said = subprocess.run(["swift", "package", "dump-package"], cwd=ROOT, capture_output=True, text=True, check=True)
    own = [{"name": name, "type": "regular", "path": f"Packages/{name}", "dependencies": []} for name in PACKAGES]
    return own + json.loads(said.stdout)["targets"]


def needed(files, targets):
    """Returns the names of the runners and of the core's test targets that must run for these files."""
    runners = {runner for file in files for start, more in BESIDE if file.startswith(start) for runner in more}
    folders = {target["name"]: pathlib.PurePath(target.get("path") or target["name"]) for target in targets}
    uses = {target["name"]: {name for each in target["dependencies"] for name, *_ in each.values()} for target in targets}
    touched = {name for name, folder in folders.items() for file in files if folder in pathlib.PurePath(file).parents}
    while more := {name for name, used in uses.items() if used & touched} - touched:
        touched |= more
    runners |= {runner for program in touched & PROGRAMS.keys() for runner in PROGRAMS[program]}
    tests = {target["name"] for target in targets if target["type"] == "test"} & touched
    if "WidgetTests" in tests:
        runners.add("widgets")
    # The architecture tests read all files.
    architecture = {"ArchitectureTests"} if any(file.endswith(".swift") for file in files) else set()
    return runners, tests - {"WidgetTests"} | architecture
