// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_dialogs.h"

#if ADW_CHECK_VERSION(1, 5, 0)
#define NEW(heading, body) GTK_WIDGET(adw_alert_dialog_new(heading, body))
#define CALL(action, question, ...) adw_alert_dialog_##action(ADW_ALERT_DIALOG(question), __VA_ARGS__)
#else
#define NEW(heading, body) adw_message_dialog_new(NULL, heading, body)
#define CALL(action, question, ...) adw_message_dialog_##action(ADW_MESSAGE_DIALOG(question), __VA_ARGS__)
#endif

GtkWidget *kurs_question_new(const char *heading, const char *body) {
  GtkWidget *question = NEW(heading, body);
#if ADW_CHECK_VERSION(1, 5, 0)
  // libadwaita shows a long heading in a smaller label that wraps. It also measures the larger label, which doesn't
  // wrap, and GTK 4.18 warns if that is too wide.
  GObject *label = gtk_widget_get_template_child(question, ADW_TYPE_ALERT_DIALOG, "heading_label");
  if (GTK_IS_LABEL(label)) g_object_set(label, "wrap", TRUE, "wrap-mode", PANGO_WRAP_WORD_CHAR, NULL);
#endif
  return question;
}

void kurs_question_add(GtkWidget *question, const char *answer, const char *label, AdwResponseAppearance appearance) {
  CALL(add_response, question, answer, label);
  CALL(set_response_appearance, question, answer, appearance);
}

void kurs_question_set_content(GtkWidget *question, GtkWidget *content) {
  CALL(set_extra_child, question, content);
}

void kurs_question_set_default(GtkWidget *question, const char *answer) {
  CALL(set_default_response, question, answer);
}

void kurs_question_set_enabled(GtkWidget *question, const char *answer, gboolean enabled) {
  CALL(set_response_enabled, question, answer, enabled);
}

typedef struct {
  GtkWidget *question;
  KursAnswered answered;
  gpointer data;
  GDestroyNotify destroy;
  GQuark closing;
  gboolean stays;
  gboolean is_closed;
} Asked;

static const char asked_of[] = "kurs-asked";

// Closes the dialog, unless it is already closing. In newer libadwaita, the dialog gives its last answer while it
// closes, and closing it again would end the program.
static void shut(GtkWidget *question) {
  Asked *asked = g_object_get_data(G_OBJECT(question), asked_of);
  if (asked != NULL && asked->is_closed) return;
  if (asked != NULL) asked->is_closed = TRUE;
#if ADW_CHECK_VERSION(1, 5, 0)
  adw_dialog_force_close(ADW_DIALOG(question));
#else
  gtk_window_destroy(GTK_WINDOW(question));
#endif
}

static void response(GtkWidget *question, const char *answer, Asked *asked) {
  if (asked->answered == NULL) return;
  KursAnswered answered = asked->answered;
  if (asked->stays && g_quark_try_string(answer) != asked->closing) {
    answered(answer, asked->data);
    return;
  }
  asked->answered = NULL;
  answered(answer, asked->data);
  if (asked->stays) shut(question);
  // In newer libadwaita, a dialog stays in memory until its handlers release their data, so the handler is disconnected
  // here.
  g_signal_handlers_disconnect_by_func(question, G_CALLBACK(response), asked);
}

static void forget(gpointer data, GClosure *closure) {
  Asked *asked = data;
  (void)closure;
  g_object_set_data(G_OBJECT(asked->question), asked_of, NULL);
  asked->destroy(asked->data);
  g_free(asked);
}

void kurs_question_close(GtkWidget *question) {
  Asked *asked = g_object_get_data(G_OBJECT(question), asked_of);
  if (asked == NULL || asked->answered == NULL) return;
  asked->answered = NULL;
  g_object_ref(question);
  shut(question);
  g_signal_handlers_disconnect_by_func(question, G_CALLBACK(response), asked);
  g_object_unref(question);
}

#if ADW_CHECK_VERSION(1, 5, 0)
// Closes the dialog after Escape. An answer and Escape both begin with an attempt to close. If no answer follows at
// once, the user pressed Escape.
static gboolean give_closing(gpointer data) {
  GtkWidget *question = data;
  if (g_object_steal_data(G_OBJECT(question), "kurs-attempt") != NULL) shut(question);
  return G_SOURCE_REMOVE;
}

static void forget_attempt(GtkWidget *question) { g_object_steal_data(G_OBJECT(question), "kurs-attempt"); }

static void close_attempted(GtkWidget *question) {
  g_object_set_data(G_OBJECT(question), "kurs-attempt", question);
  g_idle_add_full(G_PRIORITY_DEFAULT, give_closing, g_object_ref(question), g_object_unref);
}

// Notes that the dialog is closed, because the parent window may close it too. This handler runs before the dialog
// gives its answer.
static void note_closed(GtkWidget *question) {
  Asked *asked = g_object_get_data(G_OBJECT(question), asked_of);
  if (asked != NULL) asked->is_closed = TRUE;
}

static void keep_open(GtkWidget *question) {
  adw_dialog_set_can_close(ADW_DIALOG(question), FALSE);
  g_signal_connect(question, "closed", G_CALLBACK(note_closed), NULL);
  g_signal_connect(question, "close-attempt", G_CALLBACK(close_attempted), NULL);
  g_signal_connect(question, "response", G_CALLBACK(forget_attempt), NULL);
}
#else
// Keeps the dialog open after an answer. Escape's answer was given earlier, so Escape still closes it.
static gboolean close_requested(GtkWidget *question) {
  Asked *asked = g_object_get_data(G_OBJECT(question), asked_of);
  return asked != NULL && asked->answered != NULL;
}

static void keep_open(GtkWidget *question) {
  g_signal_connect_after(question, "close-request", G_CALLBACK(close_requested), NULL);
}
#endif

void kurs_question_ask(GtkWidget *question, GtkWindow *parent, const char *closing, KursAnswered answered,
                       gpointer data, GDestroyNotify destroy, gboolean stays) {
  Asked *asked = g_new(Asked, 1);
  *asked = (Asked){question, answered, data, destroy, g_quark_from_string(closing), stays, FALSE};
  g_object_set_data(G_OBJECT(question), asked_of, asked);
  g_signal_connect_data(question, "response", G_CALLBACK(response), asked, forget, G_CONNECT_DEFAULT);
  if (stays) keep_open(question);
#if ADW_CHECK_VERSION(1, 5, 0)
  if (closing != NULL) adw_alert_dialog_set_close_response(ADW_ALERT_DIALOG(question), closing);
  adw_dialog_present(ADW_DIALOG(question), GTK_WIDGET(parent));
#else
  if (closing != NULL) adw_message_dialog_set_close_response(ADW_MESSAGE_DIALOG(question), closing);
  gtk_window_set_transient_for(GTK_WINDOW(question), parent);
  gtk_window_set_modal(GTK_WINDOW(question), TRUE);
  gtk_window_present(GTK_WINDOW(question));
#endif
}
