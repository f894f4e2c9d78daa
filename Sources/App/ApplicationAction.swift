// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

/// The actions of the whole program.
enum ApplicationAction: String, Action {
  case quit

  static let scope = "app"
  var accelerators: [String] { ["<Control>q"] }
  var takesTarget: Bool { false }
}
