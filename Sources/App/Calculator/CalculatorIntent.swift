// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

/// A request from the user to the calculator window.
enum CalculatorIntent: Equatable, Sendable {
  /// An event for the workflow.
  case event(CalculatorEvent)

  // Requests that open a window first.
  case currencyPressed
  case totalCurrencyPressed
  /// The currency of the line at this index.
  case lineCurrencyPressed(Int)
  case addPressed
  case changeResult(String)
  case feePressed
  /// Sets an alert for a result's rate.
  case alertPressed(String)
  /// A custom rate from the currency of the amount, or the total's, to a result's.
  case ownRatePressed(String)
  /// A custom rate from the currency of the line at this index to the total's.
  case lineOwnRatePressed(Int)
  case ownRatesPressed
  /// Opens the payment check.
  case paidPressed
  case exportPressed
  /// Saves the list as a file.
  case saveFilePressed
  case openFilePressed
  /// The list on one page, with each rate's source and day.
  case receiptPressed
  /// Prints that page.
  case printPressed
  case tablePressed
  /// A file of amounts or a table was dropped.
  case fileDropped(String)
  /// The chart of a result; nil for the first.
  case chartPressed(String?)
  /// How a result was calculated.
  case explainPressed(String)
  /// Saves the list under a title, with its rates.
  case savePressed
  case newListPressed
  /// An action on one of the lists; nil for the open one.
  case listAsked(ListRequest, UserObject.ID?)
  /// A list was dragged onto another.
  case listDropped(UserObject.ID, onto: UserObject.ID)
  /// Nil for the unnamed list.
  case listChosen(UserObject.ID?)
  case listRestored(UserObject.ID)
  case keptPressed(SavedListsState.Page)
  case refreshPressed
  /// Turns offline work off.
  case onlinePressed
  /// Enables the provider that has a missing rate.
  case offerPressed(RateOffer)
  /// Restores the data of a damaged file from the newest copy.
  case copyPressed
  /// Shows the actions for a suspicious newer rate of a result.
  case doubtPressed(String)
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
  /// Whether another window opens above this one.
  var opensWindow: Bool {
    switch self {
    case .event, .refreshPressed, .onlinePressed, .offerPressed, .copyPressed, .copyResult, .copyList, .fileDropped,
      .listDropped, .listChosen, .listRestored, .sideOpened, .saveAgainPressed, .closingAsked, .closed:
      false
    case .listAsked(let wish, _): wish == .duplicate || wish == .rename
    default: true
    }
  }
}

/// An action on one of the user's lists. The raw value is part of the action's target.
enum ListRequest: String, Sendable {
  case duplicate, rename, up, down, delete
}
