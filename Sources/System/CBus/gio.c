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
  // dlsym also searches the libraries that this one needs.
#define RESOLVE(name, function)                      \
  *(void **)(&bus.name) = dlsym(library, #function); \
  if (bus.name == NULL) return;
  KURS_GIO_FUNCTIONS(RESOLVE)
#undef RESOLVE
  loaded = true;
}

bool kurs_gio_load(void) {
  pthread_once(&once, load);
  return loaded;
}

GDBusConnection *kurs_gio_session(void) {
  return kurs_gio_load() ? bus.connect(G_BUS_TYPE_SESSION, NULL, NULL) : NULL;
}

static gboolean timed_out(gpointer loop) {
  bus.quit(loop);
  return G_SOURCE_REMOVE;
}

void kurs_gio_run(GMainLoop *loop, GMainContext *place, unsigned seconds) {
  GSource *timer = bus.timer(seconds);
  bus.set_callback(timer, timed_out, loop, NULL);
  bus.attach(timer, place);
  bus.run(loop);
}
