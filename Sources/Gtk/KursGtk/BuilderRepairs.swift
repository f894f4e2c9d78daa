// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// Repairs widgets that libadwaita 1.2 and GTK 4.8 load incorrectly from a `.ui` file.
@MainActor
enum BuilderRepairs {
  static func mend(_ objects: [UnsafeMutableRawPointer]) {
    for object in objects {
      let widget = object.assumingMemoryBound(to: GtkWidget.self)
      if isObject(object, a: adw_password_entry_row_get_type()) {
        giveUpFocusWhenHidden(object)
        skipButtons(in: widget)
      }
      if isObject(object, a: adw_preferences_group_get_type()) { stackHeader(of: widget) }
    }
  }

  /// Takes the focus from a password row before the row is freed. Otherwise libadwaita 1.2 would read the freed row.
  private static func giveUpFocusWhenHidden(_ row: UnsafeMutableRawPointer) {
    let handler: @convention(c) (UnsafeMutablePointer<GtkWidget>, UnsafeMutableRawPointer?) -> Void = { row, _ in
      giveUpFocus(of: row)
    }
    g_signal_connect_data(
      row, "unmap", unsafeBitCast(handler, to: GCallback.self), nil, nil, GConnectFlags(rawValue: 0))
  }

  /// Removes the button that shows the password from the Tab order, so that a typed space can't press it.
  private static func skipButtons(in widget: UnsafeMutablePointer<GtkWidget>) {
    if isObject(widget, a: gtk_button_get_type()) {
      gtk_widget_set_focusable(widget, 0)
      gtk_widget_set_focus_on_click(widget, 0)
    }
    childWidgets(of: widget).forEach { skipButtons(in: $0) }
  }

  /// Places a group's description above its button. Beside the button, GTK 4.8 may cut the description's last line.
  private static func stackHeader(of group: UnsafeMutablePointer<GtkWidget>) {
    guard let header = gtk_widget_get_first_child(group).flatMap({ gtk_widget_get_first_child($0) }),
      isObject(header, a: gtk_box_get_type()),
      adw_preferences_group_get_header_suffix(
        UnsafeMutableRawPointer(group).assumingMemoryBound(to: AdwPreferencesGroup.self)) == nil
    else { return }
    gtk_orientable_set_orientation(OpaquePointer(header), GTK_ORIENTATION_VERTICAL)
  }
}
