// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// Gathers one provider's quotes row by row, each as it is published: never inverted, rescaled or rounded.
struct QuoteRows {
  let provider: Provider
  private var observations: [PairKey: [Day: Observation]] = [:]

  init(_ provider: Provider) {
    self.provider = provider
  }

  /// A row of a provider that quotes all its currencies in one direction.
  ///
  /// `unit` is what stands beside the value: how many of the other currency it buys (1, 100, 10000).
  mutating func add(
    _ code: String, _ value: String, unit: String = "1", on day: Day, at place: String
  ) throws(ItemError) {
    guard !OtherCodes.all.contains(code.uppercased()) else { return }
    guard let other = Currency(code) else { throw .unreadable(place: place, found: code) }
    guard let exponent = Self.exponent(ofUnit: unit) else { throw .unreadable(place: place, found: unit) }
    let pair =
      provider.direction == .othersPerHome
      ? PairKey(base: provider.home, counter: other) : PairKey(base: other, counter: provider.home)
    try add(value, unitExponent: exponent, of: pair, on: day, at: place)
  }

  /// A row that names both its currencies.
  mutating func add(
    _ value: String, unitExponent: UInt8 = 0, of pair: PairKey, on day: Day, at place: String
  ) throws(ItemError) {
    guard let number = PublishedNumber(value) else { throw .unreadable(place: place, found: value) }
    try add(number, unitExponent: unitExponent, of: pair, on: day, at: place)
  }

  mutating func add(
    _ number: PublishedNumber, unitExponent: UInt8 = 0, of pair: PairKey, on day: Day, at place: String
  ) throws(ItemError) {
    // The home currency against itself says nothing.
    guard pair.base != pair.counter else { return }
    let new = Observation(day: day, value: number, unitExponent: unitExponent)
    let old = observations[pair, default: [:]].updateValue(new, forKey: day)
    // Twice the same (InforEuro lists countries) is one fact; two values are none.
    if let old, old != new { throw .unreadable(place: place, found: "\(pair.base)/\(pair.counter) \(number.text)") }
  }

  /// Everything gathered; throws `.empty` where that is nothing.
  func batch() throws(ItemError) -> QuoteBatch {
    guard !observations.isEmpty else { throw .empty }
    return QuoteBatch(
      provider: provider.id, pairs: observations.mapValues { $0.values.sorted { $0.day < $1.day } })
  }

  /// 2 for `100`; nil for what is no power of ten: no quote is stored per anything else.
  static func exponent(ofUnit text: String) -> UInt8? {
    guard text.utf8.count <= 10, text.utf8.first == UInt8(ascii: "1"),
      text.utf8.dropFirst().allSatisfy({ $0 == UInt8(ascii: "0") })
    else { return nil }
    return UInt8(text.utf8.count - 1)
  }
}

/// Codes in providers' tables that are no currency of ISO 4217: letters like any other, but not to be stored.
enum OtherCodes {
  static let all: Set<String> = [
    // Notes at par with the pound sterling, the Danish krone and the Australian dollar.
    "FOK", "GGP", "IMP", "JEP", "KID", "TVD",
    // The renminbi as traded outside China, and indices of Norges Bank.
    "CNH", "TWI", "I44",
    // Tickers that would be read as somebody's currency.
    "BTC", "ETH", "LTC", "XRP", "BCH", "XBT",
  ]
}

extension String {
  /// A decimal comma as a point; nil where the text has a point already.
  var commaAsPoint: String? {
    contains(".") ? nil : String(map { $0 == "," ? "." : $0 })
  }
}
