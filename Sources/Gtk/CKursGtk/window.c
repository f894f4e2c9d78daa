// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_gtk.h"

// As GTK's "destroy-with-parent"; but with that a window that outlives its parent, as one does in which Ctrl+Q is pressed,
// still has it when it ends, and GTK 4.8 looks at memory that was given back.
void kurs_window_end_with(GtkWindow *window, GtkWindow *parent) {
  g_signal_connect_object(parent, "destroy", G_CALLBACK(gtk_window_destroy), window, G_CONNECT_SWAPPED);
}
