// SPDX-License-Identifier: GPL-3.0-or-later
// Runs before everything else: prevents core dumps, limits the heaps, and reports too little memory.
//
// These checks run before main, because the Swift runtime needs threads and files. If the runtime can't have them, a
// signal kills the program, or the program hangs.

#define _GNU_SOURCE
#include "kurs_start.h"
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

// STACK: the largest size in bytes of a thread's stack if the address space is limited, because all of it counts
// against the limit. LEAST_STACK: in KiB. FILES: the number of open files that a program needs.
enum { FILES = 64, UNAVAILABLE = 69, STACK = 8 << 20, LEAST_STACK = 256, CORES = 64 };
// The address space in MiB that a command needs. Each command used at most 190 MiB, on 2 and on 64 cores. The rest is a
// reserve for more threads.
static const unsigned MEMORY = 256;

static void ignore(int number) { (void)number; }

/// Prevents core dumps, because secrets must not reach a disk. Sets the limit to one byte, which is too small for a
/// core file. Unlike a limit of zero, this limit also stops the kernel from passing the dump to a program (core(5),
/// kernel/coredump.c).
static void forbid_core_dumps(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_CORE, &limit)) return;
  limit.rlim_cur = limit.rlim_max < 1 ? limit.rlim_max : 1;  // guards X09: limit.rlim_max < 1 ? limit.rlim_max : 1 => limit.rlim_max
  setrlimit(RLIMIT_CORE, &limit);
}

static void need_files(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur >= FILES) return;
  if (limit.rlim_max >= FILES) {
    limit.rlim_cur = FILES;
    if (!setrlimit(RLIMIT_NOFILE, &limit)) return;
  }
  fprintf(stderr, "%s: needs %d open files, and %llu are allowed here (ulimit -n).\n", program_invocation_short_name,
          FILES, (unsigned long long)limit.rlim_cur);
  _Exit(UNAVAILABLE);
}

// Ends the program with a message if the stack is too small. With a stack of less than 128 KiB, a signal killed the
// program while the program drew a chart.
static void need_stack(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur >= (rlim_t)LEAST_STACK << 10) return;
  fprintf(stderr, "%s: needs a stack of %d KiB, and %llu are allowed here (ulimit -s).\n",
          program_invocation_short_name, LEAST_STACK, (unsigned long long)limit.rlim_cur >> 10);
  _Exit(UNAVAILABLE);
}

static void bound_stacks(void) {
  pthread_attr_t usual;
  size_t size;
  if (pthread_getattr_default_np(&usual)) return;
  if (!pthread_attr_getstacksize(&usual, &size) && size > STACK && !pthread_attr_setstacksize(&usual, STACK))
    pthread_setattr_default_np(&usual);
  pthread_attr_destroy(&usual);
}

static void need_memory(unsigned mebibytes) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY) return;
  if (limit.rlim_cur >= (rlim_t)mebibytes << 20) return bound_stacks();
  fprintf(stderr, "%s: needs %u KiB of address space, and %llu are allowed here (ulimit -v).\n",
          program_invocation_short_name, mebibytes << 10, (unsigned long long)limit.rlim_cur >> 10);
  _Exit(UNAVAILABLE);
}

__attribute__((constructor)) static void start(void) {
  forbid_core_dumps();
  // glibc would give each thread a heap with 64 MiB of addresses. Kurs's few threads mostly sleep and can share one.
  mallopt(M_ARENA_MAX, 1);
  // A file that grows beyond RLIMIT_FSIZE must cause an error and not end the program. The handler is a function and
  // not SIG_IGN, because programs that Kurs starts would inherit SIG_IGN.
  signal(SIGXFSZ, ignore);
  need_files();
  need_stack();
  need_memory(MEMORY);
}

void kurs_forbid_inspection(void) { prctl(PR_SET_DUMPABLE, 0); }  // guards X09: 0 => 1

void kurs_need_memory_for_windows(void) {
  // A separate heap for the main thread shows the window 10 % sooner. It costs 0.3 MiB.
  mallopt(M_ARENA_MAX, 2);
  // Under Xvfb, windows used 580 MiB on 2 cores and 1,090 MiB on 64, because software GL has a thread per core. So the
  // required memory grows with the number of cores.
  const long cores = sysconf(_SC_NPROCESSORS_ONLN);
  need_memory(704 + 10 * (unsigned)(cores < 1 ? 1 : cores > CORES ? CORES : cores));
}
