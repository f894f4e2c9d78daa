# SPDX-License-Identifier: GPL-3.0-or-later
"""Shared code of Python programs in scripts/: the command line, counted checks, and the files of the repository."""
import argparse
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILT = {".build", ".swiftpm", "__pycache__"}


def parser(text):
    """Returns a parser for the command line. Its help is the script's docstring, `text`."""
    made = argparse.ArgumentParser(usage=text.partition("usage: ")[2].partition("\n\n")[0] or None)
    made.format_help = lambda: f"{text.strip()}\n"
    return made


class Checks:
    def __init__(self):
        self.passed, self.faults = 0, []

    def expect(self, holds, fault):
        """Counts one check. `fault`: the sentence to print if `holds` is false."""
        if holds:
            self.passed += 1
        else:
            self.faults.append(fault)

    def end(self):
        """Prints the faults and the counts. Ends the program."""
        print(*self.faults, sep="\n", end="\n" if self.faults else "")
        print(f"{self.passed} passed, {len(self.faults)} failed")
        sys.exit(1 if self.faults else 0)


def files():
    """Returns the files that git knows or doesn't ignore. In a copy without git, returns all files that no build
    made."""
    if not (ROOT / ".git").exists():
        paths = (path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_symlink() or path.is_file())
        return [str(path) for path in paths if not BUILT & set(path.parts)]
    # The repository may belong to another user than root.
    command = ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return [name for name in listed if name and os.path.lexists(ROOT / name)]


def content(path):
    """Returns the target of a link, or the bytes of a file. None if neither exists."""
    return os.readlink(path) if path.is_symlink() else path.read_bytes() if path.is_file() else None


def copy_tree(target, changed=None):
    """Makes `target` a copy of the repository. `changed`: other contents for some files.

    Files with the same content aren't written, because builds compare dates. Files that builds made stay."""
    changed = changed or {}
    wanted = {*files(), *changed}
    for folder, folders, names in os.walk(target):
        folders[:] = set(folders) - BUILT
        for path in (pathlib.Path(folder, name) for name in [*folders, *names]):
            if content(path) is not None and str(path.relative_to(target)) not in wanted:
                path.unlink()
    for name in sorted(wanted):
        source, copy = ROOT / name, target / name
        new = changed[name].encode() if name in changed else content(source)
        if content(copy) != new:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.unlink(missing_ok=True)
            copy.symlink_to(new) if isinstance(new, str) else copy.write_bytes(new)
        if source.is_file() and not copy.is_symlink():
            copy.chmod(source.stat().st_mode)
