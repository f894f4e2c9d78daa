// SPDX-License-Identifier: GPL-3.0-or-later
import CStart
import KursApp

kurs_need_memory_for_windows()
// Synchronous top-level code: see runApp.
runProgram()
