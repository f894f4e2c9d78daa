// SPDX-License-Identifier: GPL-3.0-or-later
#include <string.h>
#include <unistd.h>

#include "gio.h"
#include "kurs_bus.h"

bool kurs_bus_is_flatpak(void) { return access("/.flatpak-info", F_OK) == 0; }

static const char PORTAL[] = "org.freedesktop.portal.Desktop";
static const char PLACE[] = "/org/freedesktop/portal/desktop";
static const char BACKGROUND[] = "org.freedesktop.portal.Background";
// The desktop may ask the user, who may be away.
enum { SECONDS = 120 };

struct request {
  void *loop;
  const char *key;
  enum kurs_bus_leave_given given;
};

static void responded(
    GDBusConnection *connection, const char *sender, const char *path, const char *interface, const char *signal,
    GVariant *arguments, void *data) {
  (void)connection, (void)sender, (void)path, (void)interface, (void)signal;
  struct request *request = data;
  GVariant *code = bus.child(arguments, 0), *results = bus.child(arguments, 1);
  GVariant *is = bus.lookup(results, request->key, NULL);
  if (bus.number(code) == 0 && is != NULL && strcmp(bus.type(is), "b") == 0 && bus.is(is)) {
    request->given = KURS_BUS_GRANTED;
  }
  if (is != NULL) bus.unref(is);
  bus.unref(code);
  bus.unref(results);
  bus.quit(request->loop);
}

enum kurs_bus_leave_given kurs_bus_ask_background(const char *text) {
  void *connected = kurs_gio_session();
  if (connected == NULL) return KURS_BUS_NOBODY;
  GVariant *arguments = bus.parse((const GVariantType *)"(sa{sv})", text, NULL, NULL, NULL);
  if (arguments == NULL) return KURS_BUS_NOBODY;
  void *place = bus.context();
  bus.push(place);
  struct request request = {.loop = bus.loop(place, 0), .key = "autostart", .given = KURS_BUS_REFUSED};
  // Subscribes before the request, for every path, because only the sender receives the response.
  unsigned listening = bus.listen(
      connected, PORTAL, "org.freedesktop.portal.Request", "Response", NULL, NULL, 0, responded, &request, NULL);
  GVariant *answer = bus.ask(
      connected, PORTAL, PLACE, BACKGROUND, "RequestBackground", arguments, NULL, G_DBUS_CALL_FLAGS_NONE,
      PATIENCE, NULL, NULL);
  bus.unref(arguments);
  if (answer == NULL) {
    request.given = KURS_BUS_NOBODY;
  } else {
    bus.unref(answer);
    kurs_gio_run(request.loop, place, SECONDS);
  }
  bus.deafen(connected, listening);
  bus.pop(place);
  return request.given;
}
