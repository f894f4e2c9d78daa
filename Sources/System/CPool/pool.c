// SPDX-License-Identifier: GPL-3.0-or-later
// Lets an idle window sleep, and the terminal program that watches alerts.
//
// libdispatch on Linux wakes up once a second, for as long as a program runs, to see whether threads of its pool
// are blocked and more are needed (src/event/workqueue.c, _dispatch_workq_init_once). Nothing here blocks a pool's
// thread for longer than one read of SQLite, and its pools grow without that look. The one caller of
// dispatch_source_set_timer with a period of exactly a second and no leeway is that look; it gets a longer period.
// The linker sends the call here (`--wrap`, Package.swift); programs linked to libdispatch.so keep its second.

#include "kurs_pool.h"
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
