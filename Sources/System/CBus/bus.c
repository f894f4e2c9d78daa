// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_bus.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// GIO's headers are in a folder that no plain #include finds; these prototypes and the heads of these structures have
// been the same since GLib 2.26.
typedef struct GError {
  uint32_t domain;
  int code;
  char *message;
} GError;
typedef struct GDBusNodeInfo {
  int references;
  char *path;
  void **interfaces;
} GDBusNodeInfo;
typedef void GVariant;
enum { BUS_SESSION = 2, DO_NOT_QUEUE = 4, NO_FLAGS = 0, PATIENCE = 25000 };

typedef struct GDBusInterfaceVTable {
  void (*call)(
      void *bus, const char *sender, const char *path, const char *interface, const char *method, GVariant *arguments,
      void *waiting, void *service);
  void *read, *write, *padding[8];
} GDBusInterfaceVTable;

static struct {
  void *(*connect)(int, void *, GError **);
  GDBusNodeInfo *(*node)(const char *, GError **);
  unsigned (*enter)(
      void *, const char *, void *, const GDBusInterfaceVTable *, void *, void (*)(void *), GError **);
  unsigned (*own)(
      void *, const char *, int, void (*)(void *, const char *, void *), void (*)(void *, const char *, void *), void *,
      void (*)(void *));
  void (*leave)(unsigned);
  void (*answer)(void *, GVariant *);
  void (*refuse)(void *, const char *, const char *);
  GVariant *(*ask)(
      void *, const char *, const char *, const char *, const char *, GVariant *, const void *, int, int, void *,
      GError **);
  void *(*context)(void);
  void (*push)(void *);
  void *(*loop)(void *, int);
  void (*run)(void *);
  void (*quit)(void *);
  GVariant *(*parse)(const char *, const char *, const char *, const char **, GError **);
  size_t (*count)(GVariant *);
  GVariant *(*child)(GVariant *, size_t);
  const char *(*type)(GVariant *);
  const char *(*text)(GVariant *, size_t *);
  uint32_t (*number)(GVariant *);
  void (*unref)(GVariant *);
  void (*error_free)(GError *);
  unsigned (*listen)(
      void *, const char *, const char *, const char *, const char *, const char *, int,
      void (*)(void *, const char *, const char *, const char *, const char *, GVariant *, void *), void *,
      void (*)(void *));
  void (*deafen)(void *, unsigned);
  void *(*timer)(unsigned);
  void (*set_callback)(void *, int (*)(void *), void *, void (*)(void *));
  unsigned (*attach)(void *, void *);
  void (*pop)(void *);
  void *(*monitor)(void);
  int (*metered)(void *);
} bus;

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
#undef RESOLVE
  loaded = true;
}

static void *connection(void) {
  pthread_once(&once, load);
  return loaded ? bus.connect(BUS_SESSION, NULL, NULL) : NULL;
}

struct service {
  void *bus, *loop, *context;
  char *name, *path;
  GDBusNodeInfo *node;
  kurs_bus_call call;
  void (*ended)(void *);
};

static unsigned owned = 0;

// An array of strings as one text; nothing else is asked of us.
static char *flat(GVariant *value) {
  const char *type = bus.type(value);
  if (strcmp(type, "s") == 0) return strdup(bus.text(value, NULL));
  char *text = strdup("");
  if (strcmp(type, "as") != 0) return text;
  size_t length = 0;
  for (size_t index = 0; index < bus.count(value); index++) {
    GVariant *each = bus.child(value, index);
    size_t more = 0;
    const char *word = bus.text(each, &more);
    text = realloc(text, length + more + 2);
    if (index > 0) text[length++] = '\x1f';
    memcpy(text + length, word, more + 1);
    length += more;
    bus.unref(each);
  }
  return text;
}

static void called(
    void *connection, const char *sender, const char *path, const char *interface, const char *method,
    GVariant *arguments, void *waiting, void *data) {
  (void)connection, (void)sender, (void)path;
  struct service *service = data;
  size_t count = bus.count(arguments);
  char **texts = calloc(count + 1, sizeof *texts);
  for (size_t index = 0; index < count; index++) {
    GVariant *each = bus.child(arguments, index);
    texts[index] = flat(each);
    bus.unref(each);
  }
  service->call(waiting, interface, method, (const char *const *)texts, service->context);
  for (size_t index = 0; index < count; index++) free(texts[index]);
  free(texts);
}

static void lost(void *connection, const char *name, void *data) {
  (void)connection, (void)name;
  bus.quit(((struct service *)data)->loop);
}

static void *serve(void *data) {
  static const GDBusInterfaceVTable table = {.call = called};
  struct service *service = data;
  // Calls come to the context of the thread that registers.
  void *context = bus.context();
  bus.push(context);
  service->loop = bus.loop(context, 0);
  for (void **each = service->node->interfaces; *each != NULL; each++) {
    bus.enter(service->bus, service->path, *each, &table, service, NULL, NULL);
  }
  owned = bus.own(service->bus, service->name, DO_NOT_QUEUE, NULL, lost, service, NULL);
  bus.run(service->loop);
  service->ended(service->context);
  return NULL;
}

bool kurs_bus_serve(
    const char *name, const char *path, const char *xml, kurs_bus_call call, void (*ended)(void *), void *context) {
  struct service *service = calloc(1, sizeof *service);
  pthread_t thread;
  *service = (struct service){
      .bus = connection(),
      .name = strdup(name),
      .path = strdup(path),
      .call = call,
      .ended = ended,
      .context = context,
  };
  if (service->bus == NULL || (service->node = bus.node(xml, NULL)) == NULL) return false;
  return pthread_create(&thread, NULL, serve, service) == 0 && pthread_detach(thread) == 0;
}

void kurs_bus_leave(void) {
  if (owned != 0) bus.leave(owned);
  owned = 0;
}

void kurs_bus_reply(void *waiting, const char *type, const char *text) {
  GError *error = NULL;
  // A GVariantType is the text of the type.
  GVariant *value = bus.parse(type, text, NULL, NULL, &error);
  if (value == NULL) {
    bus.refuse(waiting, "org.freedesktop.DBus.Error.Failed", error->message);
    return bus.error_free(error);
  }
  bus.answer(waiting, value);
  bus.unref(value);
}

void kurs_bus_refuse(void *waiting, const char *error, const char *sentence) { bus.refuse(waiting, error, sentence); }

bool kurs_bus_ask(
    const char *name, const char *path, const char *interface, const char *method, const char *type, const char *text) {
  void *connected = connection();
  if (connected == NULL) return false;
  GVariant *arguments = bus.parse(type, text, NULL, NULL, NULL);
  if (arguments == NULL) return false;
  GVariant *answer =
      bus.ask(connected, name, path, interface, method, arguments, NULL, NO_FLAGS, PATIENCE, NULL, NULL);
  // It is no floating one, which the call would have taken.
  bus.unref(arguments);
  if (answer == NULL) return false;
  bus.unref(answer);
  return true;
}

bool kurs_bus_is_metered(void) {
  pthread_once(&once, load);
  return loaded && bus.metered(bus.monitor());
}

static const char NOTIFICATIONS[] = "org.freedesktop.Notifications";
static const char PLACE[] = "/org/freedesktop/Notifications";

struct shown {
  void *loop;
  uint32_t *identifiers;
  unsigned count, open;
  void (*pressed)(unsigned, const char *, void *);
  void *context;
};

// A press comes before the word that its notification is closed.
static void told(
    void *connection, const char *sender, const char *path, const char *interface, const char *signal,
    GVariant *arguments, void *data) {
  (void)connection, (void)sender, (void)path, (void)interface;
  struct shown *shown = data;
  if (bus.count(arguments) < 2) return;
  GVariant *first = bus.child(arguments, 0), *second = bus.child(arguments, 1);
  for (unsigned index = 0; index < shown->count && strcmp(bus.type(first), "u") == 0; index++) {
    if (shown->identifiers[index] != bus.number(first)) continue;
    if (strcmp(signal, "ActionInvoked") == 0) {
      shown->pressed(index, bus.text(second, NULL), shown->context);
    } else if (strcmp(signal, "NotificationClosed") == 0) {
      shown->identifiers[index] = 0;
      if (--shown->open == 0) bus.quit(shown->loop);
    }
  }
  bus.unref(first);
  bus.unref(second);
}

static int timed_out(void *loop) {
  bus.quit(loop);
  return 0;
}

bool kurs_bus_notify(
    const char *const *notifications, unsigned count, unsigned seconds,
    void (*pressed)(unsigned number, const char *key, void *context), void *context) {
  void *connected = connection();
  if (connected == NULL) return false;
  // Its own context: signals come to the thread that waits for them here.
  void *place = bus.context();
  bus.push(place);
  struct shown shown = {
      .loop = bus.loop(place, 0),
      .identifiers = calloc(count, sizeof(uint32_t)),
      .count = count,
      .pressed = pressed,
      .context = context,
  };
  unsigned listening = bus.listen(
      connected, NOTIFICATIONS, NOTIFICATIONS, NULL, PLACE, NULL, 0, told, &shown, NULL);
  for (unsigned index = 0; index < count; index++) {
    GVariant *arguments = bus.parse("(susssasa{sv}i)", notifications[index], NULL, NULL, NULL);
    if (arguments == NULL) continue;
    GVariant *answer = bus.ask(
        connected, NOTIFICATIONS, PLACE, NOTIFICATIONS, "Notify", arguments, "(u)", NO_FLAGS, PATIENCE, NULL, NULL);
    bus.unref(arguments);
    if (answer == NULL) continue;
    GVariant *identifier = bus.child(answer, 0);
    shown.identifiers[index] = bus.number(identifier);
    shown.open++;
    bus.unref(identifier);
    bus.unref(answer);
  }
  bool isShown = shown.open == count;
  if (shown.open > 0) {
    void *timer = bus.timer(seconds);
    bus.set_callback(timer, timed_out, shown.loop, NULL);
    bus.attach(timer, place);
    bus.run(shown.loop);
  }
  bus.deafen(connected, listening);
  bus.pop(place);
  free(shown.identifiers);
  return isShown;
}
