// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

enum CalculatorIntent: Equatable, Sendable {
  case event(CalculatorEvent)

  case currencyPressed
  case totalCurrencyPressed
  case addPressed
  case changeResult(String)
  case feePressed
  case alertPressed(String)
  /// Opens the form of a custom rate from the total's currency to the result with this code.
  case ownRatePressed(String)
  /// Opens the form of a custom rate from the currency of the line at this index to the total's currency.
  case lineOwnRatePressed(Int)
  case ownRatesPressed
  case paidPressed
  case exportRequested
  case openFilePressed
  case printPressed
  case tablePressed
  case filesDropped([String])
  /// Opens the chart of the result with this code. Nil means the first result.
  case chartPressed(String?)
  case explainPressed(String)
  case savePressed
  case newListPressed
  case listActionRequested(ListRequest, UserObject.ID?)
  case listDropped(UserObject.ID, onto: UserObject.ID)
  case listChosen(UserObject.ID?)
  case listRestored(UserObject.ID)
  case savedListsPressed(SavedListsState.Page)
  case refreshPressed
  case onlinePressed
  case offerPressed(RateOffer)
  /// Restores the data of a damaged file from a saved copy.
  case copyPressed
  case suspiciousRatePressed(String)
  case about
  case shortcuts
  case sideOpened

  case copyResult(String?)
  case copyList
  case saveAgainPressed
  case closeRequested
  case closed
}

extension CalculatorIntent {
  var opensWindow: Bool {
    switch self {
    case .event, .refreshPressed, .onlinePressed, .offerPressed, .copyPressed, .copyResult, .copyList, .filesDropped,
      .listDropped, .listChosen, .listRestored, .sideOpened, .saveAgainPressed, .closeRequested, .closed:
      false
    case .listActionRequested(let request, _): request == .duplicate || request == .rename
    default: true
    }
  }
}

/// An action on one of the user's lists. Its raw value is part of a menu action's target.
enum ListRequest: String, Sendable {
  case duplicate, rename, up, down, delete
}

/// A key of the on-screen keypad. Its id in `calculator.ui` ends with the raw value.
enum Key: String, CaseIterable, Sendable {
  case zero = "0"
  case one = "1"
  case two = "2"
  case three = "3"
  case four = "4"
  case five = "5"
  case six = "6"
  case seven = "7"
  case eight = "8"
  case nine = "9"
  case separator
  case add
  case subtract
  case multiply
  case divide
  case percent
  case open
  case close
  case backspace
  case clear
  case equals
  case line
  case swap
  case currency

  var isDigit: Bool { rawValue.count == 1 }

  /// Returns the text that the key types. Nil for a key that types nothing.
  func text(separator: String) -> String? {
    switch self {
    case .zero, .one, .two, .three, .four, .five, .six, .seven, .eight, .nine: inOwnDigits(rawValue)
    case .separator: separator
    case .add: "+"
    case .subtract: "−"
    case .multiply: "×"
    case .divide: "÷"
    case .percent: "%"
    case .open: "("
    case .close: ")"
    case .backspace, .clear, .equals, .line, .swap, .currency: nil
    }
  }
}
