// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

extension Label {
  /// Keeps as much room behind the text as `missing` would take in its font: figures below each other then have
  /// their separators below each other, though one has no decimals.
  public func setTrailingSpace(like missing: String) {
    guard !missing.isEmpty else { return gtk_widget_set_margin_end(widget, 0) }
    guard let layout = gtk_widget_create_pango_layout(widget, missing) else { return }
    var width: Int32 = 0
    pango_layout_get_pixel_size(layout, &width, nil)
    g_object_unref(UnsafeMutableRawPointer(layout))
    gtk_widget_set_margin_end(widget, width)
  }
}
