// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel

enum OwnRatesAction: String, Action {
  case add
  case undo

  static let scope = "win"
  var accelerators: [String] { [] }
  var takesTarget: Bool { false }
}

enum OwnRatesIntent: Equatable, Sendable {
  case added
  case edited(OwnRate)
  case removed(OwnRate)
  case restored(OwnRate)
  case closed
}
