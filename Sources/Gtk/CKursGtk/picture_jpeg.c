// SPDX-License-Identifier: GPL-3.0-or-later
#include "picture.h"

#include <stdio.h>
#include <string.h>

#include <jpeglib.h>

static void fail(j_common_ptr jpeg) {
  (void)jpeg;
  picture_refuse();
}

static void ignore(j_common_ptr jpeg, int level) { (void)jpeg, (void)level; }

// libjpeg's own source fills up an incomplete file with grey.
static boolean ended(j_decompress_ptr jpeg) {
  (void)jpeg;
  picture_refuse();
}

static void nothing(j_decompress_ptr jpeg) { (void)jpeg; }

static void skip(j_decompress_ptr jpeg, long count) {
  if (count <= 0) return;
  if ((size_t)count > jpeg->src->bytes_in_buffer) picture_refuse();
  jpeg->src->next_input_byte += count;
  jpeg->src->bytes_in_buffer -= (size_t)count;
}

static uint32_t number(const uint8_t *bytes, int count, int is_little_endian) {
  uint32_t value = 0;
  for (int index = 0; index < count; index++) value = value << 8 | bytes[is_little_endian ? count - 1 - index : index];
  return value;
}

// Returns the orientation in tag 0x0112 of the first directory (Exif 2.3, 4.6), or 1 without this tag.
static int orientation_of(const struct jpeg_marker_struct *marker) {
  for (; marker; marker = marker->next) {
    if (marker->marker != JPEG_APP0 + 1 || marker->data_length < 20 || memcmp(marker->data, "Exif\0", 6)) continue;
    const uint8_t *bytes = marker->data + 6;
    size_t size = marker->data_length - 6;
    int little = !memcmp(bytes, "II*", 4);
    size_t start = number(bytes + 4, 4, little);
    if ((!little && memcmp(bytes, "MM\0*", 4)) || start > size - 2) continue;
    uint32_t entries = number(bytes + start, 2, little);
    for (start += 2; entries > 0 && start + 12 <= size; entries--, start += 12) {
      if (number(bytes + start, 2, little) != 0x0112 || number(bytes + start + 2, 2, little) != 3) continue;
      uint32_t value = number(bytes + start + 8, 2, little);
      return value >= 1 && value <= 8 ? (int)value : 1;
    }
  }
  return 1;
}

// Programs of Adobe store inverted values.
static void convert_cmyk(uint8_t *row, uint32_t width, int is_inverted) {
  for (uint8_t *pixel = row; pixel < row + (size_t)width * 4; pixel += 4) {
    int black = is_inverted ? pixel[3] : 255 - pixel[3];
    for (int part = 0; part < 3; part++)
      pixel[part] = (uint8_t)((is_inverted ? pixel[part] : 255 - pixel[part]) * black / 255);
    pixel[3] = 0xFF;
  }
}

struct picture picture_read_jpeg(struct input *input, uint32_t least, int *orientation) {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr source = {
      .next_input_byte = input->bytes, .bytes_in_buffer = input->size, .init_source = nothing,
      .fill_input_buffer = ended, .skip_input_data = skip, .resync_to_restart = jpeg_resync_to_restart,
      .term_source = nothing};
  jpeg.err = jpeg_std_error(&errors);
  errors.error_exit = fail;
  errors.emit_message = ignore;
  jpeg_create_decompress(&jpeg);
  jpeg.src = &source;
  jpeg_save_markers(&jpeg, JPEG_APP0 + 1, 0xFFFF);
  jpeg_read_header(&jpeg, TRUE);
  int is_cmyk = jpeg.jpeg_color_space == JCS_CMYK || jpeg.jpeg_color_space == JCS_YCCK;
  jpeg.out_color_space = is_cmyk ? JCS_CMYK : JCS_EXT_RGBA;
  // A large photograph is halved while it is decoded, which takes less time.
  uint32_t longest = jpeg.image_width > jpeg.image_height ? jpeg.image_width : jpeg.image_height;
  while (jpeg.scale_denom < 8 && longest / (jpeg.scale_denom * 2) >= least) jpeg.scale_denom *= 2;
  jpeg_start_decompress(&jpeg);
  struct picture picture = picture_new(jpeg.output_width, jpeg.output_height);
  while (jpeg.output_scanline < jpeg.output_height) {
    uint8_t *row = picture_row(&picture, jpeg.output_scanline);
    jpeg_read_scanlines(&jpeg, &row, 1);
    if (is_cmyk) convert_cmyk(row, picture.width, jpeg.saw_Adobe_marker);
  }
  *orientation = orientation_of(jpeg.marker_list);
  return picture;
}
