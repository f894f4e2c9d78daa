// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CKursGtk

/// A `GtkSwitch`.
@MainActor
public final class Switch: Widget {
  override class var type: GType { gtk_switch_get_type() }

  /// Whether it is on.
  public var isActive: Bool {
    get { gtk_switch_get_active(opaque) != 0 }
    set { if newValue != isActive { gtk_switch_set_active(opaque, newValue ? 1 : 0) } }
  }

  /// Calls `body` after it was switched, by the person or by the program.
  public func onToggle(_ body: @escaping @MainActor @Sendable () -> Void) {
    connectArgument("notify::active") { _ in body() }
  }
}

/// A `GtkSpinButton`.
@MainActor
public final class SpinButton: Widget {
  override class var type: GType { gtk_spin_button_get_type() }

  /// The number in it.
  public var value: Int {
    get { Int(gtk_spin_button_get_value_as_int(opaque)) }
    set { if newValue != value { gtk_spin_button_set_value(opaque, Double(newValue)) } }
  }

  /// Calls `body` after the number changed, by the person or by the program.
  public func onChange(_ body: @escaping @MainActor @Sendable () -> Void) { connect("value-changed", body) }
}

/// A `GtkSpinner`: something is under way.
@MainActor
public final class Spinner: Widget {
  override class var type: GType { gtk_spinner_get_type() }

  /// Whether it is shown and turns.
  public var isSpinning: Bool {
    get { gtk_spinner_get_spinning(opaque) != 0 }
    set {
      gtk_spinner_set_spinning(opaque, newValue ? 1 : 0)
      isVisible = newValue
    }
  }
}

/// A `GtkImage`.
@MainActor
public final class Image: Widget {
  override class var type: GType { gtk_image_get_type() }

  /// Shows an icon of the theme.
  public func setIcon(_ name: String) { gtk_image_set_from_icon_name(opaque, name) }
}

/// An `AdwWindowTitle`.
@MainActor
public final class WindowTitle: Widget {
  override class var type: GType { adw_window_title_get_type() }

  /// Its two lines.
  public func set(_ title: String, subtitle: String) {
    adw_window_title_set_title(opaque, title)
    adw_window_title_set_subtitle(opaque, subtitle)
  }
}
