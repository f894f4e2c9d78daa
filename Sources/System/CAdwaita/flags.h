// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef KURS_FLAGS_H
#define KURS_FLAGS_H

// GLib 2.88 and later mark enums of flags for the compiler. Swift would import those as option sets, without the names of
// their constants. This header removes the mark, and must come before all headers of GLib.
#define __GLIB_H_INSIDE__
#include <glib/gmacros.h>
#undef __GLIB_H_INSIDE__
#undef G_GNUC_FLAG_ENUM
#define G_GNUC_FLAG_ENUM

#endif
