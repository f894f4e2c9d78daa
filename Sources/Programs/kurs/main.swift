// SPDX-License-Identifier: GPL-3.0-or-later
import CStart
import KursApp

kurs_need_memory_for_windows()
// This code must not `await` before the main loop runs, because main-actor work would then never run.
runProgram()
