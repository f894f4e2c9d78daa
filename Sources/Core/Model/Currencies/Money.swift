// SPDX-License-Identifier: GPL-3.0-or-later

/// An exact amount of one currency.
public struct Money: Hashable, Sendable {
  public let amount: Rational
  public let currency: Currency

  public init(_ amount: Rational, _ currency: Currency) {
    self.amount = amount
    self.currency = currency
  }

  /// Rounded half away from zero to the currency's minor unit and written plainly: `1598339609.72`.
  public func text(minorUnit: Int) -> String { amount.text(places: minorUnit) }

  /// How many decimals to show: the minor unit, or more where it would hide over 1 % of the amount.
  ///
  /// 1 JPY in USD is 0.0063 and not 0.01 (rates.md, trap 1).
  public func shownPlaces(minorUnit: Int) -> Int {
    guard amount.signum != 0 else { return minorUnit }
    let exact = amount.magnitude
    let lost = amount.rounded(places: minorUnit).unreducedSum(with: -amount).magnitude
    // lost > exact / 100
    guard lost.unreducedProduct(with: Rational(100)) > exact else { return minorUnit }
    return max(minorUnit, 1 - exact.leadingExponent)
  }
}
