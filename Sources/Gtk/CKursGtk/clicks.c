// SPDX-License-Identifier: GPL-3.0-or-later
// After each layout GTK synthesises a motion, to find the widget under the pointer (gdk_surface_request_motion).
// It asks the X server for the pressed buttons. During a quick click the server may already report the release.
// The gestures then see a motion without a button and give up (gtkgesturesingle.c), so a typed digit is lost.
// So a window hides synthesised motions that lack a button whose press it has seen.
#include "kurs_gtk.h"

static gboolean seen(GtkEventControllerLegacy *controller, GdkEvent *event, gpointer data) {
  (void)controller;
  guint *held = data;
  const GdkModifierType state = gdk_event_get_modifier_state(event);
  switch (gdk_event_get_event_type(event)) {
    case GDK_BUTTON_PRESS:
      *held |= GDK_BUTTON1_MASK << (gdk_button_event_get_button(event) - 1);
      return GDK_EVENT_PROPAGATE;
    case GDK_BUTTON_RELEASE:
      *held &= ~(GDK_BUTTON1_MASK << (gdk_button_event_get_button(event) - 1));
      return GDK_EVENT_PROPAGATE;
    case GDK_MOTION_NOTIFY:
      // A synthesised motion has no time. A true one shows that the button was released elsewhere.
      if (gdk_event_get_time(event) == GDK_CURRENT_TIME) return (*held & ~state) != 0;
      *held &= state;
      return GDK_EVENT_PROPAGATE;
    default: return GDK_EVENT_PROPAGATE;
  }
}

static void forget(gpointer held, GClosure *closure) {
  (void)closure;
  g_free(held);
}

static void opened(GListModel *windows, guint position, guint removed, guint added, gpointer data) {
  (void)removed;
  (void)data;
  for (guint index = position; index < position + added; index++) {
    GtkWidget *window = g_list_model_get_item(windows, index);
    GtkEventController *controller = gtk_event_controller_legacy_new();
    gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE);
    g_signal_connect_data(controller, "event", G_CALLBACK(seen), g_new0(guint, 1), forget, G_CONNECT_DEFAULT);
    gtk_widget_add_controller(window, controller);
    g_object_unref(window);
  }
}

void kurs_clicks_keep(void) {
  GListModel *windows = gtk_window_get_toplevels();
  g_signal_connect(windows, "items-changed", G_CALLBACK(opened), NULL);
  opened(windows, 0, 0, g_list_model_get_n_items(windows), NULL);
}
