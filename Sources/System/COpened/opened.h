// SPDX-License-Identifier: GPL-3.0-or-later
// Libraries that are opened on first use, because linking them would slow down each start (docs/BUILD.md). Swift can't
// name the type of a C function that isn't linked. So C declares a table of functions with their prototypes for each
// library, and a function that fills it. dlsym also searches the libraries that a library needs.

#include "../CAdwaita/flags.h"

#include <cairo/cairo-pdf.h>
#include <dlfcn.h>
#include <gio/gio.h>
#include <libsecret/secret.h>
#include <pango/pangocairo.h>
#include <stdbool.h>

#define KURS_MEMBER(function) __typeof__(function) *function;
#define KURS_FILL(function) \
  if ((*(void **)&table->function = dlsym(library, #function)) == NULL) return false;
#define KURS_TABLE(name, FUNCTIONS)                                       \
  struct name {                                                           \
    FUNCTIONS(KURS_MEMBER)                                                \
  };                                                                      \
  static inline bool name##_fill(struct name *table, void *library) {     \
    FUNCTIONS(KURS_FILL)                                                  \
    return true;                                                          \
  }

#define KURS_CAIRO(X)                  \
  X(cairo_image_surface_create)        \
  X(cairo_image_surface_get_data)      \
  X(cairo_image_surface_get_stride)    \
  X(cairo_surface_set_device_scale)    \
  X(cairo_surface_destroy)             \
  X(cairo_surface_flush)               \
  X(cairo_surface_status)              \
  X(cairo_surface_write_to_png_stream) \
  X(cairo_create)                      \
  X(cairo_destroy)                     \
  X(cairo_save)                        \
  X(cairo_restore)                     \
  X(cairo_rectangle)                   \
  X(cairo_clip)                        \
  X(cairo_set_source_rgba)             \
  X(cairo_set_source_surface)          \
  X(cairo_set_antialias)               \
  X(cairo_set_line_width)              \
  X(cairo_set_line_join)               \
  X(cairo_set_dash)                    \
  X(cairo_move_to)                     \
  X(cairo_line_to)                     \
  X(cairo_arc)                         \
  X(cairo_close_path)                  \
  X(cairo_new_path)                    \
  X(cairo_stroke)                      \
  X(cairo_fill)                        \
  X(cairo_paint)
KURS_TABLE(kurs_cairo, KURS_CAIRO)

// A separate table, because a cairo that was built without PDF can still draw everything else.
#define KURS_PDF(X) X(cairo_pdf_surface_create_for_stream)
KURS_TABLE(kurs_pdf, KURS_PDF)

#define KURS_PANGO(X)                           \
  X(pango_cairo_create_layout)                  \
  X(pango_cairo_show_layout)                    \
  X(pango_layout_set_text)                      \
  X(pango_layout_set_font_description)          \
  X(pango_layout_get_size)                      \
  X(pango_font_description_new)                 \
  X(pango_font_description_set_family)          \
  X(pango_font_description_set_absolute_size)   \
  X(pango_font_description_set_weight)          \
  X(pango_font_description_free)                \
  X(g_object_unref)
KURS_TABLE(kurs_pango, KURS_PANGO)

#define KURS_GIO(X)                              \
  X(g_bus_get_sync)                              \
  X(g_dbus_node_info_new_for_xml)                \
  X(g_dbus_connection_register_object)           \
  X(g_bus_own_name_on_connection)                \
  X(g_bus_unown_name)                            \
  X(g_dbus_method_invocation_return_value)       \
  X(g_dbus_method_invocation_return_dbus_error)  \
  X(g_dbus_connection_call_sync)                 \
  X(g_dbus_connection_call)                      \
  X(g_dbus_connection_signal_subscribe)          \
  X(g_dbus_connection_signal_unsubscribe)        \
  X(g_main_context_new)                          \
  X(g_main_context_push_thread_default)          \
  X(g_main_context_pop_thread_default)           \
  X(g_main_loop_new)                             \
  X(g_main_loop_run)                             \
  X(g_main_loop_quit)                            \
  X(g_timeout_source_new_seconds)                \
  X(g_source_set_callback)                       \
  X(g_source_attach)                             \
  X(g_network_monitor_get_default)               \
  X(g_network_monitor_get_network_metered)       \
  X(g_variant_parse)                             \
  X(g_variant_n_children)                        \
  X(g_variant_get_child_value)                   \
  X(g_variant_get_type_string)                   \
  X(g_variant_get_string)                        \
  X(g_variant_get_uint32)                        \
  X(g_variant_get_boolean)                       \
  X(g_variant_lookup_value)                      \
  X(g_variant_unref)                             \
  X(g_error_free)
KURS_TABLE(kurs_gio, KURS_GIO)

#define KURS_SECRET(X)                         \
  X(secret_schema_newv)                        \
  X(secret_password_searchv_sync)              \
  X(secret_retrievable_retrieve_secret_sync)   \
  X(secret_value_get_text)                     \
  X(secret_value_unref)                        \
  X(secret_password_storev_sync)               \
  X(secret_password_clearv_sync)               \
  X(secret_item_get_type)                      \
  X(secret_item_get_locked)                    \
  X(secret_error_get_quark)                    \
  X(g_type_check_instance_is_a)                \
  X(g_hash_table_new_full)                     \
  X(g_hash_table_insert)                       \
  X(g_hash_table_unref)                        \
  X(g_str_hash)                                \
  X(g_str_equal)                               \
  X(g_compute_checksum_for_string)             \
  X(g_cancellable_new)                         \
  X(g_cancellable_cancel)                      \
  X(g_object_unref)                            \
  X(g_list_free_full)                          \
  X(g_error_free)                              \
  X(g_quark_to_string)                         \
  X(g_bus_get_sync)                            \
  X(g_dbus_connection_call_sync)               \
  X(g_variant_parse)                           \
  X(g_variant_get_child_value)                 \
  X(g_variant_get_boolean)                     \
  X(g_variant_unref)
KURS_TABLE(kurs_secret, KURS_SECRET)
