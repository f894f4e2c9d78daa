// SPDX-License-Identifier: GPL-3.0-or-later
#define G_SETTINGS_ENABLE_BACKEND
#include <gio/gio.h>
#include <gio/gsettingsbackend.h>
#include <langinfo.h>
#include <libintl.h>
#include <locale.h>
#include <sys/timerfd.h>
#include <unistd.h>

// Written in C, because the flags are macros, which Swift does not see.

static inline int kurs_timer_new(void) { return timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK); }

// Lets the timer end at a moment, in seconds since 1970, or when the clock jumps, as at the end of a suspend.
static inline int kurs_timer_set(int timer, long moment) {
  struct itimerspec end = {.it_value = {.tv_sec = moment}};
  return timerfd_settime(timer, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &end, NULL);
}
