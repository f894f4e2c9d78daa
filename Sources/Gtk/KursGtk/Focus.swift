// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CKursGtk

extension Window {
  /// Whether GTK tells of the first focus before the bus of screen readers knows the program, which then says nothing:
  /// seen with 4.18, not with 4.8.
  public static var tellsFirstFocusEarly: Bool { gtk_get_minor_version() > 8 }

  /// Whether the keyboard focus is on this widget, or on one within it.
  public func hasFocus(within place: Widget) -> Bool {
    guard let focused = gtk_window_get_focus(cast()) else { return false }
    return focused == place.widget || gtk_widget_is_ancestor(focused, place.widget) != 0
  }

  /// Whether the keyboard focus is in a menu or another popover.
  public var hasFocusInPopover: Bool {
    guard let focused = gtk_window_get_focus(cast()), let native = gtk_widget_get_native(focused) else { return false }
    return UnsafeMutableRawPointer(native) != raw
  }

  /// Calls `body` when a popover with the keyboard focus has closed and no other one has taken its place.
  public func onFocusReturn(_ body: @escaping @MainActor @Sendable () -> Void) {
    let watch = PopoverWatch()
    connectArgument("notify::focus-widget") { [weak self] _ in
      guard let self else { return }
      let wasInPopover = watch.isInPopover
      watch.isInPopover = hasFocusInPopover
      guard wasInPopover, !watch.isInPopover else { return }
      // An entry of a menu may open the next popover, and GTK itself still moves the focus.
      Task { [weak self] in if let self, !hasFocusInPopover { body() } }
    }
  }
}

@MainActor
private final class PopoverWatch {
  var isInPopover = false
}

extension Entry {
  /// Takes the keyboard focus; cursor and selection stay where they are.
  public func takeFocus(in window: Window) {
    restoreSelection()
    let (selected, cursor) = (selection, position)
    window.focus(self)
    if let selected {
      gtk_editable_select_region(opaque, Int32(selected.lowerBound), Int32(selected.upperBound))
    } else {
      position = cursor
    }
  }

  /// Pastes as if by its own key.
  public func paste() {
    guard let delegate = gtk_editable_get_delegate(opaque) else { return }
    Widget(UnsafeMutableRawPointer(delegate)).activateAction("clipboard.paste")
  }
}
