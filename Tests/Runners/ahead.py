# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds for later runners, started early on idle cores, because windows mostly wait.

Nothing depends on them. A runner builds what is missing itself, and reports errors.
"""
import contextlib
import os
import pathlib
import signal
import subprocess
import threading
import time

from process import LOGS, PATIENCE, ROOT, Progress, beside, building, done, members, progress, quiet, signal_all

# The kernel gives each session a share of the cores, so the session gets a low share. Its processes also run only when
# no other does, because at the lowest priority alone others would wait for them.
LAST = ["sh", "-c", 'echo 19 2>/dev/null >/proc/self/autogroup; exec chrt --idle 0 "$@"', "build"]


class Ahead:
    """Runs the commands of each name, one after another. Use with `with`."""

    def __init__(self, builds):
        self.builds = builds
        self.done = {name: threading.Event() for name in builds}
        self.process = None
        self.ended = False
        # The names that a runner must build itself.
        self.left = set()
        # The processor seconds of the builds.
        self.seconds = 0
        self.lock = threading.Lock()
        self.thread = threading.Thread(target=self.work, daemon=True)

    @property
    def log(self):
        """The output of the running build."""
        return LOGS / "ahead.txt"

    def __enter__(self):
        LOGS.mkdir(parents=True, exist_ok=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        with self.lock:
            self.ended = True
        self.stop()
        self.thread.join()

    def work(self):
        try:
            self.build()
        finally:
            # Don't wait for a build that can't begin.
            for done in self.done.values():
                done.set()

    def build(self):
        for name, commands in self.builds.items():
            for command in commands:
                while quiet.is_set():
                    time.sleep(0.2)
                with self.lock:
                    if self.ended or name in self.left:
                        break
                    with open(self.log, "w") as log:
                        self.process = subprocess.Popen(
                            [*LAST, *command], cwd=ROOT, env=building(), stdin=subprocess.DEVNULL, stdout=log,
                            stderr=subprocess.STDOUT, start_new_session=True)
                    beside.add(self.process.pid)
                _, status, used = os.wait4(self.process.pid, 0)
                if status == 0:
                    done.add(tuple(map(str, command)))
                self.process.returncode = 0
                beside.discard(self.process.pid)
                self.seconds += used.ru_utime + used.ru_stime
            self.done[name].set()

    def stop(self, number=signal.SIGKILL):
        """Ends the running build with all its processes."""
        if self.process and self.process.returncode is None:
            signal_all(self.process.pid, number)

    def wait(self, name, patience=PATIENCE):
        """Waits for this name's builds, at the usual priority and with a counter.

        Ends a build that takes too long, or whose priority this user may not raise. The runner then builds itself.
        Finished parts of the build stay.
        """
        if name not in self.done:
            return
        end = time.monotonic() + patience
        while not self.done[name].wait(0.2):
            step = Progress.STEP.findall(self.log.read_text(errors="replace")) if self.log.exists() else []
            progress.tick("waiting for its build" + (", {} of {}".format(*step[-1]) if step else ""))
            if time.monotonic() > end or not self.lift():
                self.left.add(name)
                # SwiftPM saves what it has built when it is interrupted.
                self.stop(signal.SIGINT)
                if not self.done[name].wait(30):
                    self.stop()
                return

    def lift(self):
        """Raises the running build to the usual priority. Returns false if this user may not."""
        process = self.process
        if not process or process.returncode is not None:
            return True
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            pathlib.Path(f"/proc/{process.pid}/autogroup").write_text("0")
        for folder in members(process.pid):
            for thread in (int(each.name) for each in (folder / "task").iterdir()):
                try:
                    if os.sched_getscheduler(thread) == os.SCHED_IDLE:
                        os.sched_setscheduler(thread, os.SCHED_OTHER, os.sched_param(0))
                except ProcessLookupError:
                    continue
                except PermissionError:
                    return False
        return True
