// SPDX-License-Identifier: GPL-3.0-or-later
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gio.h"
#include "kurs_bus.h"

struct service {
  void *bus, *loop, *context;
  char *name, *path;
  GDBusNodeInfo *node;
  kurs_bus_call call;
  void (*ended)(void *);
};

static unsigned owned = 0;

// A string, an array of strings as one text, or a number in digits. Nothing else occurs.
static char *flat(GVariant *value) {
  const char *type = bus.type(value);
  if (strcmp(type, "s") == 0) return strdup(bus.text(value, NULL));
  if (strcmp(type, "u") == 0) {
    char *digits = calloc(1, 11);
    snprintf(digits, 11, "%u", bus.number(value));
    return digits;
  }
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
    GDBusConnection *connection, const char *sender, const char *path, const char *interface, const char *method,
    GVariant *arguments, GDBusMethodInvocation *waiting, void *data) {
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

static void lost(GDBusConnection *connection, const char *name, void *data) {
  (void)connection, (void)name;
  bus.quit(((struct service *)data)->loop);
}

static void *serve(void *data) {
  static const GDBusInterfaceVTable table = {.method_call = called};
  struct service *service = data;
  // GIO delivers calls to the context of the registering thread.
  void *context = bus.context();
  bus.push(context);
  service->loop = bus.loop(context, 0);
  for (GDBusInterfaceInfo **each = service->node->interfaces; *each != NULL; each++) {
    bus.enter(service->bus, service->path, *each, &table, service, NULL, NULL);
  }
  owned = bus.own(service->bus, service->name, G_BUS_NAME_OWNER_FLAGS_DO_NOT_QUEUE, NULL, lost, service, NULL);
  bus.run(service->loop);
  service->ended(service->context);
  return NULL;
}

bool kurs_bus_serve(
    const char *name, const char *path, const char *xml, kurs_bus_call call, void (*ended)(void *), void *context) {
  struct service *service = calloc(1, sizeof *service);
  pthread_t thread;
  *service = (struct service){
      .bus = kurs_gio_session(),
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
  GVariant *value = bus.parse((const GVariantType *)type, text, NULL, NULL, &error);
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
  void *connected = kurs_gio_session();
  if (connected == NULL) return false;
  GVariant *arguments = bus.parse((const GVariantType *)type, text, NULL, NULL, NULL);
  if (arguments == NULL) return false;
  GVariant *answer =
      bus.ask(connected, name, path, interface, method, arguments, NULL, G_DBUS_CALL_FLAGS_NONE, PATIENCE, NULL, NULL);
  // The arguments aren't floating, so the call hasn't consumed them.
  bus.unref(arguments);
  if (answer == NULL) return false;
  bus.unref(answer);
  return true;
}

void kurs_bus_tell(
    const char *name, const char *path, const char *interface, const char *method, const char *type, const char *text) {
  void *connected = kurs_gio_session();
  if (connected == NULL) return;
  GVariant *arguments = bus.parse((const GVariantType *)type, text, NULL, NULL, NULL);
  if (arguments == NULL) return;
  bus.tell(
      connected, name, path, interface, method, arguments, NULL, G_DBUS_CALL_FLAGS_NONE, PATIENCE, NULL, NULL, NULL);
  bus.unref(arguments);
}
