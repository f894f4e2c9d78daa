# SPDX-License-Identifier: GPL-3.0-or-later
"""A runner beside another one: windows and servers wait much, and leave the cores idle."""
import multiprocessing
import time
import traceback

from process import Count, processor_seconds, progress, said_so_far

FORK = multiprocessing.get_context("fork")


class Beside:
    """Begins at once, in a separate process without a counter. Its output is in its file."""

    def __init__(self, run):
        self.told, telling = FORK.Pipe(duplex=False)
        # It must end if this process is interrupted.
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
        """Waits for it. Returns the number of passed tests, the output, and the seconds of clock and cores."""
        while not self.told.poll(0.2):
            progress.tick("still running")
        try:
            outcome = self.told.recv()
        except EOFError:
            outcome = Count(failed=1), ["its process ended before it\n"], 0, 0
        self.process.join()
        return outcome
