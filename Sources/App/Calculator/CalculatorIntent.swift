// SPDX-License-Identifier: GPL-3.0-or-later
/// What a person asked the calculator window for.
enum CalculatorIntent: Equatable, Sendable {
  case amountTyped(String)
  case equalsPressed
  case swapPressed
  case swapWith(String)
  case currencyPressed
  case addPressed
  case changeResult(String)
  case removeResult(String)
  case copyResult(String?)
  /// The chart of a result; nil for the first.
  case chartPressed(String?)
  case noticeButtonPressed
  case resized(width: Int, height: Int)
  case about
  case shortcuts
  case closed
}
