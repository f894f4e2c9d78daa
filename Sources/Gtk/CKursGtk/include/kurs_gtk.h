// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef KURS_GTK_H
#define KURS_GTK_H

#include "../../../System/CAdwaita/flags.h"

#include <adwaita.h>
// Swift's module of glibc lacks this header.
#include <malloc.h>

#include "kurs_dialogs.h"

// Swift can't write or call the following functions. The comments give the reasons.

// libdispatch's functions for a main loop, which CoreFoundation uses too. No public header declares them.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);

// Locks this process down, reads a picture of type `kind` from standard input, and writes the result to standard
// output. The result is upright and at most `side` pixels wide and high. It is raw pixels, or a PNG file without
// metadata. Returns the exit status. Afterwards the process can't be used for anything else. Written in C, because
// seccomp's filters are macros, and no Swift code may run between the lock and the decoder.
int kurs_picture_process(const char *kind, int side, gboolean as_png);

// GObject declares and defines classes by macros, which Swift can't use.

// An application. `id`: its application id. `resources`: contains its style sheets and icons. A second start activates
// the program that already runs.
G_DECLARE_FINAL_TYPE(KursApplication, kurs_application, KURS, APPLICATION, AdwApplication)
AdwApplication *kurs_application_new(const char *id, const char *resources);
// Sets environment variables that make GTK skip features, unless the user has set them. Must be called before GTK is
// initialised and before another thread starts.
void kurs_application_prepare(void);
// Removes the variables of `kurs_application_prepare`, so that child processes don't inherit them. Call it when a
// window has been drawn.
void kurs_application_drawn(void);

// A box for `.ui` files. The Tab key moves through its children in their order.
G_DECLARE_FINAL_TYPE(KursOrderedBox, kurs_ordered_box, KURS, ORDERED_BOX, GtkBox)

#endif
