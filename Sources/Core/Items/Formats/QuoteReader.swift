// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel

/// Parses a response in batches, newest days first. So Kurs can use the newest rates before the rest is read.
public protocol QuoteReader {
  mutating func next() throws(ItemError) -> QuoteBatch?

  var permille: Int { get }
}

public struct WholeDocument: QuoteReader {
  private var batch: QuoteBatch?

  public init(_ batch: QuoteBatch) {
    self.batch = batch
  }

  public mutating func next() -> QuoteBatch? {
    defer { batch = nil }
    return batch
  }

  public var permille: Int { batch == nil ? 1000 : 0 }
}

public enum ItemError: Error, Hashable, Sendable {
  /// The bytes are a kind of file that the parser can't read.
  case foreign
  case page
  case truncated
  case damaged
  case tooLarge(limit: Int)
  case empty
  /// A value is unreadable. `place` is a line number, a JSON pointer or an element's path.
  case unreadable(place: String, found: String, expected: Expected = .any)
  case refusedBySource(String)

  public enum Expected: String, Hashable, Sendable, CaseIterable {
    case rate, rates, day, currency, pair, unit, text, number
    case oneRate
    case earlierDay
    case home
    case markup
    case table
    case any
  }
}

extension PublishedNumber {
  /// Calculates the exact middle of two rates, or 0 if one is 0 (an invalid rate). Nil if not numbers, or on overflow.
  init?(middleOf buying: String, and selling: String) {
    guard let low = PublishedNumber(quoted: buying), let high = PublishedNumber(quoted: selling) else { return nil }
    guard low.coefficient > 0, high.coefficient > 0 else {
      self.init(coefficient: 0, scale: 0)
      return
    }
    self.init(halfwayBetween: low, and: high)
  }

  /// Calculates (a + b) / 2 exactly, if needed with one more decimal. Nil on overflow.
  init?(halfwayBetween a: PublishedNumber, and b: PublishedNumber) {
    guard let scale = UInt8(exactly: Int(max(a.scale, b.scale)) + 1), scale <= 40,
      let x = a.coefficient(atScale: scale), let y = b.coefficient(atScale: scale)
    else { return nil }
    let (sum, lost) = x.addingReportingOverflow(y)
    guard !lost else { return nil }
    let half = sum / 2
    // The scale has an extra decimal, so the sum of the coefficients is even. A trailing zero is removed again.
    self = half % 10 == 0 ? Self(coefficient: half / 10, scale: scale - 1) : Self(coefficient: half, scale: scale)
  }

  private func coefficient(atScale wanted: UInt8) -> UInt64? {
    var value = coefficient
    for _ in scale..<wanted {
      let (next, lost) = value.multipliedReportingOverflow(by: 10)
      guard !lost else { return nil }
      value = next
    }
    return value
  }
}

/// Collects quotes exactly as published. Quotes are never inverted, rescaled or rounded.
struct QuoteRows {
  let provider: Provider
  private var observations: [PairKey: [Day: Observation]] = [:]
  /// The rows with an alias of the currency's ISO code. They are used only on days without a row with the ISO code.
  private var renamed: [PairKey: [Day: Observation]] = [:]

  init(_ provider: Provider) {
    self.provider = provider
  }

  /// Adds a row of a provider whose quotes all have the same direction. `value` is the rate for `unit` (such as 100)
  /// units of the currency that isn't the home currency.
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
    guard pair.base != pair.counter else { return }
    let new = Observation(day: day, value: number, unit: unit)
    let old = observations[pair, default: [:]].updateValue(new, forKey: day)
    // InforEuro repeats values, because it has a row for each country. Two different values for a pair are an error.
    if let old, old != new { throw .unreadable(place: place, found: "\(pair.base)/\(pair.counter) \(number.text)", expected: .oneRate) }
  }

  func batch() throws(ItemError) -> QuoteBatch {
    let all = observations.merging(renamed) { own, other in own.merging(other) { first, _ in first } }
    guard !all.isEmpty else { throw .empty }
    return QuoteBatch(
      provider: provider.id, pairs: all.mapValues { $0.values.sorted { $0.day < $1.day } })
  }

  /// Reads a unit. Nil unless it is a power of ten, because no bank uses another unit.
  static func powerOfTen(_ text: String) -> QuoteUnit? {
    guard text.utf8.count <= 10, text.utf8.first == UInt8(ascii: "1"),
      text.utf8.dropFirst().allSatisfy({ $0 == UInt8(ascii: "0") })
    else { return nil }
    return QuoteUnit(exponent: UInt8(text.utf8.count - 1))
  }
}

extension PairKey {
  var buying: PairKey { PairKey(base: base, counter: counter, side: .buying) }
  var selling: PairKey { PairKey(base: base, counter: counter, side: .selling) }
}

/// Codes that occur in tables but aren't ISO 4217 currencies. Kurs must not store their rates.
enum OtherCodes {
  static let all: Set<String> = [
    // These codes are for local banknotes with the value of the pound, the Danish krone or the Australian dollar.
    "FOK", "GGP", "IMP", "JEP", "KID", "TVD",
    // These are the offshore renminbi and indices of Norges Bank.
    "CNH", "TWI", "I44",
    // These tickers of coins look like currency codes.
    "BTC", "ETH", "LTC", "XRP", "BCH", "XBT",
    // These are ISO's codes for tests and for no currency.
    "XTS", "XXX",
  ]

  /// The codes that some sources use instead of ISO codes.
  static let aliases: [String: Currency] = ["ZIG": Currency("ZWG")].compactMapValues { $0 }

  /// Whether the code is a ticker such as DOGE or 1INCH. Rows with tickers are skipped and not reported as damaged.
  static func isTicker(_ code: String) -> Bool {
    code.utf8.count != 3 && (2...16).contains(code.utf8.count)
      && code.unicodeScalars.allSatisfy { ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "_" }
  }
}

extension PublishedNumber {
  /// Reads a rate. A negative rate becomes 0, so that Kurs quarantines it.
  init?(quoted text: some StringProtocol) {
    let number = text.hasPrefix("-") ? text.dropFirst() : text[...]
    if let value = PublishedNumber(number) {
      self = text.hasPrefix("-") ? Self(coefficient: 0, scale: 0) : value
      return
    }
    let parts = number.lowercased().split(separator: "e", omittingEmptySubsequences: false)
    guard parts.count == 2, PublishedNumber(parts[0]) != nil, Int(parts[1]).map({ $0 < 0 }) ?? false else { return nil }
    self.init(coefficient: 0, scale: 0)
  }
}

extension String {
  var commaAsPoint: String? {
    contains(".") ? nil : String(map { $0 == "," ? "." : $0 })
  }
}

extension QuoteRows {
  /// Reads `{"base":"USD","rates":{"AED":3.673}}` as 1 USD = 3.673 AED. The base must be the home currency.
  mutating func add(
    _ rates: String, per base: String, of fields: Fields, on day: Day
  ) throws(ItemError) {
    try expectHome(base, of: fields)
    for (code, digits) in try fields.map(rates) where !OtherCodes.isTicker(code) {
      try add(code, digits, on: day, at: "\(fields.place)/\(rates)/\(code)")
    }
  }

  /// Throws if the base isn't the home currency, because such rates were converted by the server, not published.
  func expectHome(_ base: String, of fields: Fields) throws(ItemError) {
    let found = try fields.text(base)
    guard found == provider.home.code else { throw .unreadable(place: "\(fields.place)/\(base)", found: found, expected: .home) }
  }
}
