// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

enum ApplicationAction: String, Action {
  case account
  case settings
  case help
  case quit
  // The entries of the launcher's menu. They also work while Kurs isn't running.
  case newList = "new-list"
  case showChart = "show-chart"
  case paste
  /// The action of a notification's button. The alert with this id then waits for a newer rate.
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
