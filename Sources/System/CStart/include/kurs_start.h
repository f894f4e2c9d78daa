// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef KURS_START_H
#define KURS_START_H

// Written in C, because start.c runs before Swift's runtime, which needs threads and files, and because prctl is
// variadic. A program that links this target runs the checks of start.c. The target's files icu.c and pool.c replace
// code of other libraries.

/// Prevents other programs of the same user from reading this program's memory, and the kernel from writing core dumps.
/// Not for a program with windows, because portals must be able to read that program's /proc/PID.
void kurs_forbid_inspection(void);

/// Ends the program with a message if the address space is too small for windows (ulimit -v). The terminal needs less.
void kurs_need_memory_for_windows(void);

#endif
