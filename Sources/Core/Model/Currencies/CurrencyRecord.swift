// SPDX-License-Identifier: GPL-3.0-or-later

/// One currency by ISO 4217 and by law.
public struct CurrencyRecord: Hashable, Sendable {
  /// Money, or what has a code without being anybody's money.
  public enum Kind: String, Sendable { case money, fund, metal, crypto, special }

  public let currency: Currency
  public let kind: Kind
  /// In English, as the iso-codes translations key it.
  public let name: String
  /// Decimals of the minor unit (ISO 4217, not CLDR): JPY 0, USD 2, KWD 3.
  public let minorUnit: Int
  /// First the one printed, then others people type; may be shared ($).
  public let symbols: [String]
  /// ISO 3166 alpha-2 codes of where it is or was legal tender.
  public let countries: [String]
  /// The smallest step in cash, in units of the currency; nil where it is the minor unit.
  public let cashStep: Rational?
  public let from: Day?
  /// The last day it was a currency; nil while it is one.
  public let until: Day?
  public let successor: Currency?

  public init(
    currency: Currency, kind: Kind = .money, name: String, minorUnit: Int, symbols: [String] = [],
    countries: [String] = [], cashStep: Rational? = nil, from: Day? = nil, until: Day? = nil, successor: Currency? = nil
  ) {
    self.currency = currency
    self.kind = kind
    self.name = name
    self.minorUnit = minorUnit
    self.symbols = symbols
    self.countries = countries
    self.cashStep = cashStep
    self.from = from
    self.until = until
    self.successor = successor
  }

  /// ISO's codes for tests and for no currency at all, which nothing can be worth.
  public var isPlaceholder: Bool { ["XTS", "XXX"].contains(currency.code) }

  /// The weight of a metal's ISO 4217 unit, the troy ounce, in grams; nil for other currencies.
  public var grams: Rational? { kind == .metal ? WeightWords.troyOunce : nil }
}
