// SPDX-License-Identifier: GPL-3.0-or-later
// A box in which the Tab key follows the order of the children. GTK would order them by their middles, which move when
// the heights of adjacent children change.
#include "kurs_gtk.h"

struct _KursOrderedBox {
  GtkBox parent;
};

G_DEFINE_FINAL_TYPE(KursOrderedBox, kurs_ordered_box, GTK_TYPE_BOX)

static gboolean focus(GtkWidget *box, GtkDirectionType direction) {
  if (direction != GTK_DIR_TAB_FORWARD && direction != GTK_DIR_TAB_BACKWARD)
    return GTK_WIDGET_CLASS(kurs_ordered_box_parent_class)->focus(box, direction);
  gboolean forward = direction == GTK_DIR_TAB_FORWARD;
  GtkWidget *child = gtk_widget_get_focus_child(box);
  if (child == NULL) child = forward ? gtk_widget_get_first_child(box) : gtk_widget_get_last_child(box);
  while (child != NULL) {
    if (gtk_widget_get_mapped(child) && gtk_widget_child_focus(child, direction)) return TRUE;
    child = forward ? gtk_widget_get_next_sibling(child) : gtk_widget_get_prev_sibling(child);
  }
  return FALSE;
}

static void kurs_ordered_box_class_init(KursOrderedBoxClass *class) { GTK_WIDGET_CLASS(class)->focus = focus; }

static void kurs_ordered_box_init(KursOrderedBox *box) { (void)box; }
