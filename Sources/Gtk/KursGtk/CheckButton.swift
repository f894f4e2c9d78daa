// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// A `GtkCheckButton`: a tick, or one of a group of which one is chosen.
@MainActor
public final class CheckButton: Widget {
  override class var type: GType { gtk_check_button_get_type() }

  /// Whether it is ticked.
  public var isActive: Bool {
    get { gtk_check_button_get_active(cast()) != 0 }
    set { gtk_check_button_set_active(cast(), newValue ? 1 : 0) }
  }
}
