// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

enum CalculatorIntent: Equatable, Sendable {
  case event(CalculatorEvent)

  case currencyPressed
  case totalCurrencyPressed
  /// The currency of the line at this index.
  case lineCurrencyPressed(Int)
  case addPressed
  case changeResult(String)
  case feePressed
  case alertPressed(String)
  /// Sets a custom rate from the currency of the amount, or the total's, to a result's.
  case ownRatePressed(String)
  /// Sets a custom rate from the currency of the line at this index to the total's.
  case lineOwnRatePressed(Int)
  case ownRatesPressed
  case paidPressed
  case exportAsked
  case exportPressed
  case saveFilePressed
  case openFilePressed
  case receiptPressed
  case printPressed
  case tablePressed
  case filesDropped([String])
  /// Nil for the first result.
  case chartPressed(String?)
  case explainPressed(String)
  case savePressed
  case newListPressed
  /// Nil for the open list.
  case listAsked(ListRequest, UserObject.ID?)
  case listDropped(UserObject.ID, onto: UserObject.ID)
  /// Nil for the unnamed list.
  case listChosen(UserObject.ID?)
  case listRestored(UserObject.ID)
  case keptPressed(SavedListsState.Page)
  case refreshPressed
  case onlinePressed
  case offerPressed(RateOffer)
  /// Restores the data of a damaged file from the newest copy.
  case copyPressed
  /// Shows the actions for a suspicious newer rate of a result.
  case suspiciousRatePressed(String)
  case about
  case shortcuts
  case sideOpened

  case copyResult(String?)
  case copyList
  /// Saves what could not be saved before.
  case saveAgainPressed
  /// The user closes the window while changes are unsaved.
  case closingAsked
  case closed
}

extension CalculatorIntent {
  var opensWindow: Bool {
    switch self {
    case .event, .refreshPressed, .onlinePressed, .offerPressed, .copyPressed, .copyResult, .copyList, .filesDropped,
      .listDropped, .listChosen, .listRestored, .sideOpened, .saveAgainPressed, .closingAsked, .closed:
      false
    case .listAsked(let request, _): request == .duplicate || request == .rename
    default: true
    }
  }
}

/// An action on one of the user's lists. The raw value is part of the action's target.
enum ListRequest: String, Sendable {
  case duplicate, rename, up, down, delete
}
