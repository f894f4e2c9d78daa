// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef KURS_GTK_H
#define KURS_GTK_H

#include "../../../System/flags.h"

#include <adwaita.h>
// Swift's own module of glibc leaves out this header.
#include <malloc.h>

#include "kurs_dialogs.h"

// Each function is one that Swift can't write or call. The comment states the reason.

// libdispatch's functions for a main loop, which CoreFoundation uses too. No public header declares them.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);

// Locks the process down, reads a picture of this kind from standard input and writes it to standard output.
// The result is upright, at most `side` pixels wide and high, and either raw pixels or a PNG file without metadata.
// Returns the exit status. The process can't be used for anything else afterwards.
// C, because seccomp's filters are macros, and no Swift may run between the lock and the decoder.
int kurs_picture_process(const char *kind, int side, gboolean as_png);

// GObject's macros declare and define classes.

// An application with this id and with style sheets and icons under `resources`. A second start activates the first.
G_DECLARE_FINAL_TYPE(KursApplication, kurs_application, KURS, APPLICATION, AdwApplication)
AdwApplication *kurs_application_new(const char *id, const char *resources);
// Sets environment variables that make GTK skip features, unless the user has set them.
// Call it before GTK is initialised and before any other thread starts.
void kurs_application_prepare(void);
// Hides those variables from child processes. Call it once a window is drawn.
void kurs_application_drawn(void);

// A box for .ui files. The Tab key visits its children in their order.
G_DECLARE_FINAL_TYPE(KursOrderedBox, kurs_ordered_box, KURS, ORDERED_BOX, GtkBox)

#endif
