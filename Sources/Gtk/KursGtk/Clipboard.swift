// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

extension Widget {
  /// Puts text on the clipboard of the display it is shown on.
  public func copyToClipboard(_ text: String) {
    gdk_clipboard_set_text(gtk_widget_get_clipboard(widget), text)
  }
}
