// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

extension Entry {
  /// Writes its text in the largest size in which all of it is seen, or in the smallest; `styles` are the classes for
  /// the sizes below the usual one.
  public func fitText(_ fit: NumberFit = .large, styles: [String] = ["long", "longer", "longest"]) {
    guard let inner = gtk_editable_get_delegate(opaque), let layout = gtk_widget_create_pango_layout(widget, text)
    else { return }
    let room = gtk_widget_get_width(UnsafeMutableRawPointer(inner).assumingMemoryBound(to: GtkWidget.self))
    var width: Int32 = 0
    pango_layout_get_pixel_size(layout, &width, nil)
    g_object_unref(UnsafeMutableRawPointer(layout))
    guard room > 0 else { return }
    let now = styles.firstIndex { gtk_widget_has_css_class(widget, $0) != 0 }.map { $0 + 1 } ?? 0
    guard case .whole(let size) = fit.form(whole: Int(width) * 100 / fit.sizes[now], brief: nil, room: Int(room)),
      let step = fit.sizes.firstIndex(of: size), step != now
    else { return }
    for (index, name) in styles.enumerated() { style(name, index + 1 == step) }
  }
}
