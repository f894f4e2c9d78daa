// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "kurs_gtk.h"

#include <link.h>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

/* In C: dl_iterate_phdr takes what Swift cannot pass. */

static int forget_code(struct dl_phdr_info *program, size_t size, void *data) {
  (void)size;
  (void)data;
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < program->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &program->dlpi_phdr[i];
    /* Only what is never written: a page that was, would come back from the file as it once was. */
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X) || (part->p_flags & PF_W)) continue;
    const uintptr_t start = (program->dlpi_addr + part->p_vaddr + page - 1) & ~(page - 1);
    const uintptr_t end = (program->dlpi_addr + part->p_vaddr + part->p_memsz) & ~(page - 1);
    if (end > start) madvise((void *)start, end - start, MADV_DONTNEED);
  }
  return 1; /* The program itself is the first that is told of; the libraries keep theirs. */
}

void kurs_memory_settle(void) {
  malloc_trim(0);
  dl_iterate_phdr(forget_code, NULL);
}

size_t kurs_memory_in_use(void) {
  struct mallinfo2 heap = mallinfo2();
  return heap.uordblks + heap.hblkhd;
}
