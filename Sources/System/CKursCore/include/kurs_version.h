// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef KURS_VERSION_H
#define KURS_VERSION_H
// The version of Kurs. Written in C, because only C targets accept a macro with a value from the build's environment.
const char *kurs_version(void);
#endif
