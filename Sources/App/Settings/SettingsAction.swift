// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

/// The actions of the menu of a provider's row; the target is the provider.
enum SettingsAction: String, Action {
  case useFirst = "use-first"
  case moveUp = "move-up"
  case moveDown = "move-down"
  case details

  static let scope = "settings"
  /// The keys of a row work on the row that has the focus, so they are the row's own.
  var accelerators: [String] { [] }
  var takesTarget: Bool { true }
}

/// Brings back the alert that was deleted last.
enum AlertListAction: String, Action {
  case restore = "restore-alert"

  static let scope = SettingsAction.scope
  var accelerators: [String] { [] }
  var takesTarget: Bool { false }
}
