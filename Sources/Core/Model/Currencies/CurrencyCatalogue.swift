// SPDX-License-Identifier: GPL-3.0-or-later

/// Every currency Kurs knows, with the legal rates between them.
public struct CurrencyCatalogue: Sendable {
  public let records: [Currency: CurrencyRecord]
  public let legalRates: [LegalRate]
  private let legalByCurrency: [Currency: [LegalRate]]
  private let pegs: [Currency: [LegalRate]]
  private let redenominations: [Currency: [LegalRate]]

  public init(records: [CurrencyRecord], legalRates: [LegalRate]) {
    self.records = Dictionary(records.map { ($0.currency, $0) }, uniquingKeysWith: { first, _ in first })
    self.legalRates = legalRates
    let byDate = legalRates.sorted { $0.from < $1.from }
    legalByCurrency = Dictionary(grouping: byDate.filter { $0.kind != .peg }, by: \.retired)
    redenominations = Dictionary(grouping: byDate.filter { $0.kind == .redenomination }, by: \.successor)
    pegs = Dictionary(grouping: byDate.filter { $0.kind == .peg }, by: \.retired)
  }

  public subscript(currency: Currency) -> CurrencyRecord? { records[currency] }

  /// Decimals to round to; 2 for a code the catalogue lacks, which is what most currencies have.
  public func minorUnit(of currency: Currency) -> Int { records[currency]?.minorUnit ?? 2 }

  /// The law that fixes `retired` on `day`; nil while it still floats or where none does.
  public func legalRate(retiring retired: Currency, on day: Day) -> LegalRate? {
    legalByCurrency[retired]?.last { $0.from <= day }
  }

  /// The peg of `currency` on `day`; nil if it floats.
  public func peg(of currency: Currency, on day: Day) -> LegalRate? {
    pegs[currency]?.last { $0.from <= day && day <= $0.until ?? day }
  }

  /// The laws by which older money became `currency`.
  func redenominations(into currency: Currency) -> [LegalRate] { redenominations[currency] ?? [] }

  /// Alphabetical by code.
  public var sorted: [CurrencyRecord] { records.values.sorted { $0.currency < $1.currency } }
}

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

extension CurrencyCatalogue {
  /// Each currency by its English name and by what `translate` makes of that, lower case.
  ///
  /// Where two currencies have one name, the current one gets it.
  public func names(translate: (String) -> String = { $0 }) -> [String: Currency] {
    var names: [String: Currency] = [:]
    for record in sorted.filter({ $0.until == nil }) + sorted.filter({ $0.until != nil }) {
      for name in [translate(record.name).lowercased(), record.name.lowercased()] where names[name] == nil {
        names[name] = record.currency
      }
    }
    return names
  }
}
