// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_gtk.h"

static const char *first_text(GtkWidget *widget) {
  if (GTK_IS_LABEL(widget)) return gtk_label_get_text(GTK_LABEL(widget));
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL;
       child = gtk_widget_get_next_sibling(child)) {
    const char *text = first_text(child);
    if (text != NULL && *text != '\0') return text;
  }
  return NULL;
}

// GTK 4.18 labels the items of a menu by a label without a role, which therefore has no name.
static void name_items(GtkWidget *widget) {
  if (g_str_equal(G_OBJECT_TYPE_NAME(widget), "GtkModelButton")) {
    const char *text = first_text(widget);
    if (text != NULL) kurs_accessible_set_label(GTK_ACCESSIBLE(widget), text);
    return;
  }
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL; child = gtk_widget_get_next_sibling(child))
    name_items(child);
}

static void empty_link(GMenuModel *menu, int item, const char *link) {
  GMenuModel *part = g_menu_model_get_item_link(menu, item, link);
  if (part == NULL) return;
  for (int i = 0; i < g_menu_model_get_n_items(part); i++) empty_link(part, i, G_MENU_LINK_SECTION);
  g_menu_remove_all(G_MENU(part));
  g_object_unref(part);
}

// GTK leaks the parts of a menu that a popover has shown (docs/BUILD.md), so they are emptied.
static void empty(gpointer menu, GObject *popover) {
  (void)popover;
  for (int i = 0; i < g_menu_model_get_n_items(menu); i++) {
    empty_link(menu, i, G_MENU_LINK_SECTION);
    empty_link(menu, i, G_MENU_LINK_SUBMENU);
  }
  g_menu_remove_all(menu);
  g_object_unref(menu);
}

void kurs_popover_give_up_focus(GtkWidget *popover) {
  GtkRoot *root = gtk_widget_get_root(popover);
  GtkWidget *focused = root != NULL ? gtk_root_get_focus(root) : NULL;
  if (focused != NULL && gtk_widget_is_ancestor(focused, popover)) gtk_root_set_focus(root, NULL);
}

GtkWidget *kurs_menu_popover_new(GMenu *menu) {
  GtkWidget *popover = gtk_popover_menu_new_from_model(G_MENU_MODEL(menu));
  g_signal_connect(popover, "map", G_CALLBACK(name_items), NULL);
  // GTK 4.8 leaves the focus on the invisible entry of a chosen submenu.
  g_signal_connect(popover, "closed", G_CALLBACK(kurs_popover_give_up_focus), NULL);
  g_object_weak_ref(G_OBJECT(popover), empty, g_object_ref(menu));
  return popover;
}
