// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdbool.h>
#include <stdint.h>

// Opens GIO on first use. Linking it would slow down each start of the terminal program,
// which needs it only for the desktop's search and for notifications.

/// A call that waits for `kurs_bus_reply` or `kurs_bus_refuse`. `arguments` ends with NULL.
/// Each argument is a text: a string unchanged, the strings of an array separated by U+001F, and anything else empty.
typedef void (*kurs_bus_call)(
    void *waiting, const char *interface, const char *method, const char *const *arguments, void *context);

/// Serves the interfaces of `xml` at `path` under `name`, on a separate thread. Returns false without a bus or GIO.
/// Calls `ended` once when another program gets the name or the bus is gone.
bool kurs_bus_serve(
    const char *name, const char *path, const char *xml, kurs_bus_call call, void (*ended)(void *), void *context);

/// Releases the name. Running calls still arrive.
void kurs_bus_leave(void);

/// Replies with GVariant's text of a tuple of this type. Any thread may call it.
void kurs_bus_reply(void *waiting, const char *type, const char *text);

/// Replies with an error's name and a sentence.
void kurs_bus_refuse(void *waiting, const char *error, const char *sentence);

/// Calls another program, which the bus may start, and waits for the reply. Returns false without a reply.
bool kurs_bus_ask(
    const char *name, const char *path, const char *interface, const char *method, const char *type, const char *text);

/// Calls another program, which the bus may start, without waiting.
void kurs_bus_tell(
    const char *name, const char *path, const char *interface, const char *method, const char *type, const char *text);

/// Whether this is a Flatpak, which has to use portals.
bool kurs_bus_is_flatpak(void);

/// The portal's answer to a background request.
enum kurs_bus_leave_given { KURS_BUS_NOBODY, KURS_BUS_REFUSED, KURS_BUS_GRANTED };

/// Sends RequestBackground with arguments in GVariant's text form. Waits for the answer, possibly the user's.
enum kurs_bus_leave_given kurs_bus_ask_background(const char *arguments);

/// Whether the desktop considers the connection metered.
bool kurs_bus_is_metered(void);

/// Shows notifications and waits up to `seconds` until all are closed. Returns false without a notification service.
/// Each one is given as the arguments of org.freedesktop.Notifications.Notify, in GVariant's text form.
/// `identifiers`: `count` zeros. Afterwards they hold the number of each notification that is still open.
/// `pressed`: called with the index of a notification and the key of its button.
bool kurs_bus_notify(
    const char *const *notifications, uint32_t *identifiers, unsigned count, unsigned seconds,
    void (*pressed)(unsigned number, const char *key, void *context), void *context);
