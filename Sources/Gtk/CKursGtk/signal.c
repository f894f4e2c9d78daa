// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_gtk.h"

// g_signal_connect is a macro. g_signal_connect_data leaks the box if the signal is unknown.
// With GLib 2.90 its flags have other names in Swift.
gulong kurs_signal_connect(gpointer instance, const char *signal, GCallback callback, gpointer box,
                           GClosureNotify destroy, gboolean after) {
  guint id;
  GQuark detail;
  if (!g_signal_parse_name(signal, G_OBJECT_TYPE(instance), &id, &detail, TRUE)) {
    g_critical("no signal %s on %s", signal, G_OBJECT_TYPE_NAME(instance));
    destroy(box, NULL);
    return 0;
  }
  return g_signal_connect_data(instance, signal, callback, box, destroy, after ? G_CONNECT_AFTER : G_CONNECT_DEFAULT);
}
