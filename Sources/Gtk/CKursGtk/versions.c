// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_dialogs.h"

#if GTK_CHECK_VERSION(4, 14, 0)
// Announces nothing without a bus for screen readers, because GTK 4.18 then uses a test context, which would crash.
gboolean kurs_accessible_announce(GtkWidget *widget, const char *sentence) {
  GtkATContext *context = gtk_accessible_get_at_context(GTK_ACCESSIBLE(widget));
  if (context != NULL && !g_str_equal(G_OBJECT_TYPE_NAME(context), "GtkTestATContext"))
    gtk_accessible_announce(GTK_ACCESSIBLE(widget), sentence, GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
  g_clear_object(&context);
  return TRUE;
}

// Orca 48 speaks a row's name and then each label in the row. It skips paragraphs, so labels get that role. A role must
// be set before the widget is shown.
void kurs_accessible_speak_for_labels(GtkWidget *row) {
  if (GTK_IS_LABEL(row)) {
    g_object_set(row, "accessible-role", GTK_ACCESSIBLE_ROLE_PARAGRAPH, NULL);
    return;
  }
  // Labels in a button keep their role, because the button gets its name from them.
  if (GTK_IS_BUTTON(row)) return;
  for (GtkWidget *child = gtk_widget_get_first_child(row); child != NULL; child = gtk_widget_get_next_sibling(child))
    kurs_accessible_speak_for_labels(child);
}
#else
gboolean kurs_accessible_announce(GtkWidget *widget, const char *sentence) {
  (void)widget, (void)sentence;
  return FALSE;
}

// Does nothing. With older GTK, screen readers speak only the row's name, or all labels as one sentence if the row has
// no name.
void kurs_accessible_speak_for_labels(GtkWidget *row) { (void)row; }
#endif

// Sets the accessible name of a row in a list view. GTK creates the focused row without a name, so a screen reader
// would otherwise speak the labels one by one.
void kurs_accessible_set_item_label(GtkListItem *item, const char *label) {
#if GTK_CHECK_VERSION(4, 12, 0)
  gtk_list_item_set_accessible_label(item, label);
#else
  (void)item, (void)label;
#endif
}

// Since libadwaita 1.6, a screen reader speaks a title with its markup, such as "&amp;". The installed version decides,
// because a package of an older system runs on newer ones too.
AdwToast *kurs_toast_new(const char *title) {
  AdwToast *toast = adw_toast_new("");
  if (g_object_class_find_property(G_OBJECT_GET_CLASS(toast), "use-markup")) {
    g_object_set(toast, "use-markup", FALSE, "title", title, NULL);
  } else {
    char *escaped = g_markup_escape_text(title, -1);
    adw_toast_set_title(toast, escaped);
    g_free(escaped);
  }
  return toast;
}

void kurs_link_open(GtkWindow *parent, const char *address) {
#if GTK_CHECK_VERSION(4, 10, 0)
  GtkUriLauncher *launcher = gtk_uri_launcher_new(address);
  gtk_uri_launcher_launch(launcher, parent, NULL, NULL, NULL);
  g_object_unref(launcher);
#else
  gtk_show_uri(parent, address, GDK_CURRENT_TIME);
#endif
}

void kurs_calendar_mark(GtkCalendar *calendar, GDateTime *day) {
#if GTK_CHECK_VERSION(4, 20, 0)
  gtk_calendar_set_date(calendar, day);
#else
  gtk_calendar_select_day(calendar, day);
#endif
}

void kurs_dialog_present(GtkWidget *dialog, GtkWidget *parent) {
#if ADW_CHECK_VERSION(1, 5, 0)
  adw_dialog_present(ADW_DIALOG(dialog), parent);
#else
  (void)dialog, (void)parent;
#endif
}
