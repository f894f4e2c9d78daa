// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

/// The actions of the whole program.
enum ApplicationAction: String, Action {
  case account
  case settings
  case quit

  static let scope = "app"
  var takesTarget: Bool { false }

  var accelerators: [String] {
    switch self {
    case .account: []
    case .settings: ["<Control>comma"]
    case .quit: ["<Control>q"]
    }
  }
}
