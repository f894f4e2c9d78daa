# SPDX-License-Identifier: GPL-3.0-or-later
"""A runner that goes beside another: windows and servers wait much, and leave it the cores meanwhile."""
import multiprocessing
import time
import traceback

from process import Count, processor_seconds, progress, said_so_far

FORK = multiprocessing.get_context("fork")


class Beside:
    """Begins at once, in a process of its own, without a counter. What it prints is in its file."""

    def __init__(self, run):
        self.told, telling = FORK.Pipe(duplex=False)
        # Ended with this process, should that be interrupted.
        self.process = FORK.Process(target=self.work, args=(run, telling), daemon=True)
        self.process.start()
        telling.close()

    def work(self, run, telling):
        progress.is_silent = True
        start, before = time.monotonic(), processor_seconds()
        try:
            count = run()
        except BaseException:
            said_so_far.append(traceback.format_exc())
            count = Count(failed=1)
        telling.send((count, list(said_so_far), time.monotonic() - start, processor_seconds() - before))

    def end(self):
        """Waits for it; how many passed, what was said, and the seconds it took, of the clock and of the cores."""
        while not self.told.poll(0.2):
            progress.tick("still running")
        try:
            outcome = self.told.recv()
        except EOFError:
            outcome = Count(failed=1), ["its process ended before it\n"], 0, 0
        self.process.join()
        return outcome
