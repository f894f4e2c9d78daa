// SPDX-License-Identifier: GPL-3.0-or-later

import KursModel

/// Collects one provider's quotes by row, as published: never inverted, rescaled or rounded.
struct QuoteRows {
  let provider: Provider
  private var observations: [PairKey: [Day: Observation]] = [:]
  /// Rows under another code of a currency, used if its own code has none.
  private var renamed: [PairKey: [Day: Observation]] = [:]

  init(_ provider: Provider) {
    self.provider = provider
  }

  /// A row of a provider that quotes all its currencies in one direction.
  ///
  /// `unit`: how much of the other currency the value is for (1, 100, 10000). `side`: what the bank does with the
  /// base.
  mutating func add(
    _ code: String, _ value: String, unit: String = "1", side: QuoteSide = .middle, on day: Day, at place: String
  ) throws(ItemError) {
    guard !OtherCodes.all.contains(code.uppercased()) else { return }
    let alias = OtherCodes.aliases[code.uppercased()]
    guard let other = alias ?? Currency(code) else { throw .unreadable(place: place, found: code, expected: .currency) }
    guard let unit = Self.powerOfTen(unit) else { throw .unreadable(place: place, found: unit, expected: .unit) }
    let pair =
      provider.direction == .othersPerHome
      ? PairKey(base: provider.home, counter: other, side: side)
      : PairKey(base: other, counter: provider.home, side: side)
    guard alias == nil else {
      guard let number = PublishedNumber(quoted: value) else {
        throw .unreadable(place: place, found: value, expected: .rate)
      }
      renamed[pair, default: [:]][day] = Observation(day: day, value: number, unit: unit)
      return
    }
    try add(value, unit: unit, of: pair, on: day, at: place)
  }

  /// A row that names both its currencies.
  mutating func add(
    _ value: String, unit: QuoteUnit = .one, of pair: PairKey, on day: Day, at place: String
  ) throws(ItemError) {
    guard let number = PublishedNumber(quoted: value) else {
      throw .unreadable(place: place, found: value, expected: .rate)
    }
    try add(number, unit: unit, of: pair, on: day, at: place)
  }

  mutating func add(
    _ number: PublishedNumber, unit: QuoteUnit = .one, of pair: PairKey, on day: Day, at place: String
  ) throws(ItemError) {
    // Skip the home currency against itself.
    guard pair.base != pair.counter else { return }
    let new = Observation(day: day, value: number, unit: unit)
    let old = observations[pair, default: [:]].updateValue(new, forKey: day)
    // A repeated equal value (InforEuro lists countries) is fine. Two different values are an error.
    if let old, old != new {
      throw .unreadable(place: place, found: "\(pair.base)/\(pair.counter) \(number.text)", expected: .oneRate)
    }
  }

  /// All collected quotes. Throws `.empty` if there are none.
  func batch() throws(ItemError) -> QuoteBatch {
    let all = observations.merging(renamed) { own, other in own.merging(other) { first, _ in first } }
    guard !all.isEmpty else { throw .empty }
    return QuoteBatch(
      provider: provider.id, pairs: all.mapValues { $0.values.sorted { $0.day < $1.day } })
  }

  /// `100` as a unit; nil unless it is a power of ten, because no bank quotes per anything else.
  static func powerOfTen(_ text: String) -> QuoteUnit? {
    guard text.utf8.count <= 10, text.utf8.first == UInt8(ascii: "1"),
      text.utf8.dropFirst().allSatisfy({ $0 == UInt8(ascii: "0") })
    else { return nil }
    return QuoteUnit(exponent: UInt8(text.utf8.count - 1))
  }
}

extension PairKey {
  /// The series of the bank's buying rates for the base.
  var buying: PairKey { PairKey(base: base, counter: counter, side: .buying) }
  /// The series of the bank's selling rates for the base.
  var selling: PairKey { PairKey(base: base, counter: counter, side: .selling) }
}

/// Codes in providers' tables that aren't ISO 4217 currencies and must not be stored.
enum OtherCodes {
  static let all: Set<String> = [
    // Notes at par with the pound sterling, the Danish krone and the Australian dollar.
    "FOK", "GGP", "IMP", "JEP", "KID", "TVD",
    // The renminbi as traded outside China, and indices of Norges Bank.
    "CNH", "TWI", "I44",
    // Tickers that would be read as a currency.
    "BTC", "ETH", "LTC", "XRP", "BCH", "XBT",
    // ISO's codes for tests and for no currency.
    "XTS", "XXX",
  ]

  /// Codes that some sources use instead of ISO's: Zimbabwe Gold by its nickname.
  static let aliases: [String: Currency] = ["ZIG": Currency("ZWG")].compactMapValues { $0 }

  /// Whether a code is a ticker of another length or with a digit (DASH, DOGE, 1INCH). It isn't a currency, but no
  /// damage either.
  static func isTicker(_ code: String) -> Bool {
    code.utf8.count != 3 && (2...16).contains(code.utf8.count)
      && code.unicodeScalars.allSatisfy { ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "_" }
  }
}

extension PublishedNumber {
  /// Parses a rate. Negatives become 0, which the guard quarantines.
  init?(quoted text: some StringProtocol) {
    guard text.hasPrefix("-") else {
      self.init(text)
      return
    }
    guard PublishedNumber(text.dropFirst()) != nil else { return nil }
    self.init(coefficient: 0, scale: 0)
  }
}

extension String {
  /// A decimal comma as a point; nil if the text has a point already.
  var commaAsPoint: String? {
    contains(".") ? nil : String(map { $0 == "," ? "." : $0 })
  }
}

extension QuoteRows {
  /// The usual response of a web service: a base, which must be the provider's home, and the amount of each currency
  /// that it buys.
  ///
  /// `base` and `rates` are names of members: `{"base":"USD","rates":{"AED":3.673}}` is 1 USD = 3.673 AED.
  mutating func add(
    _ rates: String, per base: String, of fields: Fields, on day: Day
  ) throws(ItemError) {
    try expectHome(base, of: fields)
    for (code, digits) in try fields.map(rates) where !OtherCodes.isTicker(code) {
      try add(code, digits, on: day, at: "\(fields.place)/\(rates)/\(code)")
    }
  }

  /// Requested in one currency. Any other base was rebased, and must not be mixed with published rates.
  func expectHome(_ base: String, of fields: Fields) throws(ItemError) {
    let found = try fields.text(base)
    guard found == provider.home.code else {
      throw .unreadable(place: "\(fields.place)/\(base)", found: found, expected: .home)
    }
  }
}
