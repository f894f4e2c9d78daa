// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef KURS_PICTURE_H
#define KURS_PICTURE_H

#include <stddef.h>
#include <stdint.h>

// The number of bytes that the process may use.
#define MEMORY_LIMIT (256u << 20)

struct input {
  uint8_t *bytes;
  size_t size, next;
};

struct picture {
  uint32_t width, height;
  uint8_t *pixels;  // Red, green, blue and alpha.
};

// Ends the process. It decodes only one picture, so nothing must be freed.
_Noreturn void picture_refuse(void);
// Copies the next bytes of the input. Ends the process if the input is too short.
void picture_take(struct input *input, void *bytes, size_t count);
// Returns a transparent picture of this size. Ends the process if its pixels would exceed the memory.
struct picture picture_new(uint32_t width, uint32_t height);
uint8_t *picture_row(const struct picture *picture, uint32_t row);

// Each returns the first frame. They end the process if the file is damaged or incomplete.
struct picture picture_read_png(struct input *input);
struct picture picture_read_gif(struct input *input);
// `least`: the side in pixels to which a large photograph may shrink. `orientation`: from 1 (upright) to 8, as in Exif.
struct picture picture_read_jpeg(struct input *input, uint32_t least, int *orientation);
// Returns a PNG without metadata.
uint8_t *picture_as_png(const struct picture *picture, size_t *size);

#endif
