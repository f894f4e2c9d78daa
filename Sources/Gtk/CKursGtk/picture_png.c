// SPDX-License-Identifier: GPL-3.0-or-later
#include "picture.h"

#include <png.h>
#include <string.h>

static void fail(png_structp png, png_const_charp message) {
  (void)png, (void)message;
  picture_refuse();
}

static void ignore(png_structp png, png_const_charp message) { (void)png, (void)message; }

static void give(png_structp png, png_bytep bytes, size_t count) {
  struct input *input = png_get_io_ptr(png);
  if (count > input->size - input->next) picture_refuse();
  memcpy(bytes, input->bytes + input->next, count);
  input->next += count;
}

void picture_read_png(struct picture *picture, struct input *input) {
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, fail, ignore);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (!info) picture_refuse();
  png_set_read_fn(png, input, give);
  png_read_info(png, info);
  uint32_t width = png_get_image_width(png, info), height = png_get_image_height(png, info);
  picture_begin(picture, width, height);
  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  size_t length = (size_t)width * 4;
  if (png_get_rowbytes(png, info) != length) picture_refuse();
  // Later frames of an animation come after the rows, and aren't read.
  uint8_t *rows = picture_memory(passes == 1 ? length : length * height);
  for (int pass = 1; pass < passes; pass++)
    for (uint32_t row = 0; row < height; row++) png_read_row(png, rows + row * length, NULL);
  for (uint32_t row = 0; row < height; row++) {
    uint8_t *bytes = passes == 1 ? rows : rows + row * length;
    png_read_row(png, bytes, NULL);
    picture_add_row(picture, bytes);
  }
}

uint8_t *picture_as_png(const struct picture *picture, size_t *size) {
  png_image image = {.version = PNG_IMAGE_VERSION, .width = picture->width, .height = picture->height,
                     .format = PNG_FORMAT_RGBA};
  png_alloc_size_t room = PNG_IMAGE_PNG_SIZE_MAX(image);
  uint8_t *bytes = picture_memory(room);
  if (!png_image_write_to_memory(&image, bytes, &room, 0, picture->pixels, 0, NULL)) picture_refuse();
  *size = room;
  return bytes;
}
