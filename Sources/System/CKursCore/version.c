// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_version.h"

const char *kurs_version(void) { return KURS_VERSION; }
