// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

enum WindowAction: String, Action {
  case copy
  case swap
  case chooseCurrency = "choose-currency"
  case addCurrency = "add-currency"
  case clear
  case about
  case shortcuts
  case chart
  case refresh
  case compact
  case pasteOffer = "paste-offer"

  case undo
  case redo
  case undoRemoval = "undo-removal"
  case newLine = "new-line"
  case removeActiveLine = "remove-active-line"
  case clearList = "clear-list"
  case copyList = "copy-list"
  case openFile = "open-file"
  case export
  case printReceipt = "print-receipt"
  case convertTable = "convert-table"
  case chooseDay = "choose-day"
  case fee
  case ownRates = "own-rates"
  case paid
  case save
  case newList = "new-list"
  case renameList = "rename-list"
  case deleteList = "delete-list"
  case listUp = "list-up"
  case listDown = "list-down"
  case restoreList = "restore-list"
  /// Runs an action on a list that isn't open. The target contains the action, a space, and the list's id.
  case ofList = "of-list"
  case saved
  case history
  /// Chooses another reading of the typed or pasted text. The target is the reading's index.
  case chooseReading = "choose-reading"

  case lineDay = "line-day"
  case lineOwnRate = "line-own-rate"
  case lineNote = "line-note"
  case removeLine = "remove-line"

  case copyResult = "copy-result"
  case explainResult = "explain-result"
  case swapWith = "swap-with"
  case editResult = "edit-result"
  case alertResult = "alert-result"
  case ownRate = "own-rate"
  case removeResult = "remove-result"

  static let scope = "win"
  /// Opens a list. The target is the list's id, or an empty string for the unnamed list.
  static let list = "list"
  static let rule = "day-rule"

  var accelerators: [String] {
    switch self {
    case .copy: ["<Control><Shift>c"]
    case .swap: ["<Control>i"]
    case .chooseCurrency: ["<Control>k"]
    case .addCurrency: ["<Control><Shift>k"]
    case .clear: ["<Control>Delete"]
    case .shortcuts: ["<Control>question"]
    case .chart: ["<Control>g"]
    case .refresh: ["F5", "<Control>r"]
    case .compact: ["<Control>m"]
    case .undo: ["<Control>z"]
    case .redo: ["<Control><Shift>z"]
    case .newLine: ["<Control>Return", "<Shift>Return", "<Control>KP_Enter", "<Shift>KP_Enter"]
    case .removeActiveLine: ["<Alt>Delete"]
    case .clearList: ["<Control><Shift>Delete"]
    case .openFile: ["<Control>o"]
    case .export: ["<Control>e"]
    case .printReceipt: ["<Control>p"]
    case .convertTable: ["<Control>t"]
    case .chooseDay: ["<Control>d"]
    case .save: ["<Control>s"]
    case .newList: ["<Control>n"]
    case .saved: ["<Control><Shift>o"]
    case .history: ["<Control>h"]
    default: []
    }
  }

  var takesTarget: Bool {
    switch self {
    case .undoRemoval, .restoreList, .ofList, .chooseReading, .lineDay, .lineOwnRate, .lineNote, .removeLine,
      .copyResult, .explainResult, .swapWith, .editResult, .alertResult, .ownRate, .removeResult:
      true
    default: false
    }
  }
}

enum WindowSwitch: String, Action {
  case keypad
  case roundCash = "round-cash"

  static let scope = WindowAction.scope

  var accelerators: [String] {
    switch self {
    case .keypad: ["F9"]
    case .roundCash: []
    }
  }
}

enum CloseAction: String, Action {
  case close

  static let scope = "window"
  var accelerators: [String] { ["<Control>w"] }
}
