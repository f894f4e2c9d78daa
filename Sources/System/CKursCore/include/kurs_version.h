// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef KURS_VERSION_H
#define KURS_VERSION_H
// Written in C, because only C targets accept a macro whose value comes from the build's environment.
const char *kurs_version(void);
#endif
