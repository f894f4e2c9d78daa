// SPDX-License-Identifier: GPL-3.0-or-later
import CStart
import KursApp

kurs_need_memory_for_windows()
// This code must not `await`. The comment on `runApp` explains why.
runProgram()
