// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

extension Window {
  // gtk_show_uri is deprecated from GTK 4.10 on, where GtkUriLauncher takes its place; this is its only use.
  /// Opens an address with the person's browser.
  public func open(address: String) { gtk_show_uri(cast(), address, guint32(GDK_CURRENT_TIME)) }
}
