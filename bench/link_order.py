# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a list of the functions that a start runs, in their order. Valgrind records them during a conversion and until
a window's first frame.

usage: /usr/bin/python3 bench/link_order.py .build/meson        after `meson compile -C .build/meson`

If the list is outdated, the programs only need more memory.
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import first_frame  # noqa: E402 (also puts Tests/BlackBox on the path)
from desktop import Desktop  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
CALLGRIND = ["valgrind", "--tool=callgrind", "--separate-threads=yes", "--demangle=no"]
FUNCTION = re.compile(r"c?fn=\(\d+\) (\S+?)('\d+)?$")
PATIENCE = 300


def functions(program):
    said = subprocess.run(["nm", "--defined-only", program], capture_output=True, text=True, check=True).stdout
    return {words[2] for words in map(str.split, said.splitlines()) if len(words) == 3 and words[1] in "tTwW"}


def ran(program, traces):
    """Returns each function of the program that the traces contain. Each function appears once."""
    own, found = functions(program), {}
    for trace in traces:
        for line in trace.read_text(errors="replace").splitlines():
            named = FUNCTION.match(line)
            if named and named[1] in own:
                found[named[1]] = None
    return list(found)


def converted(command, environment):
    subprocess.run([*command, "convert", "100", "EUR", "USD"], env=environment, check=True, stdout=subprocess.DEVNULL)


def shown(command, environment, screen):
    before = screen.identifiers()
    process = subprocess.Popen(command, env=environment, **first_frame.QUIET)
    painted = screen.await_painted(before, time.monotonic() + PATIENCE, lambda: process.poll() is None)
    time.sleep(1)
    process.terminate()
    process.wait(PATIENCE)
    if not painted:
        sys.exit("no window came")


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    with Desktop(size="1600x1200", accessible=False, window_manager=False) as desktop, \
            tempfile.TemporaryDirectory() as folder:
        binaries = pathlib.Path(folder) / "bin"
        binaries.mkdir()
        subprocess.run([ROOT / "scripts" / "stage", binaries], check=True, stdout=subprocess.DEVNULL)
        screen = first_frame.Screen(desktop.environment["DISPLAY"])
        for name in ("kurs", "kurs-cli"):
            program = build / "swift" / "release" / name
            environment = desktop.environment | desktop.profile(name)
            small = binaries / name
            # Valgrind would take minutes to read the debug information, so it is removed.
            subprocess.run(["strip", "-g", "-o", small, program], check=True)
            trace = pathlib.Path(folder) / f"{name}.trace"
            for command in ([str(small)], [*CALLGRIND, f"--callgrind-out-file={trace}", str(small)]):
                if name == "kurs":
                    shown(command, environment, screen)
                else:
                    converted(command, environment)
            order = ran(small, sorted(pathlib.Path(folder).glob(f"{name}.trace-*")))
            (ROOT / "Sources" / "Programs" / f"{name}-order.txt").write_text("\n".join(order) + "\n")
            # SwiftPM doesn't notice the new list. The program is removed, so that the next build links it again.
            program.unlink()
            print(f"{name}: {len(order)} functions")


main()
