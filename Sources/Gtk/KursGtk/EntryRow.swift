// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CKursGtk

extension Entry {
  /// Calls `body` when Enter is pressed in an `AdwEntryRow`.
  public func onEntryActivate(_ body: @escaping @MainActor @Sendable () -> Void) {
    connect("entry-activated", body)
  }

  /// The name that a screen reader speaks for the button that shows a password, which libadwaita leaves without one.
  public func setRevealLabel(_ label: String) {
    guard let button = Self.descendant(of: widget, where: { button in
      gtk_button_get_icon_name(button).map { String(cString: $0).hasPrefix("view-") } ?? false
    }) else { return }
    Widget(UnsafeMutableRawPointer(button)).setAccessibleLabel(label)
  }

  private static func descendant(
    of widget: UnsafeMutablePointer<GtkWidget>, where isWanted: (UnsafeMutablePointer<GtkButton>) -> Bool
  ) -> UnsafeMutablePointer<GtkButton>? {
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
      if kurs_is_a(child, gtk_button_get_type()) != 0 {
        let button = UnsafeMutableRawPointer(child).assumingMemoryBound(to: GtkButton.self)
        if isWanted(button) { return button }
      }
      if let found = descendant(of: child, where: isWanted) { return found }
      next = gtk_widget_get_next_sibling(child)
    }
    return nil
  }
}
