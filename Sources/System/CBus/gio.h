// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gio/gio.h>
#include <stdbool.h>
#include <stdint.h>

enum { PATIENCE = 25000 };

// A short name in this folder, and a unique one for the linker.
#define bus kurs_gio_functions

/// The functions of GIO and GLib that are used, by short names and with their declared prototypes.
#define KURS_GIO_FUNCTIONS(X)                        \
  X(connect, g_bus_get_sync)                         \
  X(node, g_dbus_node_info_new_for_xml)              \
  X(enter, g_dbus_connection_register_object)        \
  X(own, g_bus_own_name_on_connection)               \
  X(leave, g_bus_unown_name)                         \
  X(answer, g_dbus_method_invocation_return_value)   \
  X(refuse, g_dbus_method_invocation_return_dbus_error) \
  X(ask, g_dbus_connection_call_sync)                \
  X(tell, g_dbus_connection_call)                    \
  X(context, g_main_context_new)                     \
  X(push, g_main_context_push_thread_default)        \
  X(pop, g_main_context_pop_thread_default)          \
  X(loop, g_main_loop_new)                           \
  X(run, g_main_loop_run)                            \
  X(quit, g_main_loop_quit)                          \
  X(parse, g_variant_parse)                          \
  X(count, g_variant_n_children)                     \
  X(child, g_variant_get_child_value)                \
  X(type, g_variant_get_type_string)                 \
  X(text, g_variant_get_string)                      \
  X(number, g_variant_get_uint32)                    \
  X(unref, g_variant_unref)                          \
  X(error_free, g_error_free)                        \
  X(listen, g_dbus_connection_signal_subscribe)      \
  X(deafen, g_dbus_connection_signal_unsubscribe)    \
  X(timer, g_timeout_source_new_seconds)             \
  X(set_callback, g_source_set_callback)             \
  X(attach, g_source_attach)                         \
  X(monitor, g_network_monitor_get_default)          \
  X(metered, g_network_monitor_get_network_metered)  \
  X(lookup, g_variant_lookup_value)                  \
  X(is, g_variant_get_boolean)

/// Valid after `kurs_gio_load` returned true.
extern struct kurs_gio {
#define KURS_MEMBER(name, function) __typeof__(function) *name;
  KURS_GIO_FUNCTIONS(KURS_MEMBER)
#undef KURS_MEMBER
} bus __attribute__((visibility("hidden")));

bool kurs_gio_load(void);

/// The session bus, or NULL without a bus or GIO.
GDBusConnection *kurs_gio_session(void);

/// Runs the loop of a context until it is ended, at most for `seconds`.
void kurs_gio_run(GMainLoop *loop, GMainContext *place, unsigned seconds);
