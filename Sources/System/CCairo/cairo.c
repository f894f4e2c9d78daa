// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_cairo.h"

#include <dlfcn.h>
#include <pango/pangocairo.h>
#include <pthread.h>
#include <stddef.h>

static struct kurs_cairo cairo;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool loaded = false;
static cairo_surface_t *(*pdf)(cairo_write_func_t, void *, double, double) = NULL;

// The functions of Pango that are used, by short names and with their declared prototypes.
#define PANGO_FUNCTIONS(X)                                 \
  X(create_layout, pango_cairo_create_layout)              \
  X(show_layout, pango_cairo_show_layout)                  \
  X(set_text, pango_layout_set_text)                       \
  X(set_description, pango_layout_set_font_description)    \
  X(get_size, pango_layout_get_size)                       \
  X(new_description, pango_font_description_new)           \
  X(set_family, pango_font_description_set_family)         \
  X(set_size, pango_font_description_set_absolute_size)    \
  X(set_weight, pango_font_description_set_weight)         \
  X(free_description, pango_font_description_free)         \
  X(unref, g_object_unref)

static struct {
#define MEMBER(name, function) __typeof__(function) *name;
  PANGO_FUNCTIONS(MEMBER)
#undef MEMBER
} pango;
static bool has_pango = false;

static void load_pango(void) {
  void *library = dlopen("libpangocairo-1.0.so.0", RTLD_NOW | RTLD_GLOBAL);
  if (library == NULL) return;
  // dlsym also searches the libraries that this one needs.
#define RESOLVE(name, function)                        \
  *(void **)(&pango.name) = dlsym(library, #function); \
  if (pango.name == NULL) return;
  PANGO_FUNCTIONS(RESOLVE)
#undef RESOLVE
  has_pango = true;
}

static void load(void) {
  void *library = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
#define RESOLVE(name)                                                                                     \
  *(void **)(&cairo.name) = dlsym(library, #name);                                                        \
  if (cairo.name == NULL) return;
  KURS_CAIRO_FUNCTIONS(RESOLVE)
#undef RESOLVE
  // cairo may be built without PDF support, and still draws everything else.
  *(void **)(&pdf) = dlsym(library, "cairo_pdf_surface_create_for_stream");
  load_pango();
  loaded = true;
}

bool kurs_cairo_load(void) {
  pthread_once(&once, load);
  return loaded;
}

const struct kurs_cairo *kurs_cairo(void) { return &cairo; }

cairo_surface_t *kurs_cairo_pdf(cairo_write_func_t write, void *target, double width, double height) {
  return pdf == NULL ? NULL : pdf(write, target, width, height);
}

static PangoLayout *layout(cairo_t *context, const char *text, const char *family, double size, bool bold) {
  if (!has_pango) return NULL;
  PangoLayout *made = pango.create_layout(context);
  PangoFontDescription *font = pango.new_description();
  pango.set_family(font, family);
  pango.set_size(font, size * PANGO_SCALE);
  if (bold) pango.set_weight(font, PANGO_WEIGHT_BOLD);
  pango.set_description(made, font);
  pango.free_description(font);
  pango.set_text(made, text, -1);
  return made;
}

bool kurs_text_size(
    cairo_t *context, const char *text, const char *family, double size, bool bold, double *width, double *height) {
  PangoLayout *made = layout(context, text, family, size, bold);
  if (made == NULL) return false;
  int w = 0, h = 0;
  pango.get_size(made, &w, &h);
  *width = (double)w / PANGO_SCALE;
  *height = (double)h / PANGO_SCALE;
  pango.unref(made);
  return true;
}

bool kurs_text_show(
    cairo_t *context, const char *text, const char *family, double size, bool bold, double x, double y, double align) {
  PangoLayout *made = layout(context, text, family, size, bold);
  if (made == NULL) return false;
  int width = 0, height = 0;
  pango.get_size(made, &width, &height);
  cairo.cairo_move_to(context, x - align * width / PANGO_SCALE, y - 0.5 * height / PANGO_SCALE);
  pango.show_layout(context, made);
  pango.unref(made);
  return true;
}
