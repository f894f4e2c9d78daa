// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

/// The actions of the window of kept calculations; all but the last concern a row, told by its number.
enum KeptAction: String, Action {
  case open
  case compare
  case save
  case rename
  case remove
  case undo

  static let scope = "win"
  var accelerators: [String] { [] }
  var takesTarget: Bool { self != .undo }
}

enum KeptIntent: Equatable, Sendable {
  case historyShown
  case savedShown
  case searched(String)
  case opened(KeptViewState.Row)
  /// Line by line, at the rates of then and of today.
  case compared(KeptViewState.Row)
  case saved(KeptViewState.Row, title: String)
  case renamed(KeptViewState.Row, title: String)
  case removed(KeptViewState.Row)
  case cleared
  case removalUndone
  case closed
}
