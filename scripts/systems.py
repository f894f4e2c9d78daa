# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes bare systems with debootstrap. Scripts use them to test Kurs without its dependencies."""
import os
import pathlib
import shutil
import subprocess
import sys

import common

SYSTEMS = ("bookworm", "trixie", "testing", "sid")
# Separate namespaces. Mounts and processes that a program leaves there end with it.
APART = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--propagation", "private"]
INSIDE = """
set -e
mount --bind "$1" "$1"
cd "$1"; shift
mount -t proc proc proc
mount --rbind /sys sys
mount -t tmpfs -o mode=1777 tmpfs dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 devpts dev/pts
for folder in "$@"; do
  mkdir -p ".$folder"
  mount -o bind,ro "$folder" ".$folder"
done
# chroot isn't used, because programs in it can't make namespaces. A test needs one to turn off the network.
pivot_root . .
umount -l .
# sudo would join the lines of a command on its own command line.
printf '%s\\n' "$COMMAND" >tmp/command
exec sudo --login --user "$NAME" sh /tmp/command
"""


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


def make_root(base, root):
    """Copies a base system, unless `root` exists, and adds the user `newcomer`. Copies this computer's network settings.

    If the file system supports it, the copy takes no space until it changes."""
    if not root.exists():
        subprocess.run(["cp", "--archive", "--reflink=auto", base, root], check=True)
        subprocess.run(["chroot", root, "useradd", "--create-home", "--shell", "/bin/bash", "newcomer"], check=True)
    for name in ("resolv.conf", "hosts"):
        shutil.copyfile(f"/etc/{name}", root / "etc" / name)
    (root / "etc/apt/apt.conf.d/10as-outside").write_text(said("apt-config", "dump", "Acquire"))


def run(root, command, user="root", mounts=(), echoes=False):
    """Runs a shell command in a system. Returns its exit code, and its output with errors.

    `mounts`: folders of this computer that it can read. `echoes`: prints the output when it arrives."""
    lines, path = [], f"{os.environ['PATH']}:/usr/sbin:/sbin"
    with subprocess.Popen(
        [*APART, "sh", "-c", INSIDE, "sh", root, *mounts], text=True, errors="replace", stdin=subprocess.DEVNULL,
        env={"PATH": path, "LANG": "C.UTF-8", "NAME": user, "COMMAND": command}, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:
        for line in process.stdout:
            lines.append(line)
            if echoes:
                print(line, end="", flush=True)
    return process.returncode, "".join(lines)
