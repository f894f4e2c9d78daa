// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursModel
import TestSupport

/// A conversion by random banks, with the result of routes.py, which shares no code with the program.
struct BankCase: Decodable {
  struct Bank: Decodable {
    let id: String
    let home: String
    let late: Bool
    let quotes: [Quote]

    private enum Keys: CodingKey { case id, home, late, quotes }

    /// Parses the quotes once, because a case uses them in up to a dozen tables.
    init(from decoder: any Decoder) throws {
      let bank = try decoder.container(keyedBy: Keys.self)
      let id = try bank.decode(String.self, forKey: .id)
      self.id = id
      home = try bank.decode(String.self, forKey: .home)
      late = try bank.decode(Bool.self, forKey: .late)
      quotes = try bank.decode([QuoteRow].self, forKey: .quotes).compactMap { $0.quote(of: ProviderID(id)) }
    }
  }

  let from: String
  let to: String
  let day: Int32?
  let strict: Bool
  let side: String
  let own: OwnRow?
  let banks: [Bank]
  /// The expected rate as a fraction `p/q`, or nil without a rate.
  let value: String?
  let steps: Int?

  static func random(_ count: Int, seed: Int) throws -> [BankCase] {
    try pythonReference("routes.py", count: count, seed: seed).map { try JSONDecoder().decode(BankCase.self, from: $0) }
  }
}

extension BankCase {
  static let catalogue = CurrencyCatalogue(
    records: [],
    legalRates: [
      law(.euroChangeover, "DEM", "EUR", "1.95583", 5), law(.euroChangeover, "FRF", "EUR", "6.55957", 5),
      law(.redenomination, "TRL", "TRY", "1000000", 6), law(.peg, "AED", "USD", "3.6725", 0),
    ])

  private static func law(
    _ kind: LegalRate.Kind, _ old: String, _ new: String, _ factor: String, _ day: Int32
  ) -> LegalRate {
    LegalRate(
      kind: kind, retired: code(old), successor: code(new), factor: Rational(text: factor) ?? .one,
      from: Day(number: day), source: "")
  }

  static func code(_ text: String) -> Currency { Currency(text) ?? .eur }

  var requestedSide: QuoteSide { QuoteSide(rawValue: side) ?? .middle }

  var pair: (from: Currency, to: Currency) { (Self.code(from), Self.code(to)) }

  var expected: Rational? {
    value.flatMap { Rational(fraction: $0) }
  }

  /// Returns the case's resolver without the banks in `left`. `shuffled` reverses the order of quotes.
  ///
  /// `opposite`: whether the opposite of the requested side is used.
  func resolver(without left: Set<ProviderID> = [], shuffled: Bool = false, opposite: Bool = false) -> Resolver {
    let side = opposite ? requestedSide.opposite : requestedSide
    let banks = banks.filter { !left.contains(ProviderID($0.id)) }
    let asked = day.map { Day(number: $0) }
    let tables = banks.compactMap { table($0, on: asked, side, shuffled) }
    let days = Set(tables.map(\.newest))
    let earlier = banks.flatMap { bank in days.compactMap { table(bank, on: $0, side, shuffled) } }
    var resolver = Resolver(
      day: asked, today: asked ?? Day(number: 20), tables: tables, earlier: earlier,
      late: Set(banks.filter(\.late).map { ProviderID($0.id) }), isStrict: strict, catalogue: Self.catalogue,
      failure: .noRates(provider: .ecb))
    if let rate = own?.rate { resolver.own = [rate] }
    return resolver
  }

  /// Returns the bank's table; nil if none of its rates may be used on the day.
  private func table(_ bank: Bank, on day: Day?, _ side: QuoteSide, _ isShuffled: Bool) -> RateTable? {
    var last: [PairKey: Quote] = [:]
    for quote in isShuffled ? bank.quotes.reversed() : bank.quotes where day.map({ quote.observation.day <= $0 }) ?? true {
      if let known = last[quote.pair], known.observation.day > quote.observation.day { continue }
      last[quote.pair] = quote
    }
    let provider = Provider(
      id: ProviderID(bank.id), publisher: "", home: Self.code(bank.home), firstDay: Day(number: 0), carryLimit: 4,
      terms: "", attribution: "")
    let quotes = isShuffled ? Array(last.values) : last.values.sorted { ($0.base, $0.counter, $0.side.rawValue) < ($1.base, $1.counter, $1.side.rawValue) }
    let table = RateTable(provider: provider, day: day, quotes: quotes, catalogue: Self.catalogue, side: side)
    return table.isEmpty || table.day - table.newest > 4 ? nil : table
  }
}
