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
  case saveFile = "save-file"
  case openFile = "open-file"
  case exportList = "export-list"
  case saveReceipt = "save-receipt"
  case printReceipt = "print-receipt"
  case convertTable = "convert-table"
  case chooseDay = "choose-day"
  case newestDay = "newest-day"
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
  /// An action on another list. Target: "action id".
  case ofList = "of-list"
  case saved
  case history
  /// Chooses another reading of the typed or pasted text, by its position.
  case chooseReading = "choose-reading"

  case lineSign = "line-sign"
  case lineCurrency = "line-currency"
  case lineDay = "line-day"
  case lineOwnRate = "line-own-rate"
  case lineNote = "line-note"
  case removeLine = "remove-line"

  case copyResult = "copy-result"
  case chartResult = "chart-result"
  case explainResult = "explain-result"
  case swapWith = "swap-with"
  case editResult = "edit-result"
  case alertResult = "alert-result"
  case ownRate = "own-rate"
  case changeResult = "change-result"
  case removeResult = "remove-result"

  static let scope = "win"
  /// Chooses a list by its id. Empty for the unnamed one.
  static let list = "list"
  static let rule = "day-rule"

  var accelerators: [String] {
    switch self {
    case .copy: ["<Control><Shift>c"]
    case .swap: ["<Control>i"]
    case .chooseCurrency: ["<Control>k"]
    case .addCurrency: ["<Control>n"]
    case .clear: ["<Control>Delete"]
    case .shortcuts: ["<Control>question"]
    case .chart: ["<Control>h"]
    case .refresh: ["F5", "<Control>r"]
    case .compact: ["<Control>m"]
    case .undo: ["<Control>z"]
    case .redo: ["<Control><Shift>z", "<Control>y"]
    case .newLine: ["<Control>Return", "<Shift>Return", "<Control>KP_Enter", "<Shift>KP_Enter"]
    case .removeActiveLine: ["<Alt>Delete"]
    case .clearList: ["<Control><Shift>Delete"]
    case .copyList: ["<Control><Shift>l"]
    case .saveFile: ["<Control><Alt>s"]
    case .openFile: ["<Control><Alt>o"]
    case .exportList: ["<Control>e"]
    case .saveReceipt: ["<Control><Shift>s"]
    case .printReceipt: ["<Control><Alt>p"]
    case .convertTable: ["<Control>t"]
    case .chooseDay: ["<Control>d"]
    case .fee: ["<Control>p"]
    case .ownRates: ["<Control><Shift>r"]
    case .paid: ["<Control><Shift>p"]
    case .save: ["<Control>s"]
    case .about: ["F1"]
    case .deleteList: ["<Shift><Alt>Delete"]
    case .newList: ["<Control><Shift>n"]
    case .renameList: ["<Shift>F2"]
    case .listUp: ["<Control><Shift>Page_Up"]
    case .listDown: ["<Control><Shift>Page_Down"]
    case .saved: ["<Control>o"]
    case .history: ["<Control><Shift>h"]
    case .pasteOffer, .undoRemoval, .restoreList, .ofList, .newestDay, .chooseReading, .lineSign,
      .lineCurrency, .lineDay, .lineOwnRate, .lineNote, .removeLine, .copyResult, .chartResult, .explainResult,
      .swapWith, .editResult, .alertResult, .ownRate, .changeResult, .removeResult:
      []
    }
  }

  var takesTarget: Bool {
    switch self {
    case .undoRemoval, .restoreList, .ofList, .chooseReading, .lineSign, .lineCurrency, .lineDay, .lineOwnRate,
      .lineNote, .removeLine,
      .copyResult, .chartResult, .explainResult, .swapWith, .editResult, .alertResult, .ownRate, .changeResult,
      .removeResult:
      true
    case .copy, .swap, .chooseCurrency, .addCurrency, .clear, .chart, .refresh, .compact, .pasteOffer, .about,
      .shortcuts, .undo, .redo, .newLine, .removeActiveLine, .clearList, .copyList, .saveFile, .openFile,
      .exportList, .convertTable,
      .chooseDay, .newestDay, .fee, .ownRates, .paid, .saveReceipt, .printReceipt, .save,
      .newList, .renameList, .deleteList, .listUp, .listDown, .saved,
      .history:
      false
    }
  }
}

enum WindowSwitch: String, Action {
  case keypad
  case roundCash = "round-cash"

  static let scope = WindowAction.scope
  var takesTarget: Bool { false }

  var accelerators: [String] {
    switch self {
    case .keypad: ["<Control><Shift>k"]
    case .roundCash: ["<Control><Shift>o"]
    }
  }
}

/// GTK's own actions of every window, under their usual keys.
enum CloseAction: String, Action {
  case close

  static let scope = "window"
  var accelerators: [String] { ["<Control>w"] }
  var takesTarget: Bool { false }
}
