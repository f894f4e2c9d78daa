// SPDX-License-Identifier: GPL-3.0-or-later
#include <gio/gio.h>
#include <langinfo.h>
#include <libintl.h>
#include <locale.h>
#include <unistd.h>
