// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef KURS_START_H
#define KURS_START_H

// C, because start.c runs before Swift's runtime, which needs threads and files itself, and because prctl is variadic.
// These steps need only this target to be linked, as do icu.c and pool.c, with which the linker replaces other code.

/// Keeps other programs of the same user from reading this one's memory, and the kernel from dumping it.
/// Not for a program with windows, because portals must be able to read its /proc/PID.
void kurs_forbid_inspection(void);

/// Ends the program with a message if windows have too little address space (ulimit -v). The terminal needs less.
void kurs_need_memory_for_windows(void);

#endif
