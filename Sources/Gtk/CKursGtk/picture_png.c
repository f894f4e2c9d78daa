// SPDX-License-Identifier: GPL-3.0-or-later
#include "picture.h"

#include <png.h>
#include <stdlib.h>

static void fail(png_structp png, png_const_charp message) {
  (void)png, (void)message;
  picture_refuse();
}

static void ignore(png_structp png, png_const_charp message) { (void)png, (void)message; }

static void give(png_structp png, png_bytep bytes, size_t count) { picture_take(png_get_io_ptr(png), bytes, count); }

struct picture picture_read_png(struct input *input) {
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, fail, ignore);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (!info) picture_refuse();
  png_set_read_fn(png, input, give);
  png_read_info(png, info);
  struct picture picture = picture_new(png_get_image_width(png, info), png_get_image_height(png, info));
  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  if (png_get_rowbytes(png, info) != (size_t)picture.width * 4) picture_refuse();
  // Later frames of an animation come after the rows, and aren't read.
  for (int pass = 0; pass < passes; pass++)
    for (uint32_t row = 0; row < picture.height; row++) png_read_row(png, picture_row(&picture, row), NULL);
  return picture;
}

uint8_t *picture_as_png(const struct picture *picture, size_t *size) {
  png_image image = {.version = PNG_IMAGE_VERSION, .width = picture->width, .height = picture->height,
                     .format = PNG_FORMAT_RGBA};
  png_alloc_size_t room = PNG_IMAGE_PNG_SIZE_MAX(image);
  uint8_t *bytes = malloc(room);
  if (!bytes || !png_image_write_to_memory(&image, bytes, &room, 0, picture->pixels, 0, NULL)) picture_refuse();
  *size = room;
  return bytes;
}
