// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

enum ApplicationAction: String, Action {
  case account
  case settings
  case help
  case quit
  // The entries of Kurs's menu in the desktop's launcher. They also work while Kurs isn't running.
  case newList = "new-list"
  case showChart = "show-chart"
  case paste
  /// Turns an alert on again, from the button of its notification. The target is the alert's id.
  case alertAgain = "alert-again"

  static let scope = "app"
  var takesTarget: Bool { self == .alertAgain }

  var accelerators: [String] {
    switch self {
    case .account, .newList, .showChart, .paste, .alertAgain: []
    case .settings: ["<Control>comma"]
    case .help: ["F1"]
    case .quit: ["<Control>q"]
    }
  }
}
