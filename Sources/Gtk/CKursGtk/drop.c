// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_gtk.h"

// The field below handles text from elsewhere and items of another kind.
static gboolean is_of_kind(GtkDropTarget *target, GdkDrop *drop, gpointer kind) {
  (void)target;
  GdkDrag *drag = gdk_drop_get_drag(drop);
  GdkContentProvider *content = NULL;
  if (drag != NULL) g_object_get(drag, "content", &content, NULL);
  if (content == NULL) return FALSE;
  gboolean is_wanted = g_strcmp0(g_object_get_data(G_OBJECT(content), "kurs-kind"), kind) == 0;
  g_object_unref(content);
  return is_wanted;
}

void kurs_drop_target_take(GtkDropTarget *target, const char *kind) {
  g_signal_connect_data(target, "accept", G_CALLBACK(is_of_kind), g_strdup(kind), (GClosureNotify)g_free, 0);
}

// The program identifies a dragged item by kind and name. Other programs receive its text.
GdkContentProvider *kurs_dragged_content(const char *kind, const char *name, const char *text) {
  GdkContentProvider *content = kurs_text_content(text);
  g_object_set_data_full(G_OBJECT(content), "kurs-kind", g_strdup(kind), g_free);
  g_object_set_data_full(G_OBJECT(content), "kurs-name", g_strdup(name), g_free);
  return content;
}

// NULL for an item of another program or another kind. The caller frees it.
char *kurs_dropped_name(GtkDropTarget *target) {
  GdkDrop *drop = gtk_drop_target_get_current_drop(target);
  GdkDrag *drag = drop != NULL ? gdk_drop_get_drag(drop) : NULL;
  GdkContentProvider *content = NULL;
  if (drag != NULL) g_object_get(drag, "content", &content, NULL);
  if (content == NULL) return NULL;
  char *name = g_strdup(g_object_get_data(G_OBJECT(content), "kurs-name"));
  g_object_unref(content);
  return name;
}

static char **taken(GStrvBuilder *names) {
  char **list = g_strv_builder_end(names);
  g_strv_builder_unref(names);
  return list;
}

// The path of each dropped file, or its address if it isn't on this machine. The caller frees the list.
char **kurs_dropped_files(const GValue *value) {
  GStrvBuilder *names = g_strv_builder_new();
  GSList *files = G_VALUE_HOLDS(value, GDK_TYPE_FILE_LIST) ? g_value_get_boxed(value) : NULL;
  for (; files != NULL; files = files->next) {
    char *path = g_file_get_path(files->data);
    char *name = path != NULL ? path : g_file_get_uri(files->data);
    g_strv_builder_add(names, name);
    g_free(name);
  }
  return taken(names);
}

// GDK_TYPE_FILE_LIST is a macro.
GType kurs_type_file_list(void) { return GDK_TYPE_FILE_LIST; }
