// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_gtk.h"

#if GTK_CHECK_VERSION(4, 14, 0)
// Orca 48 says the name of a row and then each label in it: what the name holds was heard twice. It passes over
// paragraphs. A role has to be there before the widget is shown.
void kurs_accessible_speak_for_labels(GtkWidget *row) {
  if (GTK_IS_LABEL(row)) {
    g_object_set(row, "accessible-role", GTK_ACCESSIBLE_ROLE_PARAGRAPH, NULL);
    return;
  }
  // A button says its own.
  if (GTK_IS_BUTTON(row)) return;
  for (GtkWidget *child = gtk_widget_get_first_child(row); child != NULL; child = gtk_widget_get_next_sibling(child))
    kurs_accessible_speak_for_labels(child);
}
#else
// Older screen readers say the name alone, or where there is none what the labels say, in one sentence.
void kurs_accessible_speak_for_labels(GtkWidget *row) { (void)row; }
#endif

#if GTK_CHECK_VERSION(4, 12, 0)
// The row of a list view that takes the focus is made by GTK and has no name of its own: it was read label by label.
void kurs_accessible_set_item_label(GtkListItem *item, const char *label) {
  gtk_list_item_set_accessible_label(item, label);
}
#else
void kurs_accessible_set_item_label(GtkListItem *item, const char *label) { (void)item, (void)label; }
#endif
