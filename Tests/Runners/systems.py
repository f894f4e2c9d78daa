# SPDX-License-Identifier: GPL-3.0-or-later
"""Bare systems made by debootstrap, for scripts that try Kurs on a new system."""
import os
import pathlib
import shutil
import subprocess

SYSTEMS = ("bookworm", "trixie", "testing", "sid")


def said(*command):
    return subprocess.run(command, capture_output=True, text=True).stdout


def folder():
    """Returns their folder: $KURS_SYSTEMS, or kurs/systems in the cache folder."""
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.environ.get("KURS_SYSTEMS") or f"{cache}/kurs/systems"


def mirror():
    """Returns the Debian mirror of this machine's apt, or None, for which debootstrap has a default."""
    targets = said("apt-get", "indextargets", "--format", "$(REPO_URI) $(LABEL)", "Created-By: Packages")
    return [line.removesuffix(" Debian") for line in targets.splitlines() if line.endswith(" Debian")][:1]


def make_base(base, system):
    if base.exists():
        return
    unfinished = base.with_suffix(".unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    command = ["debootstrap", "--variant=minbase", "--include=ca-certificates,sudo", system, str(unfinished)]
    subprocess.run(command + mirror(), check=True)
    unfinished.rename(base)


def copy(base, root):
    """Returns a working copy. If the file system supports it, it takes no space until it changes."""
    subprocess.run(["cp", "--archive", "--reflink=auto", str(base), str(root)], check=True)


def open_to_the_network(root):
    """Copies this machine's network configuration."""
    for name in ("resolv.conf", "hosts"):
        shutil.copyfile(f"/etc/{name}", pathlib.Path(root) / "etc" / name)
    (pathlib.Path(root) / "etc/apt/apt.conf.d/10as-outside").write_text(said("apt-config", "dump", "Acquire"))
