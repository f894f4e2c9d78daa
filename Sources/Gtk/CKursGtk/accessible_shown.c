// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_gtk.h"

// Fixes the names that a screen reader speaks, when a widget is first shown.
// Rows and pages that libadwaita creates aren't in any .ui file.

// GTK 4.8 names an element without a name by its class. A group without a title passes that name to its list.
static void leave_nameless(GtkAccessible *accessible) {
  GtkWidget *group = GTK_IS_WIDGET(accessible)
                         ? gtk_widget_get_ancestor(GTK_WIDGET(accessible), ADW_TYPE_PREFERENCES_GROUP) : NULL;
  const char *title = group != NULL ? adw_preferences_group_get_title(ADW_PREFERENCES_GROUP(group)) : NULL;
  gboolean is_labelled = gtk_test_accessible_has_relation(accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY) &&
                         (title == NULL || *title != '\0');
  if (!is_labelled && !gtk_test_accessible_has_property(accessible, GTK_ACCESSIBLE_PROPERTY_LABEL))
    kurs_accessible_set_label(accessible, "");
}

static gboolean shown(GSignalInvocationHint *hint, guint count, const GValue *values, gpointer data) {
  (void)hint, (void)count, (void)data;
  GtkWidget *widget = g_value_get_object(values);
  GtkWidget *parent = gtk_widget_get_parent(widget);
  if (GTK_IS_LIST_BOX(widget) || GTK_IS_POPOVER(widget)) leave_nameless(GTK_ACCESSIBLE(widget));
  if (GTK_IS_STACK(parent)) leave_nameless(GTK_ACCESSIBLE(gtk_stack_get_page(GTK_STACK(parent), widget)));
  return G_SOURCE_CONTINUE;
}

#if !GTK_CHECK_VERSION(4, 10, 0)
// GTK 4.8 registers a widget's element when it gets the focus, and sends name, description and states right after.
// A screen reader speaks them twice. Changing the focusable state registers the element just before.
static gboolean focusing(GSignalInvocationHint *hint, guint count, const GValue *values, gpointer data) {
  (void)hint, (void)count, (void)data;
  GtkWidget *widget = g_value_get_object(values);
  gboolean is_focused = (gtk_widget_get_state_flags(widget) & GTK_STATE_FLAG_FOCUSED) != 0;
  if (!is_focused || gtk_widget_has_focus(widget) || !gtk_widget_get_focusable(widget)) return G_SOURCE_CONTINUE;
  gtk_widget_set_focusable(widget, FALSE);
  gtk_widget_set_focusable(widget, TRUE);
  // The next change of any property sends all waiting changes.
  gtk_accessible_reset_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_ROLE_DESCRIPTION);
  return G_SOURCE_CONTINUE;
}
#endif

void kurs_accessible_mend_when_shown(void) {
  static gboolean is_connected = FALSE;
  if (is_connected) return;
  is_connected = TRUE;
  g_signal_add_emission_hook(g_signal_lookup("map", GTK_TYPE_WIDGET), 0, shown, NULL, NULL);
#if !GTK_CHECK_VERSION(4, 10, 0)
  g_signal_add_emission_hook(g_signal_lookup("state-flags-changed", GTK_TYPE_WIDGET), 0, focusing, NULL, NULL);
#endif
}
