// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

/// A request of the person to the calculator window.
enum CalculatorIntent: Equatable, Sendable {
  /// Something that the workflow decides.
  case event(CalculatorEvent)

  // A window opens first.
  case currencyPressed
  case totalCurrencyPressed
  /// The currency of the line at this place.
  case lineCurrencyPressed(Int)
  case addPressed
  case changeResult(String)
  case feePressed
  /// To be told when a result's rate is reached.
  case alertPressed(String)
  /// A rate from the currency of the amount, or the total's, to that of a result.
  case ownRatePressed(String)
  /// A rate from the currency of the line at this place to the total's.
  case lineOwnRatePressed(Int)
  case ownRatesPressed
  /// Opens the window of a payment.
  case paidPressed
  case exportPressed
  /// The list as a file of its own.
  case saveFilePressed
  case openFilePressed
  /// The list on one page, with each rate's source and day.
  case receiptPressed
  /// The same page on paper.
  case printPressed
  case tablePressed
  /// A file of amounts or a table was dropped.
  case fileDropped(String)
  /// The chart of a result; nil for the first.
  case chartPressed(String?)
  /// How a result was calculated.
  case explainPressed(String)
  /// The list gets a title and is kept with its rates.
  case savePressed
  case newListPressed
  /// An action on one of the lists; nil for the open one.
  case listAsked(ListRequest, UserObject.ID?)
  /// A list was dragged onto another.
  case listDropped(UserObject.ID, onto: UserObject.ID)
  /// Nil for the list without a name.
  case listChosen(UserObject.ID?)
  case listRestored(UserObject.ID)
  case keptPressed(SavedListsState.Page)
  case refreshPressed
  /// The network is used again, which the person had ruled out.
  case onlinePressed
  /// The rate that is not here is to be had as offered.
  case offerPressed(RateOffer)
  /// Brings back what a damaged file lost, from the newest copy.
  case copyPressed
  /// Asks what to do with the newer rate of a result that looks wrong.
  case doubtPressed(String)
  case about
  case shortcuts
  case sideOpened

  case copyResult(String?)
  case copyList
  case closed
}

extension CalculatorIntent {
  /// Whether another window comes to lie above this one.
  var opensWindow: Bool {
    switch self {
    case .event, .refreshPressed, .onlinePressed, .offerPressed, .copyPressed, .copyResult, .copyList, .fileDropped,
      .listDropped, .listChosen, .listRestored, .sideOpened, .closed:
      false
    case .listAsked(let wish, _): wish == .duplicate || wish == .rename
    default: true
    }
  }
}

/// An action on one of the person's lists; the raw value is a part of the action's target.
enum ListRequest: String, Sendable {
  case duplicate, rename, up, down, delete
}
