# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes bare systems with debootstrap. Scripts use them to test Kurs without its dependencies."""
import os
import pathlib
import shutil
import subprocess
import sys

import common

SYSTEMS = ("bookworm", "trixie", "testing", "sid")
# Runs a program in separate namespaces. Mounts and processes that it leaves there end with it.
APART = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--propagation", "private"]


def said(*command):
    return subprocess.run(command, capture_output=True, text=True).stdout


def parser(text):
    """Returns a parser for `[--keep FOLDER] SYSTEM`. Each script adds other arguments."""
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    made = common.parser(text)
    made.add_argument("--keep", type=pathlib.Path, default=os.environ.get("KURS_SYSTEMS") or f"{cache}/kurs/systems")
    made.add_argument("system", choices=SYSTEMS)
    return made


def make_base(given):
    """Returns the folder of the chosen base system. Makes the system if it is missing. Restarts the script as root."""
    if os.geteuid():
        os.execvp("sudo", ["sudo", "env", f"PATH={os.environ['PATH']}", *sys.argv])
    base = given.keep.resolve() / f"{given.system}-base"
    if not base.exists():
        unfinished = base.with_suffix(".unfinished")
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.parent.mkdir(parents=True, exist_ok=True)
        # This is the mirror that apt uses on this computer. If apt has none, debootstrap uses its default.
        targets = said("apt-get", "indextargets", "--format", "$(REPO_URI) $(LABEL)", "Created-By: Packages")
        mirrors = [line.removesuffix(" Debian") for line in targets.splitlines() if line.endswith(" Debian")]
        command = ["debootstrap", "--variant=minbase", "--include=ca-certificates,sudo", given.system, str(unfinished)]
        subprocess.run(command + mirrors[:1], check=True)
        unfinished.rename(base)
    return base


def copy(base, root):
    """Copies a base system. If the file system supports it, the copy takes no space until it changes."""
    subprocess.run(["cp", "--archive", "--reflink=auto", base, root], check=True)


def open_to_the_network(root):
    """Copies this computer's network configuration into the system."""
    for name in ("resolv.conf", "hosts"):
        shutil.copyfile(f"/etc/{name}", root / "etc" / name)
    (root / "etc/apt/apt.conf.d/10as-outside").write_text(said("apt-config", "dump", "Acquire"))
