/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KURS_VERSION_H
#define KURS_VERSION_H
/* In C because only C targets take a define whose value comes from the environment of the build. */
const char *kurs_version(void);
#endif
