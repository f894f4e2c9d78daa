// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// A quote of a random bank: `value` per `unit` on the day with this number.
///
/// The Python references write these values into one string, in this order, because decoding JSON keys took longer than
/// the tests themselves.
public struct QuoteRow: Decodable, Sendable {
  public let base: String
  public let counter: String
  public let unit: UInt32
  public let value: String
  public let day: Int32
  public let side: String

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let words = try container.decode(String.self).utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
    guard words.count == 6, let unit = UInt32(words[2]), let day = Int32(words[4]) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no quote")
    }
    (base, counter, self.unit, value, self.day, side) = (words[0], words[1], unit, words[3], day, words[5])
  }

  /// Returns the row as a quote of the provider; nil if a field of the row is invalid.
  public func quote(of provider: ProviderID) -> Quote? {
    guard let base = Currency(base), let counter = Currency(counter), let side = QuoteSide(rawValue: side),
      let value = PublishedNumber(value), let unit = QuoteUnit(unit)
    else { return nil }
    return Quote(
      provider: provider, base: base, counter: counter, side: side,
      observation: Observation(day: Day(number: day), value: value, unit: unit))
  }
}

/// A custom rate, as the Python references write it.
public struct OwnRow: Decodable, Sendable {
  public let from: String
  public let to: String
  public let value: String

  /// The rate; nil if a field of the row is invalid.
  public var rate: CustomRate? {
    guard let from = Currency(from), let to = Currency(to), let value = Rational(text: value) else { return nil }
    return CustomRate(from: from, to: to, value: value)
  }
}
