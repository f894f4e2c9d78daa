// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef KURS_DIALOGS_H
#define KURS_DIALOGS_H

#include "../../../System/CAdwaita/flags.h"

#include <adwaita.h>

// For the tasks of the following functions, newer libraries need other widgets or functions than older libraries. Swift
// has no preprocessor, so C chooses by the library's version. No build uses a deprecated function.

// A dialog with answer buttons. Escape gives the answer `closing`. Calls `answered` once, and then `destroy`. If
// `stays` is true, the dialog stays open until the answer is `closing` or `kurs_question_close` is called. Until then
// it calls `answered` for each answer.
typedef void (*KursAnswered)(const char *answer, gpointer data);
GtkWidget *kurs_question_new(const char *heading, const char *body);
void kurs_question_add(GtkWidget *question, const char *answer, const char *label, AdwResponseAppearance appearance);
void kurs_question_set_content(GtkWidget *question, GtkWidget *content);
void kurs_question_set_default(GtkWidget *question, const char *answer);
void kurs_question_set_enabled(GtkWidget *question, const char *answer, gboolean enabled);
void kurs_question_ask(GtkWidget *question, GtkWindow *parent, const char *closing, KursAnswered answered,
                       gpointer data, GDestroyNotify destroy, gboolean stays);
void kurs_question_close(GtkWidget *question);

// The About window. Its texts are properties of the widget.
GtkWidget *kurs_about_new(void);
void kurs_about_add_credits(GtkWidget *about, const char *title, const char **names);
void kurs_about_add_legal(GtkWidget *about, const char *title, const char *copyright, GtkLicense license);

// Shows a dialog of libadwaita 1.5 or newer, in a separate window if the parent is NULL. Does nothing with older
// versions, in which these dialogs are windows.
void kurs_dialog_present(GtkWidget *dialog, GtkWidget *parent);

// Pages of settings. They are a dialog or a window, depending on the library's version.
GType kurs_preferences_get_type(void);
GtkWidget *kurs_preferences_new(const char *title, int width, int height);
void kurs_preferences_add(GtkWidget *preferences, AdwPreferencesPage *page);
const char *kurs_preferences_get_page(GtkWidget *preferences);
void kurs_preferences_set_page(GtkWidget *preferences, const char *name);
void kurs_preferences_open_subpage(GtkWidget *preferences, GtkWidget *content, const char *title);
void kurs_preferences_close_subpage(GtkWidget *preferences);

// Opens a file dialog. Calls `chosen` once with the file's path, or with its URI if it has no path, as on a phone or a
// server. The path is NULL if the user cancels.
typedef void (*KursFileChosen)(const char *path, gpointer data);
void kurs_file_save(GtkWindow *parent, const char *title, const char *accept, const char *name,
                    KursFileChosen chosen, gpointer data);
void kurs_file_open(GtkWindow *parent, const char *title, const char *accept, GtkFileFilter *filter,
                    KursFileChosen chosen, gpointer data);

void kurs_link_open(GtkWindow *parent, const char *address);

// Highlights a day in the calendar.
void kurs_calendar_mark(GtkCalendar *calendar, GDateTime *day);

// Announces a sentence to screen readers. Returns FALSE if GTK is older than 4.14, because older GTK can't announce.
gboolean kurs_accessible_announce(GtkWidget *widget, const char *sentence);
// Hides the labels in a row from screen readers, because the row's name contains them.
void kurs_accessible_speak_for_labels(GtkWidget *row);
void kurs_accessible_set_item_label(GtkListItem *item, const char *label);

// Creates a toast with a plain title.
AdwToast *kurs_toast_new(const char *title);

#endif
