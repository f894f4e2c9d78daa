// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

/// A made-up bank. Calling it with quotes returns its table.
struct Bank {
  private let provider: Provider

  /// `isInverse`: whether the bank quotes its own currency per unit of a foreign currency, not the reverse.
  init(_ id: String, home: String, isInverse: Bool = false, publication: Publication = Publication()) {
    provider = Provider(
      id: ProviderID(id), publisher: id, home: Currency(home) ?? .eur, firstDay: Day(number: 0), carryLimit: 10,
      terms: "", attribution: id, direction: isInverse ? .homePerOther : .othersPerHome, publication: publication)
  }

  /// Reads quotes: `EUR USD 1.1172`, `100 JPY PLN 2.5` for a hundred units, `USD TRY 40 buying` for the bank's buying
  /// rate.
  func callAsFunction(
    _ quotes: String..., on text: String = "2026-10-30", asked: String? = nil, side: QuoteSide = .middle
  ) -> RateTable {
    let rows = quotes.compactMap { quote -> Quote? in
      var words = quote.split(separator: " ").map(String.init)
      let word = words.last.flatMap { QuoteSide(rawValue: $0) }
      if word != nil { words.removeLast() }
      let unit = words.count == 4 ? UInt32(words.removeFirst()).flatMap { QuoteUnit($0) } : .one
      guard let base = Currency(words[0]), let counter = Currency(words[1]), let value = PublishedNumber(words[2]),
        let unit
      else { return nil }
      return Quote(
        provider: provider.id, base: base, counter: counter, side: word ?? .middle,
        observation: Observation(day: day(text), value: value, unit: unit))
    }
    return RateTable(provider: provider, day: asked.map(day), quotes: rows, catalogue: ResolverTests.catalogue, side: side)
  }
}

extension ResolverTests {
  static let catalogue = CurrencyCatalogue(
    records: [],
    legalRates: [
      law(.euroChangeover, "DEM", "EUR", "1.95583", "1999-01-01"),
      law(.euroChangeover, "FRF", "EUR", "6.55957", "1999-01-01"),
      law(.redenomination, "TRL", "TRY", "1000000", "2005-01-01"), law(.peg, "AED", "USD", "3.6725", "1997-11-01"),
    ])

  private static func law(
    _ kind: LegalRate.Kind, _ old: String, _ new: String, _ factor: String, _ from: String
  ) -> LegalRate {
    LegalRate(
      kind: kind, retired: Currency(old) ?? .eur, successor: Currency(new) ?? .eur,
      factor: Rational(text: factor) ?? .one, from: day(from), source: "")
  }

  func resolver(
    _ tables: [RateTable], late: [String] = [], isStrict: Bool = false, elsewhere: [String: [String]] = [:]
  ) -> Resolver {
    let others = elsewhere.map { (ProviderID($0.key), Set($0.value.compactMap { Currency($0) })) }
    return Resolver(
      day: nil, today: day("2026-11-20"), tables: tables, late: Set(late.map { ProviderID($0) }), isStrict: isStrict,
      elsewhere: Dictionary(uniqueKeysWithValues: others), catalogue: Self.catalogue,
      failure: .noRates(provider: .ecb))
  }

  func code(_ text: String) throws -> Currency { try #require(Currency(text)) }
}

extension Resolver {
  func route(_ from: String, _ to: String) throws -> ConversionPath {
    try route(from: try #require(Currency(from)), to: try #require(Currency(to)))
  }
}

func day(_ text: String) -> Day { Day(iso: text) ?? Day(number: 0) }
