// SPDX-License-Identifier: GPL-3.0-or-later
// An empty data file for ICU. It replaces Foundation's file, which adds 35 MB to each program and which Kurs never
// reads. The linker uses this file because it is linked first. docs/BUILD.md lists the losses.

#include <stdint.h>

// The format is that of ICU's stub (source/stubdata/stubdata.cpp): a header and an empty table of contents.
struct icu_data {
  uint16_t header_size;
  uint8_t magic[2];
  struct {
    uint16_t size, reserved;
    uint8_t is_big_endian, charset_family, size_of_char, reserved_byte;
    uint8_t format[4], format_version[4], data_version[4];
  } info;
  uint8_t padding[8];
  uint32_t count, reserved;
  int32_t name_and_data[4];
};

// The name is that of ICU 76, which Swift 6.2 uses. Other versions of ICU ignore this name.
extern const struct icu_data icudt76_dat;
const struct icu_data icudt76_dat __attribute__((aligned(16))) = {
    .header_size = 32,
    .magic = {0xda, 0x27},
    .info = {.size = 20,
             .is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
             .size_of_char = 2,
             .format = {'T', 'o', 'C', 'P'},
             .format_version = {1}},
};
