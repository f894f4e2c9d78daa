// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CKursGtk

extension PreferencesWindow {
  /// Empties its groups when it closes: libadwaita 1.2 holds each one that its search knows, with all its rows.
  public func releaseGroupsOnClose() {
    // By address: the window speaks itself, and its wrapper may be gone by then.
    let address = UInt(bitPattern: raw)
    connect("unrealize") {
      guard let window = UnsafeMutablePointer<GtkWidget>(bitPattern: address) else { return }
      let groups = Self.takeGroupsOut(of: window)
      // Once the window itself is done with them.
      Task { for group in groups { g_object_run_dispose(group.cast(GObject.self)) } }
    }
  }

  private static func takeGroupsOut(of window: UnsafeMutablePointer<GtkWidget>) -> [Object] {
    var found: [(page: Object, group: Object)] = []
    collect(window, in: nil, &found)
    for (page, group) in found { adw_preferences_page_remove(page.cast(), group.cast()) }
    return found.map(\.group)
  }

  private static func collect(
    _ widget: UnsafeMutablePointer<GtkWidget>, in page: Object?, _ found: inout [(page: Object, group: Object)]
  ) {
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
      next = gtk_widget_get_next_sibling(child)
      if let page, kurs_is_a(child, adw_preferences_group_get_type()) != 0 {
        found.append((page, Object(UnsafeMutableRawPointer(child))))
      } else {
        let isPage = kurs_is_a(child, adw_preferences_page_get_type()) != 0
        collect(child, in: isPage ? Object(UnsafeMutableRawPointer(child)) : page, &found)
      }
    }
  }
}
