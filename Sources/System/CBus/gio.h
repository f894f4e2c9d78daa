// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

// A short name in here, and one of its own where programs are linked.
#define bus kurs_gio_functions

/// The functions of GIO and GLib that are used, valid once `kurs_gio_load` was true.
extern struct kurs_gio {
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
  void (*tell)(
      void *, const char *, const char *, const char *, const char *, GVariant *, const void *, int, int, void *,
      void *, void *);
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
  GVariant *(*lookup)(GVariant *, const char *, const void *);
  int (*is)(GVariant *);
} bus __attribute__((visibility("hidden")));

bool kurs_gio_load(void);

/// The session's bus; NULL where there is none, or no GIO.
void *kurs_gio_session(void);

/// Runs a loop of a context until something ends it, at most so long.
void kurs_gio_run(void *loop, void *place, unsigned seconds);
