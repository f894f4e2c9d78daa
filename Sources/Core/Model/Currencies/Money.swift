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

  /// How many decimals to show: the minor unit, or as many more as it takes to hide no more than 1 % of the amount.
  ///
  /// 1 JPY in USD is 0.0063 and not 0.01; 21 IDR in EUR are 0.00104 and not 0.0010.
  public func shownPlaces(minorUnit: Int) -> Int {
    guard amount.signum != 0, amount.isBlurred(places: minorUnit) else { return minorUnit }
    // Two significant digits often do, and three always.
    let two = max(minorUnit, 1 - amount.magnitude.leadingExponent)
    return amount.isBlurred(places: two) ? two + 1 : two
  }
}

extension Rational {
  /// Whether rounding to so many decimals changes it by over 1 %.
  fileprivate func isBlurred(places: Int) -> Bool {
    if let (remainder, divisor, dividend) = remainder(places: places) {
      return min(remainder, divisor - remainder) * 100 > dividend
    }
    let lost = rounded(places: places).unreducedSum(with: -self).magnitude
    return lost.unreducedProduct(with: Rational(100)) > magnitude
  }
}
