// SPDX-License-Identifier: GPL-3.0-or-later
#include "picture.h"

#include <gif_lib.h>
#include <string.h>

static int give(GifFileType *gif, GifByteType *bytes, int count) {
  struct input *input = gif->UserData;
  if (count < 0 || (size_t)count > input->size - input->next) picture_refuse();
  memcpy(bytes, input->bytes + input->next, (size_t)count);
  input->next += (size_t)count;
  return count;
}

// Reads the blocks before the first frame. Returns the transparent colour of the frame, or -1.
static int skip_extensions(GifFileType *gif) {
  int transparent = NO_TRANSPARENT_COLOR, code;
  for (GifRecordType record; DGifGetRecordType(gif, &record) == GIF_OK && record == EXTENSION_RECORD_TYPE;) {
    GraphicsControlBlock control;
    GifByteType *block;
    if (DGifGetExtension(gif, &code, &block) == GIF_ERROR) picture_refuse();
    if (code == GRAPHICS_EXT_FUNC_CODE && block && DGifExtensionToGCB(block[0], block + 1, &control) == GIF_OK)
      transparent = control.TransparentColor;
    while (block)
      if (DGifGetExtensionNext(gif, &block) == GIF_ERROR) picture_refuse();
  }
  return transparent;
}

// Draws a row of the frame on the canvas. Pixels outside of the canvas are left out.
static void draw(GifFileType *gif, const GifByteType *row, uint32_t y, int transparent, uint8_t *canvas) {
  const ColorMapObject *colours = gif->Image.ColorMap ? gif->Image.ColorMap : gif->SColorMap;
  uint32_t left = (uint32_t)gif->Image.Left, width = (uint32_t)gif->SWidth;
  if (!colours) picture_refuse();
  for (uint32_t x = 0; x < (uint32_t)gif->Image.Width && left + x < width && y < (uint32_t)gif->SHeight; x++) {
    if (row[x] == transparent || row[x] >= colours->ColorCount) continue;
    const GifColorType *colour = &colours->Colors[row[x]];
    uint8_t *pixel = canvas + ((size_t)y * width + left + x) * 4;
    pixel[0] = colour->Red, pixel[1] = colour->Green, pixel[2] = colour->Blue, pixel[3] = 0xFF;
  }
}

// Reads the first frame, because later frames aren't shown. Its pixels stay transparent where its data end early.
void picture_read_gif(struct picture *picture, struct input *input) {
  GifFileType *gif = DGifOpen(input, give, NULL);
  if (!gif) picture_refuse();
  picture_begin(picture, (uint32_t)gif->SWidth, (uint32_t)gif->SHeight);
  size_t length = (size_t)gif->SWidth * 4;
  uint8_t *canvas = picture_memory(length * (size_t)gif->SHeight);
  int transparent = skip_extensions(gif);
  if (DGifGetImageDesc(gif) == GIF_ERROR || gif->Image.Width < 1 || gif->Image.Height < 1) picture_refuse();
  GifByteType *row = picture_memory((size_t)gif->Image.Width);
  // An interlaced frame has its rows in four passes (GIF 89a, appendix E).
  static const int starts[] = {0, 4, 2, 1, 0}, steps[] = {8, 8, 4, 2, 1};
  int is_whole = 1;
  for (int pass = gif->Image.Interlace ? 0 : 4; pass < (gif->Image.Interlace ? 4 : 5); pass++)
    for (int y = starts[pass]; is_whole && y < gif->Image.Height; y += steps[pass])
      if ((is_whole = DGifGetLine(gif, row, gif->Image.Width) == GIF_OK))
        draw(gif, row, (uint32_t)(gif->Image.Top + y), transparent, canvas);
  for (int y = 0; y < gif->SHeight; y++) picture_add_row(picture, canvas + length * (size_t)y);
}
