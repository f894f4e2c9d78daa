// SPDX-License-Identifier: GPL-3.0-or-later

public struct Money: Hashable, Sendable {
  public let amount: Rational
  public let currency: Currency

  public init(_ amount: Rational, _ currency: Currency) {
    self.amount = amount
    self.currency = currency
  }

  public func text(minorUnit: Int) -> String { amount.text(places: minorUnit) }

  /// Returns the number of decimals to show: the minor unit's, or more if rounding changes the amount by over 1 %.
  public func shownPlaces(minorUnit: Int) -> Int {
    guard amount.signum != 0, amount.losesPrecision(places: minorUnit) else { return minorUnit }
    // Two significant digits often keep the change below 1 %, and three always do.
    let two = max(minorUnit, 1 - amount.magnitude.leadingExponent)
    return amount.losesPrecision(places: two) ? two + 1 : two
  }
}

extension Rational {
  fileprivate func losesPrecision(places: Int) -> Bool {
    if let (remainder, divisor, dividend) = remainder(places: places) {
      return min(remainder, divisor - remainder) * 100 > dividend
    }
    let lost = rounded(places: places).unreducedSum(with: -self).magnitude
    return lost.unreducedProduct(with: Rational(100)) > magnitude
  }
}

public struct GramPrice: Hashable, Sendable {
  public let metal: Currency
  public let price: Money

  /// Creates a price per gram. `value`: units of `to` per unit of `from`. Nil unless exactly one currency is a metal.
  public init?(from: Currency, to: Currency, value: Rational, _ catalogue: CurrencyCatalogue) {
    let (fromGrams, toGrams) = (catalogue[from]?.grams, catalogue[to]?.grams)
    // Two metals have no price per gram, because their ratio is the same for ounces and grams.
    guard (fromGrams == nil) != (toGrams == nil), let grams = fromGrams ?? toGrams,
      let ounce = fromGrams == nil ? Rational.one.divided(by: value) : value,
      let gram = ounce.divided(by: grams)
    else { return nil }
    metal = fromGrams == nil ? to : from
    price = Money(gram, fromGrams == nil ? from : to)
  }

  /// Returns the number of decimals to show: the currency's, or more for at least four significant digits.
  public func places(_ catalogue: CurrencyCatalogue) -> Int {
    max(catalogue.minorUnit(of: price.currency), 3 - price.amount.leadingExponent)
  }
}
