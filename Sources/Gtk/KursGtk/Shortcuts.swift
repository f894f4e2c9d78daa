// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CKursGtk

extension Window {
  /// Opens a window of shortcuts above this one; beside an action it shows the keys that the application gave it.
  public func showShortcuts(_ shortcuts: Window, section: String = "") {
    if let application = gtk_window_get_application(cast()) { fillIn(shortcuts.widget, application) }
    if !section.isEmpty { kurs_set_string_property(shortcuts.raw, "section-name", section) }
    shortcuts.setTransient(for: self)
    shortcuts.present()
  }
}

// The function that tells a window of shortcuts its application is deprecated from GTK 4.18 on, before the oldest
// supported libadwaita has what follows it. So the keys are put in here.
@MainActor
private func fillIn(_ widget: UnsafeMutablePointer<GtkWidget>, _ application: UnsafeMutablePointer<GtkApplication>) {
  if kurs_is_named(widget, "GtkShortcutsShortcut") != 0 {
    guard let action = kurs_get_string_property(widget, "action-name") else { return }
    defer { g_free(action) }
    guard let keys = gtk_application_get_accels_for_action(application, action) else { return }
    defer { g_strfreev(keys) }
    if let joined = g_strjoinv(" ", keys) {
      kurs_set_string_property(widget, "accelerator", joined)
      g_free(joined)
    }
    return
  }
  var child = gtk_widget_get_first_child(widget)
  while let found = child {
    fillIn(found, application)
    child = gtk_widget_get_next_sibling(found)
  }
}
