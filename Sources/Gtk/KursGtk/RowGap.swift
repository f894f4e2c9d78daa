// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

private let countKey = "kurs-rows"

/// An empty row of a `ListBox`. It takes the space of rows that are far from the visible part. A `GtkListView` would
/// create up to 200 rows in GTK 4.8, which is too slow for rows with several numbers and a menu.
@MainActor
public final class RowGap: Widget {
  override class var type: GType { gtk_list_box_row_get_type() }

  /// Creates a gap. Keyboard, pointer and screen readers skip it.
  public convenience init() {
    let row = gtk_list_box_row_new()!
    setRole(GTK_ACCESSIBLE_ROLE_NONE, of: row)
    self.init(UnsafeMutableRawPointer(row))
    gtk_list_box_row_set_activatable(cast(), 0)
    gtk_list_box_row_set_selectable(cast(), 0)
    gtk_widget_set_focusable(widget, 0)
    gtk_widget_set_can_target(widget, 0)
  }

  /// Makes the gap as high as `count` rows of `height` pixels.
  public func replace(_ count: Int, height: Int) {
    g_object_set_data(cast(), countKey, UnsafeMutableRawPointer(bitPattern: count))
    requestHeight(count * height)
  }

  /// Returns the number of rows that a gap replaces, or 1 if the list's child is a usual row.
  nonisolated static func rows(in child: UnsafeMutablePointer<GtkWidget>) -> Int {
    let object = UnsafeMutableRawPointer(child).assumingMemoryBound(to: GObject.self)
    return max(Int(bitPattern: g_object_get_data(object, countKey)), 1)
  }
}
