// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// The sum of the list, in the currency chosen for its total.
public struct TotalState: Equatable, Sendable {
  public var currency: Currency
  /// Unrounded, nil while a line has no value; a number where the list is one ratio of two amounts.
  public var value: CalculationValue?
  /// Set where adding up the rounded lines gives another sum than the exact total, rounded once.
  public var rounding: TotalRounding?
  /// Set while cash rounding is on and the currency's smallest coin is larger than its minor unit.
  public var cash: CashRounding?
  /// Set while a fee is chosen: what it makes of `value`, in both ways of taking it.
  public var fee: Fee.Amounts?
}
