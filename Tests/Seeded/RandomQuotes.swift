// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// A quote of a random bank, as the Python references write it: `value` per `unit`, a day's number.
public struct QuoteRow: Decodable, Sendable {
  public let base: String
  public let counter: String
  public let unit: UInt32
  public let value: String
  public let day: Int32
  public let side: String

  /// Nil for what is no quote.
  public func quote(of provider: ProviderID) -> Quote? {
    guard let base = Currency(base), let counter = Currency(counter), let side = QuoteSide(rawValue: side),
      let value = PublishedNumber(value), let unit = QuoteUnit(unit)
    else { return nil }
    return Quote(
      provider: provider, base: base, counter: counter, side: side,
      observation: Observation(day: Day(number: day), value: value, unit: unit))
  }
}

/// A person's own rate, as the Python references write it.
public struct OwnRow: Decodable, Sendable {
  public let from: String
  public let to: String
  public let value: String

  /// Nil for what is no rate.
  public var rate: OwnRate? {
    guard let from = Currency(from), let to = Currency(to), let value = Rational(text: value) else { return nil }
    return OwnRate(from: from, to: to, value: value)
  }
}
