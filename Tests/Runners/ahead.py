# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds that later runners need, made from the start on with what the runners leave of the cores: windows mostly wait.

Nothing depends on them: a runner builds for itself what is not there, and says what is wrong with it.
"""
import os
import signal
import subprocess
import threading
import time

from process import PATIENCE, ROOT, beside, building, done, quiet, signal_all

# The kernel gives each session its own share of the cores, so the session has to step back; and its processes run when no
# other does: at the lowest priority alone they would be waited for at each turn.
LAST = ["sh", "-c", 'echo 19 2>/dev/null >/proc/self/autogroup; exec chrt --idle 0 "$@"', "build"]


class Ahead:
    """Runs the commands of each name, one after another; use with `with`."""

    def __init__(self, builds):
        self.builds = builds
        self.done = {name: threading.Event() for name in builds}
        self.process = None
        self.ended = False
        # Seconds of the processor that the builds took.
        self.seconds = 0
        self.lock = threading.Lock()
        self.thread = threading.Thread(target=self.build, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        with self.lock:
            self.ended = True
        self.stop()
        self.thread.join()

    def build(self):
        for name, commands in self.builds.items():
            for command in commands:
                while quiet.is_set():
                    time.sleep(0.2)
                with self.lock:
                    if self.ended:
                        break
                    self.process = subprocess.Popen(
                        [*LAST, *command], cwd=ROOT, env=building(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                        stderr=subprocess.DEVNULL, start_new_session=True)
                    beside.add(self.process.pid)
                _, status, used = os.wait4(self.process.pid, 0)
                if status == 0:
                    done.add(tuple(map(str, command)))
                self.process.returncode = 0
                beside.discard(self.process.pid)
                self.seconds += used.ru_utime + used.ru_stime
            self.done[name].set()

    def stop(self):
        """Ends the build that runs, with all it started."""
        if self.process and self.process.returncode is None:
            signal_all(self.process.pid, signal.SIGKILL)

    def wait(self, name, patience=PATIENCE):
        """Until what this name needs is built, or takes so long that the runner had better try for itself."""
        if name in self.done and not self.done[name].wait(patience):
            self.stop()
