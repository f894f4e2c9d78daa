// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_gtk.h"

static void give_up_focus(GtkWidget *row) {
  GtkRoot *root = gtk_widget_get_root(row);
  GtkWidget *focused = root != NULL ? gtk_root_get_focus(root) : NULL;
  if (focused != NULL && gtk_widget_is_ancestor(focused, row)) gtk_root_set_focus(root, NULL);
}

static void skip_buttons(GtkWidget *widget) {
  if (GTK_IS_BUTTON(widget)) {
    gtk_widget_set_focusable(widget, FALSE);
    gtk_widget_set_focus_on_click(widget, FALSE);
  }
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL; child = gtk_widget_get_next_sibling(child))
    skip_buttons(child);
}

// Without this, one Tab too many moves the focus to the button that reveals the password, and a space would press it.
void kurs_passwords_skip_buttons(GtkBuilder *builder) {
  GSList *objects = gtk_builder_get_objects(builder);
  for (GSList *each = objects; each != NULL; each = each->next)
    if (ADW_IS_PASSWORD_ENTRY_ROW(each->data)) skip_buttons(each->data);
  g_slist_free(objects);
}

// A closing window frees its rows before it removes the focus.
// A password row of libadwaita 1.2 still reads the focus then, which is a use after free
// (adw-password-entry-row.c, update_caps_lock).
void kurs_passwords_give_up_focus(GtkBuilder *builder) {
  GSList *objects = gtk_builder_get_objects(builder);
  for (GSList *each = objects; each != NULL; each = each->next)
    if (ADW_IS_PASSWORD_ENTRY_ROW(each->data)) g_signal_connect(each->data, "unmap", G_CALLBACK(give_up_focus), NULL);
  g_slist_free(objects);
}
