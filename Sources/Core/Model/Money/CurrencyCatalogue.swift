// SPDX-License-Identifier: GPL-3.0-or-later

public struct CurrencyCatalogue: Sendable {
  public let records: [Currency: CurrencyRecord]
  public let legalRates: [LegalRate]
  private let legalByCurrency: [Currency: [LegalRate]]
  private let pegs: [Currency: [LegalRate]]
  private let redenominations: [Currency: [LegalRate]]

  public init(records: [CurrencyRecord], legalRates: [LegalRate]) {
    self.records = Dictionary(records.map { ($0.currency, $0) }, uniquingKeysWith: { first, _ in first })
    self.legalRates = legalRates
    // If two laws begin on the same day, the law that is later in the file comes last.
    let byDate = legalRates.enumerated().sorted { ($0.element.from, $0.offset) < ($1.element.from, $1.offset) }
      .map(\.element)
    legalByCurrency = Dictionary(grouping: byDate.filter { $0.kind != .peg }, by: \.retired)
    redenominations = Dictionary(grouping: byDate.filter { $0.kind == .redenomination }, by: \.successor)
    pegs = Dictionary(grouping: byDate.filter { $0.kind == .peg }, by: \.retired)
  }

  public subscript(currency: Currency) -> CurrencyRecord? { records[currency] }

  func isCurrent(_ currency: Currency) -> Bool { records[currency].map { $0.until == nil } ?? false }

  /// Returns the number of decimals of a currency. Unknown codes have 2, as most currencies do.
  public func minorUnit(of currency: Currency) -> Int { records[currency]?.minorUnit ?? 2 }

  /// Returns the law in force on `day` that ended `retired`. Nil if `retired` still had market rates on that day.
  public func legalRate(retiring retired: Currency, on day: Day) -> LegalRate? {
    legalByCurrency[retired]?.last { $0.from <= day }
  }

  /// Returns the law that fixes the rate of `currency` on `day` (its peg). Nil if no law fixes the rate.
  public func peg(of currency: Currency, on day: Day) -> LegalRate? {
    pegs[currency]?.last { $0.from <= day && day <= $0.until ?? day }
  }

  func redenominations(into currency: Currency) -> [LegalRate] { redenominations[currency] ?? [] }

  public var sorted: [CurrencyRecord] { records.values.sorted { $0.currency < $1.currency } }
}

public struct CurrencyRecord: Hashable, Sendable {
  public enum Kind: String, Sendable { case money, fund, metal, crypto, special }

  public let currency: Currency
  public let kind: Kind
  /// The English name. It is also the key of the translations in the package iso-codes.
  public let name: String
  /// The number of decimals by ISO 4217, not CLDR: JPY 0, USD 2, KWD 3.
  public let minorUnit: Int
  /// The symbols, the most usual symbol first. Several currencies may share a symbol.
  public let symbols: [String]
  /// The countries (ISO 3166 alpha-2) in which the currency is or was legal tender.
  public let countries: [String]
  /// The value of the smallest coin, such as 0.05. Nil if it equals the minor unit.
  public let cashStep: Rational?
  public let from: Day?
  /// The last day of the currency. Nil for a current currency.
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

  public var isPlaceholder: Bool { ["XTS", "XXX"].contains(currency.code) }

  /// The grams in one unit of a metal, which is a troy ounce. Nil for other currencies.
  public var grams: Rational? { kind == .metal ? WeightWords.troyOunce : nil }
}

extension CurrencyCatalogue {
  /// Returns a catalogue without the euro changeovers in a period, because a mean must not span a changeover.
  public func withoutChangeovers(in period: ClosedRange<Day>) -> CurrencyCatalogue {
    let kept = legalRates.filter {
      $0.kind != .euroChangeover || $0.from <= period.lowerBound || $0.from > period.upperBound
    }
    if kept.count == legalRates.count { return self }
    return CurrencyCatalogue(records: Array(records.values), legalRates: kept)
  }

  /// Returns currencies by lower-case name, English and translated. A name of old and new money means the new money.
  public func names(translate: (String) -> String = { $0 }) -> [String: Currency] {
    var names: [String: Currency] = [:]
    for record in byAge {
      let own = translate(record.name)
      for name in [own.lowercased(), record.name.lowercased()] where names[name] == nil {
        let heir = lastSuccessor(of: record, named: name) { name == own.lowercased() ? translate($0) : $0 }
        names[name] = heir ?? record.currency
      }
    }
    return names
  }

  private var byAge: [CurrencyRecord] {
    let current = sorted.filter { $0.until == nil }
    // Put VED last, because banks write VES. Both codes have meant the same money since 2021.
    let preferred = current.filter { $0.currency.code != "VED" } + current.filter { $0.currency.code == "VED" }
    let ended = sorted.filter { $0.until != nil }
    let all = preferred + ended.sorted { a, b in
      (b.until ?? .distantPast, a.currency) < (a.until ?? .distantPast, b.currency)
    }
    return all.filter { $0.kind == .money } + all.filter { $0.kind != .money }
  }

  /// Returns the last successor that shares a country with `record` and has all words of `name`; nil if none does.
  private func lastSuccessor(
    of record: CurrencyRecord, named name: String, _ translate: (String) -> String
  ) -> Currency? {
    guard record.until != nil else { return nil }
    let words = Lexicon.key(name).split(separator: " ")
    var (heir, next, steps) = (Currency?.none, record.successor, 0)
    while let currency = next, let successor = self[currency], steps < 10 {
      let isOfCountry = successor.kind == .money && !Set(successor.countries).isDisjoint(with: record.countries)
      let others = Lexicon.key(translate(successor.name).lowercased()).split(separator: " ")
      let isNamedSo = words.allSatisfy { word in others.contains { $0.isForm(of: word) } }
      if isOfCountry, isNamedSo { heir = currency }
      (next, steps) = (successor.successor, steps + 1)
    }
    return heir
  }
}

extension Day {
  fileprivate static let distantPast = Day(number: .min)
}

extension Substring {
  /// Whether this word and `word` are forms of one word, such as Azerbaijan and Azerbaijanian.
  fileprivate func isForm(of word: Substring) -> Bool {
    self == word || Swift.min(count, word.count) >= 5 && (hasPrefix(word) || word.hasPrefix(self))
  }
}
