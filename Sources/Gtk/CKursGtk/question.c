// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_dialogs.h"
#include "kurs_gtk.h"

#if ADW_CHECK_VERSION(1, 5, 0)

GtkWidget *kurs_question_new(const char *heading, const char *body) {
  return GTK_WIDGET(adw_alert_dialog_new(heading, body));
}

void kurs_question_add(GtkWidget *question, const char *answer, const char *label, AdwResponseAppearance appearance) {
  adw_alert_dialog_add_response(ADW_ALERT_DIALOG(question), answer, label);
  adw_alert_dialog_set_response_appearance(ADW_ALERT_DIALOG(question), answer, appearance);
}

void kurs_question_set_content(GtkWidget *question, GtkWidget *content) {
  adw_alert_dialog_set_extra_child(ADW_ALERT_DIALOG(question), content);
}

void kurs_question_set_default(GtkWidget *question, const char *answer) {
  adw_alert_dialog_set_default_response(ADW_ALERT_DIALOG(question), answer);
}

void kurs_question_set_enabled(GtkWidget *question, const char *answer, gboolean enabled) {
  adw_alert_dialog_set_response_enabled(ADW_ALERT_DIALOG(question), answer, enabled);
}

#else

GtkWidget *kurs_question_new(const char *heading, const char *body) {
  return adw_message_dialog_new(NULL, heading, body);
}

void kurs_question_add(GtkWidget *question, const char *answer, const char *label, AdwResponseAppearance appearance) {
  adw_message_dialog_add_response(ADW_MESSAGE_DIALOG(question), answer, label);
  adw_message_dialog_set_response_appearance(ADW_MESSAGE_DIALOG(question), answer, appearance);
}

void kurs_question_set_content(GtkWidget *question, GtkWidget *content) {
  adw_message_dialog_set_extra_child(ADW_MESSAGE_DIALOG(question), content);
}

void kurs_question_set_default(GtkWidget *question, const char *answer) {
  adw_message_dialog_set_default_response(ADW_MESSAGE_DIALOG(question), answer);
}

void kurs_question_set_enabled(GtkWidget *question, const char *answer, gboolean enabled) {
  adw_message_dialog_set_response_enabled(ADW_MESSAGE_DIALOG(question), answer, enabled);
}

#endif

typedef struct {
  KursAnswered answered;
  gpointer data;
  GDestroyNotify destroy;
} Asked;

static void response(GtkWidget *question, const char *answer, Asked *asked) {
  if (asked->answered == NULL) return;
  KursAnswered answered = asked->answered;
  asked->answered = NULL;
  answered(answer, asked->data);
  // A newer dialog lives on until its handlers let go of what holds it.
  g_signal_handlers_disconnect_by_func(question, G_CALLBACK(response), asked);
}

static void forget(gpointer data, GClosure *closure) {
  Asked *asked = data;
  (void)closure;
  asked->destroy(asked->data);
  g_free(asked);
}

void kurs_question_ask(GtkWidget *question, GtkWindow *parent, const char *closing, KursAnswered answered,
                       gpointer data, GDestroyNotify destroy) {
  Asked *asked = g_new(Asked, 1);
  *asked = (Asked){answered, data, destroy};
  g_signal_connect_data(question, "response", G_CALLBACK(response), asked, forget, G_CONNECT_DEFAULT);
#if ADW_CHECK_VERSION(1, 5, 0)
  if (closing != NULL) adw_alert_dialog_set_close_response(ADW_ALERT_DIALOG(question), closing);
  adw_dialog_present(ADW_DIALOG(question), GTK_WIDGET(parent));
#else
  if (closing != NULL) adw_message_dialog_set_close_response(ADW_MESSAGE_DIALOG(question), closing);
  gtk_window_set_transient_for(GTK_WINDOW(question), parent);
  gtk_window_set_modal(GTK_WINDOW(question), TRUE);
  kurs_accessible_name_buttons(question);
  gtk_window_present(GTK_WINDOW(question));
#endif
}
