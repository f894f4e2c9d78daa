// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_dialogs.h"
#include "kurs_gtk.h"

static GtkWidget *first_of(GtkWidget *widget, GType type, gboolean is_mapped) {
  if (G_TYPE_CHECK_INSTANCE_TYPE(widget, type) && (!is_mapped || gtk_widget_get_mapped(widget))) return widget;
  GtkWidget *found = NULL;
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling(child))
    found = first_of(child, type, is_mapped);
  return found;
}

// Enter opens the focused search result, or the first one.
// libadwaita 1.2 sends the key to the search field, which ignores it. Newer versions send it to neither.
static gboolean open_found(GtkEventControllerKey *keys, guint key, guint code, GdkModifierType held,
                           GtkWidget *preferences) {
  (void)keys, (void)code, (void)held;
  GtkWidget *entry = first_of(preferences, GTK_TYPE_SEARCH_ENTRY, TRUE);
  if (entry == NULL || *gtk_editable_get_text(GTK_EDITABLE(entry)) == '\0') return FALSE;
  if (key != GDK_KEY_Return && key != GDK_KEY_KP_Enter) return FALSE;
  GtkWidget *row = gtk_root_get_focus(gtk_widget_get_root(preferences));
  if (row != NULL && gtk_widget_is_ancestor(row, entry)) row = first_of(preferences, GTK_TYPE_LIST_BOX_ROW, TRUE);
  return GTK_IS_LIST_BOX_ROW(row) && gtk_widget_activate(row);
}

static void open_found_by_enter(GtkWidget *preferences) {
  GtkEventController *keys = gtk_event_controller_key_new();
  gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
  g_signal_connect(keys, "key-pressed", G_CALLBACK(open_found), preferences);
  gtk_widget_add_controller(preferences, keys);
}

#if ADW_CHECK_VERSION(1, 5, 0)

GType kurs_preferences_get_type(void) { return ADW_TYPE_PREFERENCES_DIALOG; }

GtkWidget *kurs_preferences_new(const char *title, int width, int height) {
  AdwDialog *dialog = adw_preferences_dialog_new();
  adw_dialog_set_title(dialog, title);
  adw_dialog_set_content_width(dialog, width);
  adw_dialog_set_content_height(dialog, height);
  adw_preferences_dialog_set_search_enabled(ADW_PREFERENCES_DIALOG(dialog), TRUE);
  open_found_by_enter(GTK_WIDGET(dialog));
  return GTK_WIDGET(dialog);
}

void kurs_preferences_add(GtkWidget *preferences, AdwPreferencesPage *page) {
  adw_preferences_dialog_add(ADW_PREFERENCES_DIALOG(preferences), page);
}

const char *kurs_preferences_get_page(GtkWidget *preferences) {
  return adw_preferences_dialog_get_visible_page_name(ADW_PREFERENCES_DIALOG(preferences));
}

void kurs_preferences_set_page(GtkWidget *preferences, const char *name) {
  adw_preferences_dialog_set_visible_page_name(ADW_PREFERENCES_DIALOG(preferences), name);
}

// The content has its own back button, which older versions need.
static void hide_second_back_button(GtkWidget *widget) {
  if (ADW_IS_HEADER_BAR(widget)) adw_header_bar_set_show_back_button(ADW_HEADER_BAR(widget), FALSE);
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL; child = gtk_widget_get_next_sibling(child))
    if (!ADW_IS_PREFERENCES_PAGE(child)) hide_second_back_button(child);
}

void kurs_preferences_open_subpage(GtkWidget *preferences, GtkWidget *content, const char *title) {
  hide_second_back_button(content);
  AdwNavigationPage *page = adw_navigation_page_new(content, title);
  adw_preferences_dialog_push_subpage(ADW_PREFERENCES_DIALOG(preferences), page);
}

void kurs_preferences_close_subpage(GtkWidget *preferences) {
  adw_preferences_dialog_pop_subpage(ADW_PREFERENCES_DIALOG(preferences));
}

// A dialog doesn't pass the program's keys (quit, close) to its window, so it gets them itself.
static void kurs_preferences_take_keys(GtkWidget *preferences, GtkApplication *application) {
  GtkEventController *keys = gtk_shortcut_controller_new();
  gtk_shortcut_controller_set_scope(GTK_SHORTCUT_CONTROLLER(keys), GTK_SHORTCUT_SCOPE_MANAGED);
  char **actions = gtk_application_list_action_descriptions(application);
  for (char **action = actions; *action != NULL; action++) {
    if (!g_str_has_prefix(*action, "app.") && !g_str_has_prefix(*action, "window.")) continue;
    char **accels = gtk_application_get_accels_for_action(application, *action);
    for (char **accel = accels; *accel != NULL; accel++) {
      gtk_shortcut_controller_add_shortcut(
          GTK_SHORTCUT_CONTROLLER(keys),
          gtk_shortcut_new(gtk_shortcut_trigger_parse_string(*accel), gtk_named_action_new(*action)));
    }
    g_strfreev(accels);
  }
  g_strfreev(actions);
  gtk_widget_add_controller(preferences, keys);
}

// Without a parent the dialog gets a separate window, so the settings stay open beside the calculator.
GtkWindow *kurs_preferences_open(GtkWidget *preferences) {
  if (gtk_widget_get_root(preferences) == NULL) {
    adw_dialog_present(ADW_DIALOG(preferences), NULL);
    gtk_window_set_resizable(GTK_WINDOW(gtk_widget_get_root(preferences)), TRUE);
    GApplication *application = g_application_get_default();
    if (GTK_IS_APPLICATION(application)) kurs_preferences_take_keys(preferences, GTK_APPLICATION(application));
  }
  return GTK_WINDOW(gtk_widget_get_root(preferences));
}

void kurs_preferences_connect_closed(GtkWidget *preferences, GCallback callback, gpointer box,
                                     GClosureNotify destroy) {
  kurs_signal_connect(preferences, "closed", callback, box, destroy, FALSE);
}

#else

GType kurs_preferences_get_type(void) { return ADW_TYPE_PREFERENCES_WINDOW; }

GtkWidget *kurs_preferences_new(const char *title, int width, int height) {
  AdwPreferencesWindow *window = ADW_PREFERENCES_WINDOW(adw_preferences_window_new());
  // The windows in data/ui set the role too, because GTK 4.8 may already have chosen a generic one.
  g_object_set(window, "accessible-role", GTK_ACCESSIBLE_ROLE_WINDOW, NULL);
  gtk_window_set_title(GTK_WINDOW(window), title);
  gtk_window_set_default_size(GTK_WINDOW(window), width, height);
  gtk_window_set_modal(GTK_WINDOW(window), FALSE);
  // The program closes it with its parent, because GTK 4.8 leaves a dangling pointer if both close at once.
  gtk_window_set_destroy_with_parent(GTK_WINDOW(window), FALSE);
  adw_preferences_window_set_can_navigate_back(window, TRUE);
  open_found_by_enter(GTK_WIDGET(window));
  return GTK_WIDGET(window);
}

static void gather_groups(GtkWidget *widget, GPtrArray *groups) {
  if (ADW_IS_PREFERENCES_GROUP(widget)) {
    g_ptr_array_add(groups, widget);
    return;
  }
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL; child = gtk_widget_get_next_sibling(child))
    gather_groups(child, groups);
}

// The search of libadwaita 1.2 leaks a reference for each row of each group (adw_preferences_page_get_rows),
// so a closed window kept all of its rows. This function returns those references.
// Versions without the leak have none to return.
void kurs_preferences_add(GtkWidget *preferences, AdwPreferencesPage *page) {
  GPtrArray *groups = g_ptr_array_new();
  gather_groups(GTK_WIDGET(page), groups);
  guint *before = g_new(guint, groups->len);
  for (guint i = 0; i < groups->len; i++) before[i] = G_OBJECT(groups->pdata[i])->ref_count;
  adw_preferences_window_add(ADW_PREFERENCES_WINDOW(preferences), page);
  gboolean is_known = adw_get_major_version() == 1 && adw_get_minor_version() < 5;
  for (guint i = 0; is_known && i < groups->len; i++)
    for (guint count = G_OBJECT(groups->pdata[i])->ref_count; count > before[i]; count--)
      g_object_unref(groups->pdata[i]);
  g_free(before);
  g_ptr_array_unref(groups);
}

const char *kurs_preferences_get_page(GtkWidget *preferences) {
  return adw_preferences_window_get_visible_page_name(ADW_PREFERENCES_WINDOW(preferences));
}

void kurs_preferences_set_page(GtkWidget *preferences, const char *name) {
  adw_preferences_window_set_visible_page_name(ADW_PREFERENCES_WINDOW(preferences), name);
}

void kurs_preferences_open_subpage(GtkWidget *preferences, GtkWidget *content, const char *title) {
  (void)title;
  adw_preferences_window_present_subpage(ADW_PREFERENCES_WINDOW(preferences), content);
}

void kurs_preferences_close_subpage(GtkWidget *preferences) {
  adw_preferences_window_close_subpage(ADW_PREFERENCES_WINDOW(preferences));
}

GtkWindow *kurs_preferences_open(GtkWidget *preferences) {
  kurs_accessible_name_icons(preferences);
  return GTK_WINDOW(preferences);
}

void kurs_preferences_connect_closed(GtkWidget *preferences, GCallback callback, gpointer box,
                                     GClosureNotify destroy) {
  kurs_signal_connect(preferences, "close-request", callback, box, destroy, FALSE);
}

#endif
