// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// One currency the total is shown in.
public struct CalculatorResult: Equatable, Sendable {
  public enum Outcome: Equatable, Sendable {
    /// `value` is unrounded and in the result's currency.
    ///
    /// `rate`: from the total's currency; nil where lines count at rates of several days, so that no one rate did it.
    case value(Money, rate: Route?)
    case unavailable(RateError)
    /// Nothing to convert yet: no amount, or no rates in so far.
    case waiting
  }

  public let currency: Currency
  public var outcome: Outcome = .waiting
  /// Set while a fee is chosen: what it makes of the value, in both ways of taking it.
  public var fee: Fee.Amounts?
  /// Set while cash rounding is on and the currency's smallest coin is larger than its minor unit.
  public var cash: CashRounding?
  /// How the rate moved over the sparkline, as a share: 0.01 for 1 % more; nil while not known.
  public var change: Rational?
  /// The day of the oldest observation in the sparkline.
  public var since: Day?
  /// The last thirty observations of the rate, oldest first; empty while not known.
  public var sparkline: [Rational] = []
}
