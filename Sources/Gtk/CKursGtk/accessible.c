// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_gtk.h"

// Newer versions of GTK speak what a widget is labelled by, such as a button's text or a row's title, in place of
// its label, and older ones speak both: a widget that is given a label is labelled by nothing else.
// gtk_accessible_update_property is variadic.
void kurs_accessible_set_label(GtkAccessible *accessible, const char *label) {
  gtk_accessible_reset_relation(accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_accessible_update_property(accessible, GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

// gtk_accessible_update_property is variadic.
void kurs_accessible_set_description(GtkAccessible *accessible, const char *description) {
  gtk_accessible_update_property(accessible, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

// The same for labels that a .ui file gives. These two questions have their names from GTK's own tests.
void kurs_accessible_keep_labels(GtkBuilder *builder) {
  GSList *objects = gtk_builder_get_objects(builder);
  for (GSList *each = objects; each != NULL; each = each->next) {
    if (!GTK_IS_ACCESSIBLE(each->data)) continue;
    GtkAccessible *accessible = GTK_ACCESSIBLE(each->data);
    if (gtk_test_accessible_has_relation(accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY) &&
        gtk_test_accessible_has_property(accessible, GTK_ACCESSIBLE_PROPERTY_LABEL))
      gtk_accessible_reset_relation(accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  }
  g_slist_free(objects);
}

static const char *first_text(GtkWidget *widget) {
  if (GTK_IS_LABEL(widget)) return gtk_label_get_text(GTK_LABEL(widget));
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL;
       child = gtk_widget_get_next_sibling(child)) {
    const char *text = first_text(child);
    if (text != NULL && *text != '\0') return text;
  }
  return NULL;
}

// GTK 4.18 labels the items of a menu by a label without a role, which has no name to give.
static void name_items(GtkWidget *widget) {
  if (g_str_equal(G_OBJECT_TYPE_NAME(widget), "GtkModelButton")) {
    const char *text = first_text(widget);
    if (text != NULL) kurs_accessible_set_label(GTK_ACCESSIBLE(widget), text);
    return;
  }
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL; child = gtk_widget_get_next_sibling(child))
    name_items(child);
}

GtkWidget *kurs_menu_popover_new(GMenuModel *menu) {
  GtkWidget *popover = gtk_popover_menu_new_from_model(menu);
  g_signal_connect(popover, "map", G_CALLBACK(name_items), NULL);
  return popover;
}
