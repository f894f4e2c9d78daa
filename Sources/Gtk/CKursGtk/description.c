// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_gtk.h"

// GTK 4.8 measures a group's description beside a button by a rounded height, so its last line may not fit.
// The text then left the window in Arabic. Stacked below each other they aren't measured that way.
// Without a button it looks the same.
static void stack_header(AdwPreferencesGroup *group) {
  GtkWidget *box = gtk_widget_get_first_child(GTK_WIDGET(group));
  GtkWidget *header = box != NULL ? gtk_widget_get_first_child(box) : NULL;
  if (GTK_IS_BOX(header) && adw_preferences_group_get_header_suffix(group) == NULL)
    gtk_orientable_set_orientation(GTK_ORIENTABLE(header), GTK_ORIENTATION_VERTICAL);
}

void kurs_descriptions_keep_width(GtkBuilder *builder) {
  GSList *objects = gtk_builder_get_objects(builder);
  for (GSList *each = objects; each != NULL; each = each->next)
    if (ADW_IS_PREFERENCES_GROUP(each->data)) stack_header(each->data);
  g_slist_free(objects);
}
