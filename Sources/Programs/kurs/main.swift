// SPDX-License-Identifier: GPL-3.0-or-later
import KursApp

// Synchronous top-level code: see runApp.
runProgram()
