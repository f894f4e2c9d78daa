# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs builds and runners beside the current runner. Tests of windows and servers mostly wait, so cores are idle."""
import multiprocessing
import signal
import subprocess
import threading
import time
import traceback
from concurrent import futures

from process import LOGS, ROOT, Count, beside, building, done, progress, quiet, signal_all

# The kernel gives each session a share of the cores, so this session gets a small share. Its processes also run only on
# idle cores. With the lowest priority alone, other processes would still wait for them.
LAST = ["sh", "-c", 'echo 19 2>/dev/null >/proc/self/autogroup; exec chrt --idle 0 "$@"', "build"]


class Ahead:
    """Runs the builds of later runners on idle cores, one after another. Use it in a `with` statement."""

    def __init__(self, builds):
        self.builds = builds
        # The names whose builds their runners must do.
        self.left = set()
        self.name = self.process = None
        self.lock = threading.Lock()
        self.thread = threading.Thread(target=self.work, daemon=True)

    def __enter__(self):
        LOGS.mkdir(parents=True, exist_ok=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.leave(*self.builds, number=signal.SIGKILL)
        self.thread.join()

    def work(self):
        for name, command in ((name, command) for name, commands in self.builds.items() for command in commands):
            while quiet.is_set():
                time.sleep(0.2)
            with self.lock, open(LOGS / "ahead.txt", "w") as log:
                if name in self.left:
                    continue
                self.name, self.process = name, subprocess.Popen(
                    [*LAST, *command], cwd=ROOT, env=building(), stdin=subprocess.DEVNULL, stdout=log,
                    stderr=subprocess.STDOUT, start_new_session=True)
                beside.add(self.process.pid)
            if self.process.wait() == 0:
                done.add(tuple(map(str, command)))
            beside.discard(self.process.pid)

    def leave(self, *names, number=signal.SIGINT):
        """Leaves the unbuilt parts of these names to their runners, which build at the usual priority.

        Only root may raise a priority, so a running build is ended. SwiftPM keeps what an interrupted build has
        built."""
        with self.lock:
            self.left.update(names)
            if self.name in names and self.process.poll() is None:
                signal_all(self.process.pid, number)
                try:
                    self.process.wait(30)
                except subprocess.TimeoutExpired:
                    signal_all(self.process.pid, signal.SIGKILL)


class Beside:
    """Starts a runner at once, in a separate process. It shows no counter. Its output is in its log file."""

    def __init__(self, run):
        fork = multiprocessing.get_context("fork")
        self.outcome = futures.ProcessPoolExecutor(1, fork, setattr, (progress, "is_silent", True)).submit(run)

    def end(self):
        """Waits for the runner. Returns its count, its output and its seconds."""
        while not futures.wait([self.outcome], 0.2).done:
            progress.tick("still running")
        try:
            return self.outcome.result()
        except Exception as error:
            return Count(failed=1), traceback.format_exception(error), 0
