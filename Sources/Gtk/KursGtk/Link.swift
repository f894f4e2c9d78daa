// SPDX-License-Identifier: GPL-3.0-or-later
import CKursGtk

extension Window {
  /// Opens an address with the person's browser.
  public func open(address: String) { kurs_link_open(cast(), address) }
}
