// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef KURS_POOL_H
#define KURS_POOL_H

// Has no functions, because linking this target is enough. See pool.c.

#endif
