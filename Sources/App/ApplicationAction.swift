// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

/// The actions of the whole program.
enum ApplicationAction: String, Action {
  case account
  case settings
  case quit
  // What the launcher's menu offers, also while the program is not running.
  case newList = "new-list"
  case showChart = "show-chart"
  case paste

  static let scope = "app"
  var takesTarget: Bool { false }

  var accelerators: [String] {
    switch self {
    case .account, .newList, .showChart, .paste: []
    case .settings: ["<Control>comma"]
    case .quit: ["<Control>q"]
    }
  }
}
