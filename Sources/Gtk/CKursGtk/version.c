// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_gtk.h"

// Swift has no string macros on the command line; the build passes the version once, to here.
const char *kurs_version(void) { return KURS_VERSION; }
