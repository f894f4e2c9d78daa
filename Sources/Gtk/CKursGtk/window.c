// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_gtk.h"

// Replaces GTK's "destroy-with-parent". With that, a window that outlives its parent keeps a pointer to it.
// GTK 4.8 then reads freed memory, for example after Ctrl+Q in that window.
void kurs_window_end_with(GtkWindow *window, GtkWindow *parent) {
  g_signal_connect_object(parent, "destroy", G_CALLBACK(gtk_window_destroy), window, G_CONNECT_SWAPPED);
}
