// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef KURS_CAIRO_H
#define KURS_CAIRO_H

#include <cairo/cairo.h>
#include <stdbool.h>

// cairo and Pango are opened on first use, because linking would slow down the terminal program, which rarely draws.
// So each used function has a name here. In a window GTK has loaded them already.

/// Opens cairo once for the process. Returns false if the library or a function is missing.
bool kurs_cairo_load(void);

/// Every used function of cairo, with its declared prototype.
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

/// Valid after kurs_cairo_load returned true.
extern const struct kurs_cairo *kurs_cairo(void);

/// Creates a PDF page, sized in points, whose bytes are passed to `write`. Returns NULL if cairo can't write PDF.
cairo_surface_t *kurs_cairo_pdf(cairo_write_func_t write, void *target, double width, double height);

/// Measures a line of text. Returns false without Pango.
bool kurs_text_size(
    cairo_t *cairo, const char *text, const char *family, double size, bool bold, double *width, double *height);

/// Writes a line of text with its middle at y. `align`: its left edge (0), middle (0.5) or right edge (1) is at x.
bool kurs_text_show(
    cairo_t *cairo, const char *text, const char *family, double size, bool bold, double x, double y, double align);

#endif
