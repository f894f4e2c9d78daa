// SPDX-License-Identifier: GPL-3.0-or-later
#include "gio.h"

#include <dlfcn.h>
#include <pthread.h>

struct kurs_gio bus;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool loaded = false;

static void load(void) {
  void *library = dlopen("libgio-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
#define RESOLVE(member, name)                                                                             \
  *(void **)(&bus.member) = dlsym(library, name);                                                         \
  if (bus.member == NULL) return;
  RESOLVE(connect, "g_bus_get_sync")
  RESOLVE(node, "g_dbus_node_info_new_for_xml")
  RESOLVE(enter, "g_dbus_connection_register_object")
  RESOLVE(own, "g_bus_own_name_on_connection")
  RESOLVE(leave, "g_bus_unown_name")
  RESOLVE(answer, "g_dbus_method_invocation_return_value")
  RESOLVE(refuse, "g_dbus_method_invocation_return_dbus_error")
  RESOLVE(ask, "g_dbus_connection_call_sync")
  RESOLVE(tell, "g_dbus_connection_call")
  // dlsym looks into the libraries that this one needs as well.
  RESOLVE(context, "g_main_context_new")
  RESOLVE(push, "g_main_context_push_thread_default")
  RESOLVE(loop, "g_main_loop_new")
  RESOLVE(run, "g_main_loop_run")
  RESOLVE(quit, "g_main_loop_quit")
  RESOLVE(parse, "g_variant_parse")
  RESOLVE(count, "g_variant_n_children")
  RESOLVE(child, "g_variant_get_child_value")
  RESOLVE(type, "g_variant_get_type_string")
  RESOLVE(text, "g_variant_get_string")
  RESOLVE(unref, "g_variant_unref")
  RESOLVE(error_free, "g_error_free")
  RESOLVE(number, "g_variant_get_uint32")
  RESOLVE(listen, "g_dbus_connection_signal_subscribe")
  RESOLVE(deafen, "g_dbus_connection_signal_unsubscribe")
  RESOLVE(timer, "g_timeout_source_new_seconds")
  RESOLVE(set_callback, "g_source_set_callback")
  RESOLVE(attach, "g_source_attach")
  RESOLVE(pop, "g_main_context_pop_thread_default")
  RESOLVE(monitor, "g_network_monitor_get_default")
  RESOLVE(metered, "g_network_monitor_get_network_metered")
  RESOLVE(lookup, "g_variant_lookup_value")
  RESOLVE(is, "g_variant_get_boolean")
#undef RESOLVE
  loaded = true;
}

bool kurs_gio_load(void) {
  pthread_once(&once, load);
  return loaded;
}

void *kurs_gio_session(void) { return kurs_gio_load() ? bus.connect(BUS_SESSION, NULL, NULL) : NULL; }

static int timed_out(void *loop) {
  bus.quit(loop);
  return 0;
}

void kurs_gio_run(void *loop, void *place, unsigned seconds) {
  void *timer = bus.timer(seconds);
  bus.set_callback(timer, timed_out, loop, NULL);
  bus.attach(timer, place);
  bus.run(loop);
}
