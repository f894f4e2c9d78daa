// SPDX-License-Identifier: GPL-3.0-or-later

/// The price of a gram of a metal; ISO 4217's unit of a metal is the troy ounce.
public struct GramPrice: Hashable, Sendable {
  public let metal: Currency
  /// The price of one gram, unrounded.
  public let price: Money

  /// `value`: units of `to` for one of `from`; nil unless one of the two, and not the other, is a metal.
  public init?(from: Currency, to: Currency, value: Rational, _ catalogue: CurrencyCatalogue) {
    let (fromGrams, toGrams) = (catalogue[from]?.grams, catalogue[to]?.grams)
    // Ounces of one metal in another are the same as grams in grams.
    guard (fromGrams == nil) != (toGrams == nil), let grams = fromGrams ?? toGrams,
      let ounce = fromGrams == nil ? Rational.one.divided(by: value) : value,
      let gram = ounce.divided(by: grams)
    else { return nil }
    metal = fromGrams == nil ? to : from
    price = Money(gram, fromGrams == nil ? from : to)
  }

  /// Decimals to show it with: the currency's, and four significant digits at least.
  public func places(_ catalogue: CurrencyCatalogue) -> Int {
    max(catalogue.minorUnit(of: price.currency), 3 - price.amount.leadingExponent)
  }
}
