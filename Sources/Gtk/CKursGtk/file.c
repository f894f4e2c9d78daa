// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_dialogs.h"

typedef struct {
  KursFileChosen chosen;
  gpointer data;
} Asked;

static gpointer asked_new(KursFileChosen chosen, gpointer data) {
  Asked *asked = g_new(Asked, 1);
  *asked = (Asked){chosen, data};
  return asked;
}

// Passes the file's path or URI, or NULL without a file, to the caller's function `chosen`. Frees `file` and `asked`.
static void answer(Asked *asked, GFile *file) {
  char *path = file == NULL ? NULL : g_file_get_path(file);
  // A path that isn't UTF-8 would change when it becomes a Swift string, so the URI is used.
  if (path != NULL && !g_utf8_validate(path, -1, NULL)) g_clear_pointer(&path, g_free);
  // A file on a phone or a server has no local path.
  if (file != NULL && path == NULL) path = g_file_get_uri(file);
  asked->chosen(path, asked->data);
  g_free(path);
  g_clear_object(&file);
  g_free(asked);
}

#if GTK_CHECK_VERSION(4, 10, 0)

static GtkFileDialog *dialog_new(const char *title, const char *accept) {
  GtkFileDialog *dialog = gtk_file_dialog_new();
  gtk_file_dialog_set_title(dialog, title);
  gtk_file_dialog_set_accept_label(dialog, accept);
  return dialog;
}

// If the dialog was cancelled or couldn't be shown, the result is an error and no path.
static void saved(GObject *dialog, GAsyncResult *result, gpointer asked) {
  answer(asked, gtk_file_dialog_save_finish(GTK_FILE_DIALOG(dialog), result, NULL));
}

static void opened(GObject *dialog, GAsyncResult *result, gpointer asked) {
  answer(asked, gtk_file_dialog_open_finish(GTK_FILE_DIALOG(dialog), result, NULL));
}

void kurs_file_save(GtkWindow *parent, const char *title, const char *accept, const char *name,
                    KursFileChosen chosen, gpointer data) {
  GtkFileDialog *dialog = dialog_new(title, accept);
  gtk_file_dialog_set_initial_name(dialog, name);
  gtk_file_dialog_save(dialog, parent, NULL, saved, asked_new(chosen, data));
  g_object_unref(dialog);
}

void kurs_file_open(GtkWindow *parent, const char *title, const char *accept, GtkFileFilter *filter,
                    KursFileChosen chosen, gpointer data) {
  GtkFileDialog *dialog = dialog_new(title, accept);
  GListStore *filters = g_list_store_new(GTK_TYPE_FILE_FILTER);
  g_list_store_append(filters, filter);
  gtk_file_dialog_set_filters(dialog, G_LIST_MODEL(filters));
  g_object_unref(filters);
  gtk_file_dialog_open(dialog, parent, NULL, opened, asked_new(chosen, data));
  g_object_unref(dialog);
}

#else

static void response(GtkNativeDialog *dialog, int response, gpointer asked) {
  GFile *file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog)) : NULL;
  answer(asked, file);
  gtk_native_dialog_destroy(dialog);
  // GTK keeps no reference to a native dialog, so this call releases the last reference.
  g_object_unref(dialog);
}

static void show(GtkFileChooserNative *dialog, KursFileChosen chosen, gpointer data) {
  gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(dialog), TRUE);
  g_signal_connect(dialog, "response", G_CALLBACK(response), asked_new(chosen, data));
  gtk_native_dialog_show(GTK_NATIVE_DIALOG(dialog));
}

void kurs_file_save(GtkWindow *parent, const char *title, const char *accept, const char *name,
                    KursFileChosen chosen, gpointer data) {
  GtkFileChooserNative *dialog =
      gtk_file_chooser_native_new(title, parent, GTK_FILE_CHOOSER_ACTION_SAVE, accept, NULL);
  gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(dialog), name);
  show(dialog, chosen, data);
}

void kurs_file_open(GtkWindow *parent, const char *title, const char *accept, GtkFileFilter *filter,
                    KursFileChosen chosen, gpointer data) {
  GtkFileChooserNative *dialog =
      gtk_file_chooser_native_new(title, parent, GTK_FILE_CHOOSER_ACTION_OPEN, accept, NULL);
  gtk_file_chooser_add_filter(GTK_FILE_CHOOSER(dialog), filter);
  show(dialog, chosen, data);
}

#endif
