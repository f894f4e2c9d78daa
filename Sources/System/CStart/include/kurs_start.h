// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef KURS_START_H
#define KURS_START_H

// What happens before main is in start.c: linking this target is enough for it.

/// Keeps other programs of the same person from reading this one's memory, and the kernel from writing it down.
///
/// Not for a program with windows: a desktop's portals answer nobody whose /proc/PID they may not look into.
void kurs_forbid_inspection(void);

/// Ends the program with a sentence where windows have too few addresses (ulimit -v); the terminal needs fewer.
void kurs_need_memory_for_windows(void);

#endif
