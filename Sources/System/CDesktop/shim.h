// SPDX-License-Identifier: GPL-3.0-or-later
#define G_SETTINGS_ENABLE_BACKEND
#include <gio/gio.h>
#include <gio/gsettingsbackend.h>
#include <langinfo.h>
#include <libintl.h>
#include <locale.h>
#include <unistd.h>
