// SPDX-License-Identifier: GPL-3.0-or-later
#include "flags.h"

#define G_SETTINGS_ENABLE_BACKEND
#include <adwaita.h>
#include <gio/gsettingsbackend.h>
#include <glib-unix.h>
#include <langinfo.h>
#include <libintl.h>
#include <locale.h>
#include <sys/timerfd.h>
#include <unistd.h>
