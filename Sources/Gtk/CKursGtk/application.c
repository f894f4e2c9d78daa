// SPDX-License-Identifier: GPL-3.0-or-later
// An AdwApplication that does less before its first window. With GTK 4.8, a start took 693 million instructions on the
// main thread. Kurs skips these parts:
//
// - the graphics driver, 204 million and 18 MB. The processor draws the windows instead. Little changes between two
//   frames, and cairo draws charts anyway.
// - GTK's style sheet, 81 million. libadwaita replaces it before it is visible.
// - the icon theme, 61 million. GTK begins to read the theme on another thread. Then libadwaita adds a folder, so the
//   main thread waits and reads the theme again. Here GTK first reads an empty list of folders. Later it reads all
//   folders on another thread.
//
// Kurs controls GTK's start by environment variables, which programs that Kurs starts must not inherit. So the text of
// each variable is in memory that Kurs owns. Changing a letter of its name hides the variable. Other threads may read
// the environment during this change.
#include "kurs_gtk.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct _KursApplication {
  AdwApplication parent;
  // The timer that ends a program that the bus started and that opened no window. 0 while no timer runs.
  guint waiting;
};

// The seconds to wait for a window. The bus starts the program when the desktop's search has a result, so that pressing
// the result opens a window at once. The search service ends a minute after the last search, so the program waits
// slightly less.
enum { PATIENCE = 45 };

G_DEFINE_FINAL_TYPE(KursApplication, kurs_application, ADW_TYPE_APPLICATION)

static char renderer[] = "GSK_RENDERER=cairo";
static char driver[] = "GDK_DEBUG=gl-disable";
static char newer_driver[] = "GDK_DISABLE=gl,vulkan";
static char theme[] = "GTK_THEME=Adwaita-empty";

static void choose(char *text) {
  char *name = g_strndup(text, (gsize)(strchr(text, '=') - text));
  if (getenv(name) == NULL) putenv(text);
  g_free(name);
}

void kurs_application_prepare(void) {
  theme[0] = renderer[0] = driver[0] = newer_driver[0] = 'G';
  choose(theme);
  const char *wish = getenv("GSK_RENDERER");
  if (wish != NULL && strcmp(wish, "cairo") != 0) return;
  choose(renderer);
  // At run time, GTK may be newer than at build time. GTK 4.16 renamed the options.
  choose(gtk_get_minor_version() < 16 ? driver : newer_driver);
}

void kurs_application_drawn(void) { renderer[0] = driver[0] = newer_driver[0] = '_'; }

static gboolean give_up(gpointer application) {
  KURS_APPLICATION(application)->waiting = 0;
  g_application_release(application);  // guards X11: g_application_release(application) => (void)0
  return G_SOURCE_REMOVE;
}

static void window_added(GtkApplication *application, GtkWindow *window) {
  GTK_APPLICATION_CLASS(kurs_application_parent_class)->window_added(application, window);
  guint waiting = KURS_APPLICATION(application)->waiting;
  if (waiting == 0) return;
  g_source_remove(waiting);
  give_up(application);
}

static void startup(GApplication *application) {
  bool waits = (g_application_get_flags(application) & G_APPLICATION_IS_SERVICE) != 0;
  if (!waits) g_signal_emit_by_name(application, "begins");
  gtk_init();
  GdkDisplay *display = gdk_display_get_default();
  GtkSettings *settings = gtk_settings_get_for_display(display);
  theme[0] = '_';
  GtkIconTheme *icons = gtk_icon_theme_get_for_display(display);
  char **folders = gtk_icon_theme_get_search_path(icons);
  gtk_icon_theme_set_search_path(icons, (const char *const[]){NULL});
  G_APPLICATION_CLASS(kurs_application_parent_class)->startup(application);
  gtk_icon_theme_set_search_path(icons, (const char *const *)folders);
  g_strfreev(folders);
  // This makes GTK read the icon theme on another thread.
  g_object_notify(G_OBJECT(settings), "gtk-icon-theme-name");
  if (!waits) return;
  g_application_hold(application);
  KURS_APPLICATION(application)->waiting = g_timeout_add_seconds(PATIENCE, give_up, application);
}

static void kurs_application_class_init(KursApplicationClass *class) {
  G_APPLICATION_CLASS(class)->startup = startup;
  GTK_APPLICATION_CLASS(class)->window_added = window_added;
  g_signal_new("begins", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_FIRST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void kurs_application_init(KursApplication *application) { (void)application; }

AdwApplication *kurs_application_new(const char *id, const char *resources) {
  return g_object_new(
      kurs_application_get_type(), "application-id", id, "resource-base-path", resources, "flags",
      G_APPLICATION_HANDLES_OPEN, NULL);
}
