// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef KURS_POOL_H
#define KURS_POOL_H

// Has no function to call: linking this target is what it is for. See pool.c.

#endif
