// SPDX-License-Identifier: GPL-3.0-or-later

/// An amount as it can be paid in coins, and what that changes.
public struct CashRounding: Hashable, Sendable {
  public let exact: Money
  /// The nearest multiple of the smallest coin; half goes away from zero.
  public let paid: Money

  /// `step`: the smallest coin, in units of the currency: 0.05 for CHF; nil unless it is positive.
  public init?(_ exact: Money, step: Rational) {
    guard step.signum > 0 else { return nil }
    self.exact = exact
    let coins = exact.amount.unreducedProduct(with: step.inverse).rounded(places: 0)
    paid = Money(coins * step, exact.currency)
  }
}

extension CurrencyCatalogue {
  /// `money` rounded to what coins can pay; nil if its minor unit can be paid.
  public func cash(_ money: Money) -> CashRounding? {
    guard let record = self[money.currency], let step = record.cashStep,
      step > Rational.powerOfTen(-record.minorUnit)
    else { return nil }
    // An amount that coins can pay as it is shown needs no second one.
    guard let cash = CashRounding(money, step: step),
      cash.paid.amount != money.amount.rounded(places: record.minorUnit)
    else { return nil }
    return cash
  }
}
