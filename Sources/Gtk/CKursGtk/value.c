// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_gtk.h"

// G_TYPE_STRING and its kin are function-like macros, which the importer skips.
GType kurs_type_string(void) { return G_TYPE_STRING; }

// g_object_set is variadic.
void kurs_set_string_property(gpointer object, const char *name, const char *value) {
  g_object_set(object, name, value, NULL);
}

// G_OBJECT_TYPE_NAME is a macro.
gboolean kurs_is_named(gpointer object, const char *type) { return g_str_equal(G_OBJECT_TYPE_NAME(object), type); }

// g_object_get is variadic. The caller frees the text.
char *kurs_get_string_property(gpointer object, const char *name) {
  char *value = NULL;
  g_object_get(object, name, &value, NULL);
  return value;
}

// G_TYPE_CHECK_INSTANCE_TYPE is a macro.
gboolean kurs_is_a(gpointer object, GType type) { return G_TYPE_CHECK_INSTANCE_TYPE(object, type); }

// Macros clear and fill a GValue (G_VALUE_INIT, G_TYPE_STRING).
GdkContentProvider *kurs_text_content(const char *text) {
  GValue value = G_VALUE_INIT;
  g_value_init(&value, G_TYPE_STRING);
  g_value_set_string(&value, text);
  GdkContentProvider *content = gdk_content_provider_new_for_value(&value);
  g_value_unset(&value);
  return content;
}
