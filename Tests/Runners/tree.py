# SPDX-License-Identifier: GPL-3.0-or-later
"""The files of this tree, committed or not, without what git ignores."""
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILT = {".build", ".swiftpm", "__pycache__"}


def files():
    """Returns their paths in the tree; in a copy without git, of all files that are not built."""
    if not (ROOT / ".git").exists():
        paths = (path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file())
        return [str(path) for path in paths if not BUILT & set(path.parts)]
    # The tree may belong to another user than root.
    command = ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return [name for name in listed if name and (ROOT / name).exists()]
