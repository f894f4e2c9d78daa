// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_dialogs.h"

#if ADW_CHECK_VERSION(1, 5, 0)
#define NEW() GTK_WIDGET(adw_about_dialog_new())
#define CALL(action, about, ...) adw_about_dialog_##action(ADW_ABOUT_DIALOG(about), __VA_ARGS__)
#else
#define NEW() adw_about_window_new()
#define CALL(action, about, ...) adw_about_window_##action(ADW_ABOUT_WINDOW(about), __VA_ARGS__)
#endif

GtkWidget *kurs_about_new(void) {
  GtkWidget *about = NEW();
  CALL(set_license_type, about, GTK_LICENSE_GPL_3_0);
  return about;
}

void kurs_about_add_credits(GtkWidget *about, const char *title, const char **names) {
  CALL(add_credit_section, about, title, names);
}

void kurs_about_add_legal(GtkWidget *about, const char *title, const char *copyright, GtkLicense license) {
  CALL(add_legal_section, about, title, copyright, license, NULL);
}
