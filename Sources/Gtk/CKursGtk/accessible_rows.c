// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_gtk.h"

#if GTK_CHECK_VERSION(4, 14, 0)
// Orca 48 speaks a row's name and then each label in it, but skips paragraphs, so labels get that role.
// A role must be set before the widget is shown.
void kurs_accessible_speak_for_labels(GtkWidget *row) {
  if (GTK_IS_LABEL(row)) {
    g_object_set(row, "accessible-role", GTK_ACCESSIBLE_ROLE_PARAGRAPH, NULL);
    return;
  }
  // A button keeps its name.
  if (GTK_IS_BUTTON(row)) return;
  for (GtkWidget *child = gtk_widget_get_first_child(row); child != NULL; child = gtk_widget_get_next_sibling(child))
    kurs_accessible_speak_for_labels(child);
}
#else
// Older screen readers speak the name alone, or the labels in one sentence if the row has no name.
void kurs_accessible_speak_for_labels(GtkWidget *row) { (void)row; }
#endif

#if GTK_CHECK_VERSION(4, 12, 0)
// GTK creates the focused row of a list view without a name, so it was spoken label by label.
void kurs_accessible_set_item_label(GtkListItem *item, const char *label) {
  gtk_list_item_set_accessible_label(item, label);
}
#else
void kurs_accessible_set_item_label(GtkListItem *item, const char *label) { (void)item, (void)label; }
#endif
