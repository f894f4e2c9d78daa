// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_dialogs.h"

void kurs_link_open(GtkWindow *parent, const char *address) {
#if GTK_CHECK_VERSION(4, 10, 0)
  GtkUriLauncher *launcher = gtk_uri_launcher_new(address);
  gtk_uri_launcher_launch(launcher, parent, NULL, NULL, NULL);
  g_object_unref(launcher);
#else
  gtk_show_uri(parent, address, GDK_CURRENT_TIME);
#endif
}
