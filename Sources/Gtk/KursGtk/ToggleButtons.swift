// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// A `GtkToggleButton`.
@MainActor
public final class ToggleButton: Widget {
  override class var type: GType { gtk_toggle_button_get_type() }

  /// The text on it.
  public var label: String {
    get { gtk_button_get_label(cast()).map { String(cString: $0) } ?? "" }
    set { gtk_button_set_label(cast(), newValue) }
  }

  /// Whether it is pressed in.
  public var isActive: Bool {
    get { gtk_toggle_button_get_active(cast()) != 0 }
    set { gtk_toggle_button_set_active(cast(), newValue ? 1 : 0) }
  }

  /// Calls `body` after it was pressed in or let out, by the person or by the program.
  public func onToggle(_ body: @escaping @MainActor @Sendable () -> Void) { connect("toggled", body) }
}

/// A `GtkStack`: pages of which one is shown.
@MainActor
public final class Stack: Widget {
  override class var type: GType { gtk_stack_get_type() }

  /// The name of the page that is shown.
  public var page: String {
    get { gtk_stack_get_visible_child_name(opaque).map { String(cString: $0) } ?? "" }
    set { gtk_stack_set_visible_child_name(opaque, newValue) }
  }
}
