// SPDX-License-Identifier: GPL-3.0-or-later
// Lets an idle window and the program that checks alerts sleep.
//
// libdispatch on Linux wakes up once a second to check for blocked threads (src/event/workqueue.c,
// _dispatch_workq_init_once). Kurs blocks a thread at most for one read of SQLite, and the pools also grow without that
// check. So the timer gets a longer period. Only this timer has a period of one second and no leeway, so these
// values identify it. The linker redirects calls of dispatch_source_set_timer to this file (`--wrap`, Package.swift),
// but not in programs linked to libdispatch.so.

#include <stdint.h>

static const uint64_t second = 1000000000;

void __real_dispatch_source_set_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway)
  __attribute__((weak));
void __wrap_dispatch_source_set_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway);

void __wrap_dispatch_source_set_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway) {
  if (interval == second && leeway == 0) {
    interval = 30 * second;
    leeway = 10 * second;
  }
  if (__real_dispatch_source_set_timer) __real_dispatch_source_set_timer(source, start, interval, leeway);
}
