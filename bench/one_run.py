# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a command. Prints its exit code, milliseconds, KiB of memory at its peak, and processor milliseconds.

This is a separate, small program, because Linux adds the memory of the starting process to a command's peak.

usage: /usr/bin/python3 -S -E bench/one_run.py COMMAND [ARGUMENT]...
"""
import os
import sys
import time

start = time.monotonic()
nothing = os.open(os.devnull, os.O_RDWR)
pid = os.posix_spawnp(
    sys.argv[1], sys.argv[1:], os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, nothing, number) for number in range(3)])
_, status, usage = os.wait4(pid, 0)
print(os.waitstatus_to_exitcode(status), (time.monotonic() - start) * 1000, usage.ru_maxrss,
      (usage.ru_utime + usage.ru_stime) * 1000)
