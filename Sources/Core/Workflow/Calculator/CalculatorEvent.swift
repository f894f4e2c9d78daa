// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// What a person did in the calculator.
public enum CalculatorEvent: Hashable, Sendable {
  /// The amount field now holds this text.
  case amountTyped(String)
  /// What was typed is finished: its result takes its place.
  case equalsPressed
  case sourceChosen(Currency)
  case resultAdded(Currency)
  case resultRemoved(at: Int)
  case resultChosen(at: Int, Currency)
  case resultMoved(from: Int, to: Int)
  /// The amount takes the place of the result at `at`, and that result of the amount.
  case swapped(at: Int)
  case dayChosen(Day?)
  case windowResized(WindowSize)
  case networkChanged(isOnline: Bool)
  case setAsideDismissed
}
