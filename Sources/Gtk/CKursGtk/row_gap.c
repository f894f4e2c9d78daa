// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_gtk.h"

// A role can be set only while a widget is created, with a function that Swift can't call.
GtkWidget *kurs_row_gap_new(void) {
  return g_object_new(GTK_TYPE_LIST_BOX_ROW, "accessible-role", GTK_ACCESSIBLE_ROLE_NONE, "activatable", FALSE,
                      "selectable", FALSE, "focusable", FALSE, "can-target", FALSE, NULL);
}
