#include "kurs_gtk.h"
const char *kurs_version(void) { return KURS_VERSION; }
