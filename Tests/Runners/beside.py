# SPDX-License-Identifier: GPL-3.0-or-later
"""A runner that goes beside another: windows and servers wait much, and leave it the cores meanwhile."""
import multiprocessing
import os
import sys
import tempfile
import time
import traceback

from process import Count, processor_seconds, said_so_far

FORK = multiprocessing.get_context("fork")


class Beside:
    """Begins at once, in a process of its own. What it says is shown at its end, by itself."""

    def __init__(self, run):
        self.said = tempfile.TemporaryFile("w+", errors="replace")
        self.told, telling = FORK.Pipe(duplex=False)
        # Ended with this process, should that be interrupted.
        self.process = FORK.Process(target=self.work, args=(run, telling), daemon=True)
        self.process.start()
        telling.close()

    def work(self, run, telling):
        for stream in (1, 2):
            os.dup2(self.said.fileno(), stream)
        sys.stdout = sys.stderr = self.said
        start, before = time.monotonic(), processor_seconds()
        try:
            count = run()
        except BaseException:
            said_so_far.append(traceback.format_exc())
            print(said_so_far[-1], flush=True)
            count = Count(failed=1)
        self.said.flush()
        telling.send((count, list(said_so_far), time.monotonic() - start, processor_seconds() - before))

    def end(self):
        """Waits for it; how many passed, what was said, and the seconds it took, of the clock and of the cores."""
        try:
            outcome = self.told.recv()
        except EOFError:
            outcome = Count(failed=1), ["its process ended before it\n"], 0, 0
        self.process.join()
        self.said.seek(0)
        print(self.said.read(), flush=True)
        return outcome
