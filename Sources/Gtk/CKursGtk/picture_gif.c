// SPDX-License-Identifier: GPL-3.0-or-later
#include "picture.h"

#include <string.h>

// Reads GIF 87a and 89a. Written here, because no library of GTK decodes it without starting processes.

struct codes {
  struct input *input;
  uint32_t bits, count;  // Bits that were read and not used.
  uint32_t block;        // Bytes left in the block.
};

static uint8_t byte(struct input *input) {
  if (input->next >= input->size) picture_refuse();
  return input->bytes[input->next++];
}

static const uint8_t *part(struct input *input, size_t count) {
  if (count > input->size - input->next) picture_refuse();
  input->next += count;
  return input->bytes + input->next - count;
}

static uint32_t pair(const uint8_t *bytes) { return bytes[0] | (uint32_t)bytes[1] << 8; }

// Returns -1 at the end of the blocks.
static int next_code(struct codes *codes, uint32_t width) {
  while (codes->count < width) {
    if (codes->block == 0 && (codes->block = byte(codes->input)) == 0) return -1;
    codes->bits |= (uint32_t)byte(codes->input) << codes->count;
    codes->count += 8;
    codes->block--;
  }
  int code = (int)(codes->bits & ((1u << width) - 1));
  codes->bits >>= width;
  codes->count -= width;
  return code;
}

// Unpacks the indices of all pixels (GIF 89a, appendix F). The rest stays 0 if the frame ends early.
static void unpack(struct input *input, uint8_t *pixels, size_t count) {
  static uint16_t before[4096];
  static uint8_t last[4096], stack[4097];
  struct codes codes = {.input = input};
  uint32_t least = byte(input);
  if (least < 1 || least > 8) picture_refuse();
  int clear = 1 << least, free_code = clear + 2, previous = -1;
  uint32_t width = least + 1;
  uint8_t first = 0;
  for (int code = 0; code < clear; code++) last[code] = (uint8_t)code;
  for (size_t done = 0; done < count;) {
    int code = next_code(&codes, width);
    if (code < 0 || code == clear + 1) return;
    if (code == clear) {
      free_code = clear + 2, width = least + 1, previous = -1;
      continue;
    }
    if (code > free_code || (code == free_code && previous < 0) || (previous < 0 && code > clear)) picture_refuse();
    size_t height = 0;
    int rest = code;
    // The code is not yet in the table if it stands for the previous text with its first pixel at the end.
    if (code == free_code) stack[height++] = first, rest = previous;
    while (rest > clear) stack[height++] = last[rest], rest = before[rest];
    stack[height++] = first = (uint8_t)rest;
    if (previous >= 0 && free_code < 4096) {
      before[free_code] = (uint16_t)previous;
      last[free_code++] = first;
      if (free_code == 1 << width && width < 12) width++;
    }
    previous = code;
    while (height > 0 && done < count) pixels[done++] = stack[--height];
  }
}

static void skip_blocks(struct input *input) {
  for (uint8_t size; (size = byte(input)) > 0;) part(input, size);
}

// Returns the row of the frame at this position of an interlaced file (GIF 89a, appendix E).
static uint32_t interlaced(uint32_t index, uint32_t height) {
  static const uint32_t starts[] = {0, 4, 2, 1}, steps[] = {8, 8, 4, 2};
  for (int pass = 0; pass < 4; pass++) {
    uint32_t rows = height > starts[pass] ? (height - starts[pass] - 1) / steps[pass] + 1 : 0;
    if (index < rows) return starts[pass] + index * steps[pass];
    index -= rows;
  }
  picture_refuse();
}

static const uint8_t *colours(struct input *input, uint8_t flags, int *count) {
  *count = 2 << (flags & 7);
  return part(input, (size_t)*count * 3);
}

// Draws the frame on the canvas. Pixels outside of the canvas are left out.
static void draw(
    struct input *input, uint8_t *canvas, uint32_t width, uint32_t height, const uint8_t *table, int colour_count,
    int transparent) {
  const uint8_t *frame = part(input, 9);
  uint32_t left = pair(frame), top = pair(frame + 2), across = pair(frame + 4), down = pair(frame + 6);
  if (frame[8] & 0x80) table = colours(input, frame[8], &colour_count);
  if (!table || !across || !down || (uint64_t)across * down > MEMORY_LIMIT / 4) picture_refuse();
  uint8_t *indices = picture_memory((size_t)across * down);
  unpack(input, indices, (size_t)across * down);
  for (uint32_t index = 0; index < down; index++) {
    uint32_t y = top + (frame[8] & 0x40 ? interlaced(index, down) : index);
    for (uint32_t x = 0; x < across && left + x < width && y < height; x++) {
      uint8_t colour = indices[(size_t)index * across + x];
      if (colour == transparent || colour >= colour_count) continue;
      uint8_t *pixel = canvas + ((size_t)y * width + left + x) * 4;
      memcpy(pixel, table + colour * 3, 3);
      pixel[3] = 0xFF;
    }
  }
}

void picture_read_gif(struct picture *picture, struct input *input) {
  const uint8_t *head = part(input, 13);
  if (memcmp(head, "GIF87a", 6) && memcmp(head, "GIF89a", 6)) picture_refuse();
  uint32_t width = pair(head + 6), height = pair(head + 8);
  int count = 0, transparent = -1;
  const uint8_t *table = head[10] & 0x80 ? colours(input, head[10], &count) : NULL;
  picture_begin(picture, width, height);
  uint8_t *canvas = picture_memory((size_t)width * height * 4);
  for (uint8_t block; (block = byte(input)) != 0x2C;) {
    if (block != 0x21) picture_refuse();
    if (byte(input) == 0xF9 && input->size - input->next >= 5 && input->bytes[input->next] == 4) {
      const uint8_t *control = input->bytes + input->next + 1;
      transparent = control[0] & 1 ? control[3] : -1;
    }
    skip_blocks(input);
  }
  draw(input, canvas, width, height, table, count, transparent);
  for (uint32_t row = 0; row < height; row++) picture_add_row(picture, canvas + (size_t)row * width * 4);
}
