// SPDX-License-Identifier: GPL-3.0-or-later
// An empty data file for ICU, in the place of the one that Foundation brings: 35 MB in each program, of which nothing
// in Kurs asks for a byte. Linked first, it is the one that the linker takes; docs/BUILD.md says what is lost.

#include <stdint.h>

// As in ICU's own stub (source/stubdata/stubdata.cpp): a header, then a table of contents without an entry.
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

// The name is that of ICU 76, which Swift 6.2 has; with another version the symbol is one that nobody looks for.
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
