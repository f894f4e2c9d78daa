# SPDX-License-Identifier: GPL-3.0-or-later
"""Bare systems made by debootstrap, for scripts that try Kurs where nothing of it is."""
import os
import pathlib
import shutil
import subprocess

SYSTEMS = ("bookworm", "trixie", "testing", "sid")


def said(*command):
    return subprocess.run(command, capture_output=True, text=True).stdout


def folder():
    """Where they are kept: $KURS_SYSTEMS, or kurs/systems in the cache folder."""
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.environ.get("KURS_SYSTEMS") or f"{cache}/kurs/systems"


def mirror():
    """Where this machine's apt has Debian from; none where it knows of no Debian, and debootstrap has its own."""
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
    """A copy to work in; where the file system can, it takes no room until it is changed."""
    subprocess.run(["cp", "--archive", "--reflink=auto", str(base), str(root)], check=True)


def open_to_the_network(root):
    """The ways to the network are this machine's."""
    for name in ("resolv.conf", "hosts"):
        shutil.copyfile(f"/etc/{name}", pathlib.Path(root) / "etc" / name)
    (pathlib.Path(root) / "etc/apt/apt.conf.d/10as-outside").write_text(said("apt-config", "dump", "Acquire"))
