// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdlib.h>
#include <string.h>

#include "gio.h"
#include "kurs_bus.h"

bool kurs_bus_is_metered(void) {
  return kurs_gio_load() && bus.metered(bus.monitor());
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

// A press is reported before the end of its notification.
static void told(
    GDBusConnection *connection, const char *sender, const char *path, const char *interface, const char *signal,
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

bool kurs_bus_notify(
    const char *const *notifications, uint32_t *identifiers, unsigned count, unsigned seconds,
    void (*pressed)(unsigned number, const char *key, void *context), void *context) {
  void *connected = kurs_gio_session();
  if (connected == NULL) return false;
  // A separate context, because this thread waits for the signals.
  void *place = bus.context();
  bus.push(place);
  struct shown shown = {
      .loop = bus.loop(place, 0),
      .identifiers = identifiers,
      .count = count,
      .pressed = pressed,
      .context = context,
  };
  unsigned listening = bus.listen(
      connected, NOTIFICATIONS, NOTIFICATIONS, NULL, PLACE, NULL, 0, told, &shown, NULL);
  for (unsigned index = 0; index < count; index++) {
    GVariant *arguments = bus.parse((const GVariantType *)"(susssasa{sv}i)", notifications[index], NULL, NULL, NULL);
    if (arguments == NULL) continue;
    GVariant *answer = bus.ask(
        connected, NOTIFICATIONS, PLACE, NOTIFICATIONS, "Notify", arguments, (const GVariantType *)"(u)",
        G_DBUS_CALL_FLAGS_NONE, PATIENCE, NULL, NULL);
    bus.unref(arguments);
    if (answer == NULL) continue;
    GVariant *identifier = bus.child(answer, 0);
    shown.identifiers[index] = bus.number(identifier);
    shown.open++;
    bus.unref(identifier);
    bus.unref(answer);
  }
  bool isShown = shown.open == count;
  if (shown.open > 0) kurs_gio_run(shown.loop, place, seconds);
  bus.deafen(connected, listening);
  bus.pop(place);
  return isShown;
}
