// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

extension Widget {
  /// Puts text on the clipboard of the display it is shown on.
  ///
  /// Removes the marks that `Wording` sets in right-to-left text: other programs need not know them.
  public func copyToClipboard(_ text: String) {
    let plain = text.replacing("\u{200F}\u{2068}", with: "").filter { $0 != "\u{2068}" && $0 != "\u{2069}" }
    gdk_clipboard_set_text(gtk_widget_get_clipboard(widget), plain)
  }
}

extension Widget {
  /// Whether what is on the clipboard comes from this program.
  public var isClipboardOwn: Bool { gdk_clipboard_is_local(gtk_widget_get_clipboard(widget)) != 0 }

  /// Puts a PNG on the clipboard as an image; false when it is none.
  public func copyToClipboard(png: [UInt8]) -> Bool {
    let bytes = g_bytes_new(png, gsize(png.count))
    defer { g_bytes_unref(bytes) }
    guard let texture = gdk_texture_new_from_bytes(bytes, nil) else { return false }
    gdk_clipboard_set_texture(gtk_widget_get_clipboard(widget), texture)
    g_object_unref(UnsafeMutableRawPointer(texture))
    return true
  }
}
