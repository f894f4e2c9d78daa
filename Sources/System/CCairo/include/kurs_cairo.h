// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef KURS_CAIRO_H
#define KURS_CAIRO_H

#include <cairo/cairo.h>
#include <stdbool.h>

// cairo and Pango are opened on first use and not linked: the terminal program starts without them, and only
// a picture needs them. So each function used has a name here. In a window they are GTK's own, already loaded.

/// Opens cairo once for the process; false when it, or a function of it, is not there.
bool kurs_cairo_load(void);

/// Every function of cairo that is used, with cairo's own prototypes.
#define KURS_CAIRO_FUNCTIONS(X)  \
  X(cairo_image_surface_create)  \
  X(cairo_image_surface_get_data) \
  X(cairo_image_surface_get_stride) \
  X(cairo_surface_set_device_scale) \
  X(cairo_surface_destroy)       \
  X(cairo_surface_flush)         \
  X(cairo_surface_status)        \
  X(cairo_surface_write_to_png_stream) \
  X(cairo_create)                \
  X(cairo_destroy)               \
  X(cairo_save)                  \
  X(cairo_restore)               \
  X(cairo_translate)             \
  X(cairo_rectangle)             \
  X(cairo_clip)                  \
  X(cairo_set_source_rgba)       \
  X(cairo_set_source_surface)    \
  X(cairo_set_antialias)         \
  X(cairo_set_line_width)        \
  X(cairo_set_line_join)         \
  X(cairo_set_line_cap)          \
  X(cairo_set_dash)              \
  X(cairo_move_to)               \
  X(cairo_line_to)               \
  X(cairo_arc)                   \
  X(cairo_close_path)            \
  X(cairo_new_path)              \
  X(cairo_stroke)                \
  X(cairo_fill)                  \
  X(cairo_paint)

struct kurs_cairo {
#define KURS_MEMBER(name) __typeof__(name) *name;
  KURS_CAIRO_FUNCTIONS(KURS_MEMBER)
#undef KURS_MEMBER
};

/// The functions; valid after kurs_cairo_load answered true.
extern const struct kurs_cairo *kurs_cairo(void);

/// A page of so many points as a PDF file that `write` gets piece by piece; NULL from a cairo that writes none.
cairo_surface_t *kurs_cairo_pdf(cairo_write_func_t write, void *target, double width, double height);

/// The size of a line of text in this family and size of font; false without Pango.
bool kurs_text_size(
    cairo_t *cairo, const char *text, const char *family, double size, bool bold, double *width, double *height);

/// Writes a line of text: its middle at the height y, its left edge (align 0), middle (0.5) or right edge (1) at x.
bool kurs_text_show(
    cairo_t *cairo, const char *text, const char *family, double size, bool bold, double x, double y, double align);

#endif
