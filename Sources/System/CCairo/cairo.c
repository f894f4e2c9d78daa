// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_cairo.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static struct kurs_cairo cairo;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool loaded = false;
static cairo_surface_t *(*pdf)(cairo_write_func_t, void *, double, double) = NULL;

// Pango's headers bring GLib's with them, whose folder no plain #include finds; these few prototypes have been
// the same since Pango 1.10.
typedef struct PangoLayout PangoLayout;
typedef struct PangoFontDescription PangoFontDescription;
enum { PANGO_UNITS = 1024, PANGO_BOLD = 700 };

static struct {
  PangoLayout *(*create_layout)(cairo_t *);
  void (*show_layout)(cairo_t *, PangoLayout *);
  void (*set_text)(PangoLayout *, const char *, int);
  void (*set_description)(PangoLayout *, const PangoFontDescription *);
  void (*get_size)(PangoLayout *, int *, int *);
  PangoFontDescription *(*new_description)(void);
  void (*set_family)(PangoFontDescription *, const char *);
  void (*set_size)(PangoFontDescription *, double);
  void (*set_weight)(PangoFontDescription *, int);
  void (*free_description)(PangoFontDescription *);
  void (*unref)(void *);
} pango;
static bool has_pango = false;

static void load_pango(void) {
  void *library = dlopen("libpangocairo-1.0.so.0", RTLD_NOW | RTLD_GLOBAL);
  if (library == NULL) return;
#define RESOLVE(member, name)                                                                             \
  *(void **)(&pango.member) = dlsym(library, name);                                                       \
  if (pango.member == NULL) return;
  // dlsym looks into the libraries that this one needs as well.
  RESOLVE(create_layout, "pango_cairo_create_layout")
  RESOLVE(show_layout, "pango_cairo_show_layout")
  RESOLVE(set_text, "pango_layout_set_text")
  RESOLVE(set_description, "pango_layout_set_font_description")
  RESOLVE(get_size, "pango_layout_get_size")
  RESOLVE(new_description, "pango_font_description_new")
  RESOLVE(set_family, "pango_font_description_set_family")
  RESOLVE(set_size, "pango_font_description_set_absolute_size")
  RESOLVE(set_weight, "pango_font_description_set_weight")
  RESOLVE(free_description, "pango_font_description_free")
  RESOLVE(unref, "g_object_unref")
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
  // A cairo may be built without it, and draws all else then.
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
  pango.set_size(font, size * PANGO_UNITS);
  if (bold) pango.set_weight(font, PANGO_BOLD);
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
  *width = (double)w / PANGO_UNITS;
  *height = (double)h / PANGO_UNITS;
  pango.unref(made);
  return true;
}

bool kurs_text_show(
    cairo_t *context, const char *text, const char *family, double size, bool bold, double x, double y, double align) {
  PangoLayout *made = layout(context, text, family, size, bold);
  if (made == NULL) return false;
  int width = 0, height = 0;
  pango.get_size(made, &width, &height);
  cairo.cairo_move_to(context, x - align * width / PANGO_UNITS, y - 0.5 * height / PANGO_UNITS);
  pango.show_layout(context, made);
  pango.unref(made);
  return true;
}
