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
/* Takes only what this program drags and whose text begins with the kind and a colon. */
GdkContentProvider *kurs_dragged_content(const char *kind, const char *name, const char *text);
char *kurs_dropped_name(GtkDropTarget *target);
char *kurs_dropped_file(const GValue *value);
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
/* Each password row of a .ui file lets go of the focus when it is no longer shown. */
void kurs_passwords_give_up_focus(GtkBuilder *builder);
/* Tab goes from one password row to the next, not to the button that shows what was typed. */
void kurs_passwords_skip_buttons(GtkBuilder *builder);
/* The description of a group keeps to the group's width. */
void kurs_descriptions_keep_width(GtkBuilder *builder);

/* A popover whose items a screen reader can name; the menu, made for it alone, is empty when it is freed. */
GtkWidget *kurs_menu_popover_new(GMenu *menu);
// Moves the keyboard focus out of a popover that closes.
void kurs_popover_give_up_focus(GtkWidget *popover);

/* Reads a picture of this kind from standard input, locked in, and writes it upright and no larger than side: as
   pixels, or as a PNG file that says nothing else. Returns the exit status; the process is of no other use then. */
int kurs_picture_process(const char *kind, int side, gboolean as_png);

/* An application of this id, its style sheets and icons under `resources`; another that runs already is activated. */
G_DECLARE_FINAL_TYPE(KursApplication, kurs_application, KURS, APPLICATION, AdwApplication)
AdwApplication *kurs_application_new(const char *id, const char *resources);
/* Tells GTK what to leave out, unless the person chose otherwise; before GTK begins, and before any other thread. */
void kurs_application_prepare(void);
/* Programs that are started from now on do not inherit that; once a window is drawn. */
void kurs_application_drawn(void);

/* For .ui files, by this name: the Tab key comes to its children in their order. */
G_DECLARE_FINAL_TYPE(KursOrderedBox, kurs_ordered_box, KURS, ORDERED_BOX, GtkBox)

/* The window ends when its parent does. */
void kurs_window_end_with(GtkWindow *window, GtkWindow *parent);

/* No click in a window is lost to a motion that GTK makes up; once, after GTK has begun. */
void kurs_clicks_keep(void);

/* Gives back what only the start needed: free heap, and the mapped pages of code that ran once. */
void kurs_memory_settle(void);
/* Bytes of the heap that are in use. */
size_t kurs_memory_in_use(void);

#endif
