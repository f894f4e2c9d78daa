// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef KURS_GTK_H
#define KURS_GTK_H

#include <adwaita.h>

#include "kurs_dialogs.h"

// Each function wraps something that Swift cannot call. The definition states the reason.

guint kurs_main_queue_attach(void);
guint64 kurs_main_queue_dispatches(void);

gulong kurs_signal_connect(gpointer instance, const char *signal, GCallback callback, gpointer box,
                           GClosureNotify destroy, gboolean after);

GType kurs_type_string(void);
void kurs_set_string_property(gpointer object, const char *name, const char *value);
gboolean kurs_is_a(gpointer object, GType type);
gboolean kurs_is_named(gpointer object, const char *type);
char *kurs_get_string_property(gpointer object, const char *name);
GdkContentProvider *kurs_text_content(const char *text);
// Creates the data of a drag, identified by kind and name. Other programs receive `text`.
GdkContentProvider *kurs_dragged_content(const char *kind, const char *name, const char *text);
char *kurs_dropped_name(GtkDropTarget *target);
char **kurs_dropped_files(const GValue *value);
GType kurs_type_file_list(void);
void kurs_drop_target_take(GtkDropTarget *target, const char *kind);

void kurs_accessible_set_label(GtkAccessible *accessible, const char *label);
void kurs_accessible_set_description(GtkAccessible *accessible, const char *description);
void kurs_accessible_announce(GtkWidget *widget, const char *sentence);
void kurs_accessible_name_buttons(GtkWidget *widget);
void kurs_accessible_name_icons(GtkWidget *widget);
void kurs_accessible_keep_labels(GtkBuilder *builder);
void kurs_accessible_speak_for_labels(GtkWidget *row);
void kurs_accessible_set_item_label(GtkListItem *item, const char *label);
void kurs_accessible_mend_when_shown(void);
// Makes each password row of a .ui file release the focus when it is hidden.
void kurs_passwords_give_up_focus(GtkBuilder *builder);
// Makes Tab skip the buttons that reveal a password.
void kurs_passwords_skip_buttons(GtkBuilder *builder);
// Wraps the description of a group at the group's width.
void kurs_descriptions_keep_width(GtkBuilder *builder);

// Creates a popover menu whose items a screen reader can name.
// Empties `menu` when the popover is freed, so the menu must not be shared.
GtkWidget *kurs_menu_popover_new(GMenu *menu);
// Moves the keyboard focus out of a popover that closes.
void kurs_popover_give_up_focus(GtkWidget *popover);

// Locks the process down, reads a picture of this kind from standard input and writes it to standard output.
// The result is upright, at most `side` pixels wide and high, and either raw pixels or a PNG file without metadata.
// Returns the exit status. The process can't be used for anything else afterwards.
int kurs_picture_process(const char *kind, int side, gboolean as_png);

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

// Creates a row of a list box that keyboard, pointer and screen readers skip.
GtkWidget *kurs_row_gap_new(void);

// Destroys the window together with its parent.
void kurs_window_end_with(GtkWindow *window, GtkWindow *parent);

// Keeps clicks that GTK would cancel because of a synthetic motion event. Call it once, after GTK is initialised.
void kurs_clicks_keep(void);

// Returns free heap memory to the system after the start.
void kurs_memory_settle(void);
// Returns the number of heap bytes in use.
size_t kurs_memory_in_use(void);

#endif
