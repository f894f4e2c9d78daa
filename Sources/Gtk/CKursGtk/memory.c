// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_gtk.h"

#include <malloc.h>

// Written in C, because Swift's module map of glibc leaves out this header.

void kurs_memory_settle(void) { malloc_trim(0); }

size_t kurs_memory_in_use(void) {
  struct mallinfo2 heap = mallinfo2();
  return heap.uordblks + heap.hblkhd;
}
