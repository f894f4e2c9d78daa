// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_gtk.h"

// Newer versions of GTK speak the text that labels a widget, such as a row's title, instead of its label.
// Older ones speak both. So a widget with a label is labelled by nothing else.
// gtk_accessible_update_property is variadic.
void kurs_accessible_set_label(GtkAccessible *accessible, const char *label) {
  gtk_accessible_reset_relation(accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_accessible_update_property(accessible, GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static void describe(GtkAccessible *accessible, const char *description) {
  if (description != NULL)
    gtk_accessible_update_property(accessible, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
  else
    gtk_accessible_reset_property(accessible, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
}

// In newer versions of GTK the text inside an entry is a separate element, and it has the focus.
static void describe_all(GtkAccessible *accessible, const char *description) {
  describe(accessible, description);
  GtkEditable *text = GTK_IS_EDITABLE(accessible) ? gtk_editable_get_delegate(GTK_EDITABLE(accessible)) : NULL;
  if (text != NULL) describe(GTK_ACCESSIBLE(text), description);
}

static const char own_description[] = "kurs-description";

// Setting the same description again would end an announcement.
void kurs_accessible_set_description(GtkAccessible *accessible, const char *description) {
  if (g_strcmp0(g_object_get_data(G_OBJECT(accessible), own_description), description) == 0) return;
  g_object_set_data_full(G_OBJECT(accessible), own_description, g_strdup(description), g_free);
  describe_all(accessible, description);
}

#if GTK_CHECK_VERSION(4, 14, 0)
// Without a screen-reader bus GTK 4.18 uses a context for its own tests, which crashes when it announces.
void kurs_accessible_announce(GtkWidget *widget, const char *sentence) {
  GtkATContext *context = gtk_accessible_get_at_context(GTK_ACCESSIBLE(widget));
  if (context != NULL && !kurs_is_named(context, "GtkTestATContext"))
    gtk_accessible_announce(GTK_ACCESSIBLE(widget), sentence, GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
  g_clear_object(&context);
}
#else
// Restores the description of the focused widget, so that the announcement isn't repeated when the focus returns.
static void end_announcement(GtkWidget *described, GParamSpec *property, GObject *root) {
  (void)property;
  g_signal_handlers_disconnect_by_func(root, end_announcement, described);
  const char *own = g_object_get_data(G_OBJECT(described), own_description);
  describe_all(GTK_ACCESSIBLE(described), own != NULL ? own : gtk_widget_get_tooltip_text(described));
}

// Older versions of GTK can't announce. A screen reader then speaks a change of the focused element's description.
// The focused text inside an entry isn't an element there.
void kurs_accessible_announce(GtkWidget *widget, const char *sentence) {
  GtkRoot *root = gtk_widget_get_root(widget);
  GtkWidget *focused = root != NULL ? gtk_root_get_focus(root) : NULL;
  if (GTK_IS_TEXT(focused)) focused = gtk_widget_get_parent(focused);
  if (focused == NULL) return;
  g_signal_handlers_disconnect_by_func(root, end_announcement, focused);
  describe_all(GTK_ACCESSIBLE(focused), sentence);
  for (const char **each = (const char *[]){"notify::focus-widget", "notify::is-active", NULL}; *each != NULL; each++)
    g_signal_connect_object(root, *each, G_CALLBACK(end_announcement), focused, G_CONNECT_SWAPPED);
}
#endif

// The button's text, or else its tooltip, or NULL. The caller frees it.
static char *button_text(GtkWidget *button) {
  char *text = NULL;
  g_object_get(button, "label", &text, NULL);
  return text != NULL ? text : g_strdup(gtk_widget_get_tooltip_text(button));
}

// GTK 4.8 names an icon without a name by its class, although it is decoration.
// An icon in a button gets the button's name. If it were hidden, a screen reader would find nothing there.
static void name_icon(GtkWidget *icon) {
  GtkWidget *button = gtk_widget_get_ancestor(icon, GTK_TYPE_BUTTON);
  char *text = button != NULL ? button_text(button) : NULL;
  if (text != NULL)
    gtk_accessible_update_property(GTK_ACCESSIBLE(icon), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  else
    gtk_accessible_update_state(GTK_ACCESSIBLE(icon), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
  g_free(text);
}

// libadwaita 1.2 names the buttons of toasts and dialogs twice, and a toast's close button by its class.
void kurs_accessible_name_buttons(GtkWidget *widget) {
  if (GTK_IS_BUTTON(widget)) {
    char *text = button_text(widget);
    kurs_accessible_set_label(GTK_ACCESSIBLE(widget), text != NULL ? text : g_dgettext("gtk40", "Close"));
    g_free(text);
    return;
  }
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL; child = gtk_widget_get_next_sibling(child))
    kurs_accessible_name_buttons(child);
}

void kurs_accessible_name_icons(GtkWidget *widget) {
  if (GTK_IS_IMAGE(widget) &&
      !gtk_test_accessible_has_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL))
    name_icon(widget);
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL; child = gtk_widget_get_next_sibling(child))
    kurs_accessible_name_icons(child);
}

// The focused text in a row of libadwaita 1.2 isn't an element, so a screen reader says nothing there.
// Newer versions of GTK have such an element. Its content is part of the name, because it has no text interface.
static void name_text(GtkWidget *text, GParamSpec *property, GtkWidget *row) {
  (void)property;
  const char *title = adw_preferences_row_get_title(ADW_PREFERENCES_ROW(row));
  const char *typed = ADW_IS_PASSWORD_ENTRY_ROW(row) ? "" : gtk_editable_get_text(GTK_EDITABLE(row));
  char *name = *typed != '\0' ? g_strdup_printf("%s: %s", title, typed) : g_strdup(title);
  gtk_accessible_update_property(GTK_ACCESSIBLE(text), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_free(name);
}

static void let_text_speak(GtkWidget *row) {
  GtkEditable *text = gtk_editable_get_delegate(GTK_EDITABLE(row));
  if (text == NULL || gtk_accessible_get_accessible_role(GTK_ACCESSIBLE(text)) != GTK_ACCESSIBLE_ROLE_NONE) return;
  g_object_set(text, "accessible-role", GTK_ACCESSIBLE_ROLE_TEXT_BOX, NULL);
  // A screen reader speaks the container before the element, so equal names would be spoken twice.
  g_object_set(row, "accessible-role", GTK_ACCESSIBLE_ROLE_GENERIC, NULL);
  name_text(GTK_WIDGET(text), NULL, row);
  // Connected before the focus is announced, so that typed text is spoken key by key.
  g_signal_connect(text, "notify::has-focus", G_CALLBACK(name_text), row);
  g_signal_connect_object(row, "notify::title", G_CALLBACK(name_text), text, G_CONNECT_SWAPPED);
}

// Does the same for labels in a .ui file. GTK's own tests provide these two functions.
void kurs_accessible_keep_labels(GtkBuilder *builder) {
  GSList *objects = gtk_builder_get_objects(builder);
  for (GSList *each = objects; each != NULL; each = each->next) {
    if (!GTK_IS_ACCESSIBLE(each->data)) continue;
    if (GTK_IS_WIDGET(each->data) && gtk_widget_get_parent(each->data) == NULL)
      kurs_accessible_name_icons(each->data);
    if (ADW_IS_ENTRY_ROW(each->data)) let_text_speak(each->data);
    GtkAccessible *accessible = GTK_ACCESSIBLE(each->data);
    if (gtk_test_accessible_has_relation(accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY) &&
        gtk_test_accessible_has_property(accessible, GTK_ACCESSIBLE_PROPERTY_LABEL))
      gtk_accessible_reset_relation(accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  }
  g_slist_free(objects);
}
