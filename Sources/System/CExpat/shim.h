// SPDX-License-Identifier: GPL-3.0-or-later
#include <expat.h>

// Expat 2.9 deprecates the line number as a long.
static inline unsigned long long kurs_expat_line(XML_Parser parser) {
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9
  return XML_GetCurrentLineNumber64(parser);
#else
  return XML_GetCurrentLineNumber(parser);
#endif
}
