// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

extension Window {
  /// Opens the window of all shortcuts above this one, at those of a section.
  func showShortcuts(of section: String = "calculator") {
    guard let builder = try? Builder(resource: Paths.shortcuts, domain: Paths.domain),
      let shortcuts = try? builder.object("window", as: Window.self)
    else { return }
    showShortcuts(shortcuts, section: section)
  }
}
