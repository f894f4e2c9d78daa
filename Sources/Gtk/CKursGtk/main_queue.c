// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_gtk.h"

#include <errno.h>
#include <glib-unix.h>
#include <stdint.h>
#include <unistd.h>

// libdispatch SPI, also used by CoreFoundation's run loop. No public header declares it.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

static guint64 dispatches = 0;

static gboolean drain(gint descriptor, GIOCondition condition, gpointer data) {
  uint64_t pending;
  // The drain does not reset the eventfd. Unless it is read, GLib would find it readable for ever and spin.
  while (read(descriptor, &pending, sizeof pending) < 0 && errno == EINTR) {
  }
  dispatches += 1;
  _dispatch_main_queue_callback_4CF(NULL);
  return G_SOURCE_CONTINUE;
}

// libdispatch owns the eventfd. No module that Swift can import has its two functions.
guint kurs_main_queue_attach(void) {
  return g_unix_fd_add(_dispatch_get_main_queue_handle_4CF(), G_IO_IN, drain, NULL);
}

// A test reads it to check that an idle program does not spin.
guint64 kurs_main_queue_dispatches(void) { return dispatches; }
