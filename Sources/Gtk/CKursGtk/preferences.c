// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_dialogs.h"

#if ADW_CHECK_VERSION(1, 5, 0)

#define CALL(action, preferences, ...) \
  adw_preferences_dialog_##action(ADW_PREFERENCES_DIALOG(preferences), ##__VA_ARGS__)

GType kurs_preferences_get_type(void) { return ADW_TYPE_PREFERENCES_DIALOG; }

GtkWidget *kurs_preferences_new(const char *title, int width, int height) {
  AdwDialog *dialog = adw_preferences_dialog_new();
  adw_dialog_set_title(dialog, title);
  adw_dialog_set_content_width(dialog, width);
  adw_dialog_set_content_height(dialog, height);
  CALL(set_search_enabled, dialog, TRUE);
  return GTK_WIDGET(dialog);
}

// Hides the back button that newer libadwaita adds. The content includes one, because older libadwaita adds none.
static void hide_second_back_button(GtkWidget *widget) {
  if (ADW_IS_HEADER_BAR(widget)) adw_header_bar_set_show_back_button(ADW_HEADER_BAR(widget), FALSE);
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL; child = gtk_widget_get_next_sibling(child))
    if (!ADW_IS_PREFERENCES_PAGE(child)) hide_second_back_button(child);
}

void kurs_preferences_open_subpage(GtkWidget *preferences, GtkWidget *content, const char *title) {
  hide_second_back_button(content);
  CALL(push_subpage, preferences, adw_navigation_page_new(content, title));
}

void kurs_preferences_close_subpage(GtkWidget *preferences) { CALL(pop_subpage, preferences); }

#else

#define CALL(action, preferences, ...) \
  adw_preferences_window_##action(ADW_PREFERENCES_WINDOW(preferences), ##__VA_ARGS__)

GType kurs_preferences_get_type(void) { return ADW_TYPE_PREFERENCES_WINDOW; }

GtkWidget *kurs_preferences_new(const char *title, int width, int height) {
  GtkWidget *window = adw_preferences_window_new();
  // The role is set here, as in the windows in data/ui, because GTK 4.8 may have chosen a generic role when it created
  // the window.
  g_object_set(window, "accessible-role", GTK_ACCESSIBLE_ROLE_WINDOW, NULL);
  gtk_window_set_title(GTK_WINDOW(window), title);
  gtk_window_set_default_size(GTK_WINDOW(window), width, height);
  gtk_window_set_modal(GTK_WINDOW(window), FALSE);
  // GTK 4.8 leaves a dangling pointer if window and parent close at once, so the program closes the window itself.
  gtk_window_set_destroy_with_parent(GTK_WINDOW(window), FALSE);
  CALL(set_can_navigate_back, window, TRUE);
  return window;
}

void kurs_preferences_open_subpage(GtkWidget *preferences, GtkWidget *content, const char *title) {
  (void)title;
  CALL(present_subpage, preferences, content);
}

void kurs_preferences_close_subpage(GtkWidget *preferences) { CALL(close_subpage, preferences); }

#endif

void kurs_preferences_add(GtkWidget *preferences, AdwPreferencesPage *page) { CALL(add, preferences, page); }

const char *kurs_preferences_get_page(GtkWidget *preferences) { return CALL(get_visible_page_name, preferences); }

void kurs_preferences_set_page(GtkWidget *preferences, const char *name) {
  CALL(set_visible_page_name, preferences, name);
}
