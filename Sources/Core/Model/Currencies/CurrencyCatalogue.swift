// SPDX-License-Identifier: GPL-3.0-or-later

/// Every known currency, with the legal rates between them.
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

  /// Decimals for rounding. 2 for an unknown code, as most currencies have.
  public func minorUnit(of currency: Currency) -> Int { records[currency]?.minorUnit ?? 2 }

  /// The law that fixes `retired` on `day`; nil while it floats or if there is none.
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
  public enum Kind: String, Sendable { case money, fund, metal, crypto, special }

  public let currency: Currency
  public let kind: Kind
  /// In English, as the iso-codes translations key it.
  public let name: String
  /// Decimals of the minor unit (ISO 4217, not CLDR): JPY 0, USD 2, KWD 3.
  public let minorUnit: Int
  /// The printed symbol first, then others that people type. May be shared ($).
  public let symbols: [String]
  /// ISO 3166 alpha-2 codes of the countries where it is or was legal tender.
  public let countries: [String]
  /// The smallest step in cash, in units of the currency; nil if it is the minor unit.
  public let cashStep: Rational?
  public let from: Day?
  /// Its last day as a currency; nil while it is one.
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

  /// Whether it is one of ISO's codes for tests and for no currency, which have no value.
  public var isPlaceholder: Bool { ["XTS", "XXX"].contains(currency.code) }

  /// The weight of a metal's ISO 4217 unit, the troy ounce, in grams; nil for other currencies.
  public var grams: Rational? { kind == .metal ? WeightWords.troyOunce : nil }
}

extension CurrencyCatalogue {
  /// Each currency by its lower-case English name and its translation.
  ///
  /// The current one of two currencies with one name.
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
