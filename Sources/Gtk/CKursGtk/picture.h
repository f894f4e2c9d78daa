// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef KURS_PICTURE_H
#define KURS_PICTURE_H

#include <stddef.h>
#include <stdint.h>

#define MEMORY_LIMIT (256u << 20)

// A picture that is built from rows. It is the source's size, or smaller if that exceeds `side`.
struct picture {
  uint32_t side, source_width, source_height, width, height;
  uint32_t row;  // The next row of the source.
  uint64_t *sums;  // Weighted sums of red, green, blue and alpha for one row of the picture.
  uint8_t *pixels;  // Red, green, blue and alpha.
};

struct input {
  uint8_t *bytes;
  size_t size, next;
};

// Ends the process. It decodes only one picture, so nothing must be freed.
_Noreturn void picture_refuse(void);
// Returns zeroed memory, or ends the process.
void *picture_memory(size_t size);
// Begins a picture of this size. Ends the process if its pixels would exceed the memory.
void picture_begin(struct picture *picture, uint32_t width, uint32_t height);
// Adds the next row of red, green, blue and alpha.
void picture_add_row(struct picture *picture, const uint8_t *row);

// Each reads the first frame. They end the process if the file is damaged or incomplete.
void picture_read_png(struct picture *picture, struct input *input);
void picture_read_gif(struct picture *picture, struct input *input);
// Returns the orientation of a photograph, from 1 (upright) to 8, as Exif numbers them.
int picture_read_jpeg(struct picture *picture, struct input *input);
// Returns a PNG without metadata.
uint8_t *picture_as_png(const struct picture *picture, size_t *size);

#endif
