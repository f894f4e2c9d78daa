// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_dialogs.h"

#if ADW_CHECK_VERSION(1, 5, 0)

GtkWidget *kurs_about_new(void) {
  AdwDialog *about = adw_about_dialog_new();
  adw_about_dialog_set_license_type(ADW_ABOUT_DIALOG(about), GTK_LICENSE_GPL_3_0);
  return GTK_WIDGET(about);
}

void kurs_about_add_credits(GtkWidget *about, const char *title, const char **names) {
  adw_about_dialog_add_credit_section(ADW_ABOUT_DIALOG(about), title, names);
}

void kurs_about_add_legal(GtkWidget *about, const char *title, const char *copyright, GtkLicense license) {
  adw_about_dialog_add_legal_section(ADW_ABOUT_DIALOG(about), title, copyright, license, NULL);
}

void kurs_about_present(GtkWidget *about, GtkWindow *parent) {
  adw_dialog_present(ADW_DIALOG(about), GTK_WIDGET(parent));
}

#else

GtkWidget *kurs_about_new(void) {
  GtkWidget *about = adw_about_window_new();
  adw_about_window_set_license_type(ADW_ABOUT_WINDOW(about), GTK_LICENSE_GPL_3_0);
  return about;
}

void kurs_about_add_credits(GtkWidget *about, const char *title, const char **names) {
  adw_about_window_add_credit_section(ADW_ABOUT_WINDOW(about), title, names);
}

void kurs_about_add_legal(GtkWidget *about, const char *title, const char *copyright, GtkLicense license) {
  adw_about_window_add_legal_section(ADW_ABOUT_WINDOW(about), title, copyright, license, NULL);
}

void kurs_about_present(GtkWidget *about, GtkWindow *parent) {
  GtkWindow *window = GTK_WINDOW(about);
  gtk_window_set_transient_for(window, parent);
  gtk_window_set_modal(window, TRUE);
  // The keys of the program (quit, close) work in windows of an application alone.
  gtk_window_set_application(window, gtk_window_get_application(parent));
  gtk_window_set_destroy_with_parent(window, TRUE);
  gtk_window_present(window);
}

#endif
