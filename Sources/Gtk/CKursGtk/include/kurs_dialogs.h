// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef KURS_DIALOGS_H
#define KURS_DIALOGS_H

#include <adwaita.h>

// Functions that newer libraries implement with other widgets. Each .c file chooses one by the library's version.
// So Swift sees one function, and no build uses a deprecated one.

// A dialog with answer buttons. Escape answers `closing`. Calls `answered` once and then `destroy`.
// If `stays` is true, it stays open until the answer is `closing` or `kurs_question_close` is called.
// Until then it calls `answered` for each answer.
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
void kurs_about_present(GtkWidget *about, GtkWindow *parent);

// A window with pages of settings. It appears with `kurs_preferences_open`.
GType kurs_preferences_get_type(void);
GtkWidget *kurs_preferences_new(const char *title, int width, int height);
void kurs_preferences_add(GtkWidget *preferences, AdwPreferencesPage *page);
const char *kurs_preferences_get_page(GtkWidget *preferences);
void kurs_preferences_set_page(GtkWidget *preferences, const char *name);
void kurs_preferences_open_subpage(GtkWidget *preferences, GtkWidget *content, const char *title);
void kurs_preferences_close_subpage(GtkWidget *preferences);
GtkWindow *kurs_preferences_open(GtkWidget *preferences);
void kurs_preferences_connect_closed(GtkWidget *preferences, GCallback callback, gpointer box,
                                     GClosureNotify destroy);

// Opens a file dialog. Calls `chosen` once with the file's path, or with its URI if it has no path, as on a phone or a
// server. The path is NULL if the user cancels.
typedef void (*KursFileChosen)(const char *path, gpointer data);
void kurs_file_save(GtkWindow *parent, const char *title, const char *accept, const char *name,
                    KursFileChosen chosen, gpointer data);
void kurs_file_open(GtkWindow *parent, const char *title, const char *accept, GtkFileFilter *filter,
                    KursFileChosen chosen, gpointer data);

// Replaces a file by its URI, completely or not at all. Blocks. Returns 0 or an errno value.
int kurs_file_replace(const char *uri, const void *bytes, size_t length);

// Opens an address in the user's browser.
void kurs_link_open(GtkWindow *parent, const char *address);

// Marks a day in the calendar.
void kurs_calendar_mark(GtkCalendar *calendar, GDateTime *day);

#endif
