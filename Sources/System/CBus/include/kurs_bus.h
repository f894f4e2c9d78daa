// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdbool.h>

// The session's bus through GIO, opened by its name on first use: linked, it would slow down each start of the terminal
// program, which needs it for the desktop's search and for notifications alone.

/// A call that waits for `kurs_bus_reply` or `kurs_bus_refuse`; `arguments` ends with NULL.
///
/// Each argument is a text: a string as it is, the strings of an array with U+001F between, anything else empty.
typedef void (*kurs_bus_call)(
    void *waiting, const char *interface, const char *method, const char *const *arguments, void *context);

/// Answers the interfaces of `xml` at `path` under `name`, on a thread of its own; calls `ended` once when the name
/// belongs to another program or the bus is gone. False where there is no bus, or no GIO.
bool kurs_bus_serve(
    const char *name, const char *path, const char *xml, kurs_bus_call call, void (*ended)(void *), void *context);

/// Gives the name back; what is under way still comes.
void kurs_bus_leave(void);

/// The answer, as GVariant's text of a tuple of this type; from any thread.
void kurs_bus_reply(void *waiting, const char *type, const char *text);

/// No answer: the name of an error and a sentence.
void kurs_bus_refuse(void *waiting, const char *error, const char *sentence);

/// Calls a method of another program, which the bus may start for it, and waits for the answer; false where none came.
bool kurs_bus_ask(
    const char *name, const char *path, const char *interface, const char *method, const char *type, const char *text);

/// Calls a method of another program, which the bus may start for it, and waits for nothing.
void kurs_bus_tell(
    const char *name, const char *path, const char *interface, const char *method, const char *type, const char *text);

/// Whether the desktop holds the connection for one that is paid by volume.
bool kurs_bus_is_metered(void);

/// Shows notifications, each the arguments of org.freedesktop.Notifications.Notify in GVariant's text, and waits up to
/// `seconds` until all are closed; calls `pressed` with the number of one and the key of its button. False where
/// nobody shows any.
bool kurs_bus_notify(
    const char *const *notifications, unsigned count, unsigned seconds,
    void (*pressed)(unsigned number, const char *key, void *context), void *context);
