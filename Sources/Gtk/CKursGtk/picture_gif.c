// SPDX-License-Identifier: GPL-3.0-or-later
#include "picture.h"

#include <gif_lib.h>
#include <stdlib.h>

static int give(GifFileType *gif, GifByteType *bytes, int count) {
  picture_take(gif->UserData, bytes, (size_t)count);
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

// Draws a row of the frame. Pixels outside of the picture are left out.
static void draw(GifFileType *gif, const GifByteType *row, uint32_t y, int transparent, struct picture *picture) {
  const ColorMapObject *colours = gif->Image.ColorMap ? gif->Image.ColorMap : gif->SColorMap;
  uint32_t left = (uint32_t)gif->Image.Left;
  if (!colours) picture_refuse();
  for (uint32_t x = 0; x < (uint32_t)gif->Image.Width && left + x < picture->width && y < picture->height; x++) {
    if (row[x] == transparent || row[x] >= colours->ColorCount) continue;
    const GifColorType *colour = &colours->Colors[row[x]];
    uint8_t *pixel = picture_row(picture, y) + (left + x) * 4;
    pixel[0] = colour->Red, pixel[1] = colour->Green, pixel[2] = colour->Blue, pixel[3] = 0xFF;
  }
}

// Reads the first frame, because later frames aren't shown. Its pixels stay transparent where its data end early.
struct picture picture_read_gif(struct input *input) {
  GifFileType *gif = DGifOpen(input, give, NULL);
  if (!gif) picture_refuse();
  struct picture picture = picture_new((uint32_t)gif->SWidth, (uint32_t)gif->SHeight);
  int transparent = skip_extensions(gif);
  if (DGifGetImageDesc(gif) == GIF_ERROR || gif->Image.Width < 1) picture_refuse();
  GifByteType *row = malloc((size_t)gif->Image.Width);
  if (!row) picture_refuse();
  // An interlaced frame has its rows in four passes (GIF 89a, appendix E).
  static const int starts[] = {0, 4, 2, 1}, steps[] = {8, 8, 4, 2};
  int passes = gif->Image.Interlace ? 4 : 1;
  for (int pass = 0; pass < passes; pass++)
    for (int y = starts[pass]; y < gif->Image.Height; y += passes == 1 ? 1 : steps[pass]) {
      if (DGifGetLine(gif, row, gif->Image.Width) == GIF_ERROR) return picture;
      draw(gif, row, (uint32_t)(gif->Image.Top + y), transparent, &picture);
    }
  return picture;
}
