// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_gtk.h"

// gtk_accessible_update_property is variadic.
void kurs_accessible_set_label(GtkAccessible *accessible, const char *label) {
  gtk_accessible_update_property(accessible, GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

// gtk_accessible_update_property is variadic.
void kurs_accessible_set_description(GtkAccessible *accessible, const char *description) {
  gtk_accessible_update_property(accessible, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}
