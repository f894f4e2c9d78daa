// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_gtk.h"

// Text from elsewhere, and of another kind, is left to the field below.
static gboolean is_of_kind(GtkDropTarget *target, GdkDrop *drop, gpointer kind) {
  (void)target;
  GdkDrag *drag = gdk_drop_get_drag(drop);
  GdkContentProvider *content = NULL;
  if (drag != NULL) g_object_get(drag, "content", &content, NULL);
  if (content == NULL) return FALSE;
  GValue value = G_VALUE_INIT;
  g_value_init(&value, G_TYPE_STRING);
  const char *text =
      gdk_content_provider_get_value(content, &value, NULL) ? g_value_get_string(&value) : NULL;
  gsize length = strlen(kind);
  gboolean is_wanted = text != NULL && strncmp(text, kind, length) == 0 && text[length] == ':';
  g_value_unset(&value);
  g_object_unref(content);
  return is_wanted;
}

void kurs_drop_target_take(GtkDropTarget *target, const char *kind) {
  g_signal_connect_data(target, "accept", G_CALLBACK(is_of_kind), g_strdup(kind), (GClosureNotify)g_free, 0);
}
