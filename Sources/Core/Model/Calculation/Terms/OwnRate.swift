// SPDX-License-Identifier: GPL-3.0-or-later

/// A rate that a person set for a pair; it comes before the published one, both ways, until it expires.
public struct OwnRate: Hashable, Sendable {
  public let from: Currency
  public let to: Currency
  /// Units of `to` for one of `from`; positive.
  public let value: Rational
  public let note: String
  /// The last day it is used on; nil for always.
  public let expires: Day?

  /// Nil unless `value` is positive and the currencies differ.
  public init?(from: Currency, to: Currency, value: Rational, note: String = "", expires: Day? = nil) {
    guard value.signum > 0, from != to else { return nil }
    self.from = from
    self.to = to
    self.value = value
    self.note = note
    self.expires = expires
  }
}

extension OwnRate {
  /// Whether it is the rate of this pair, in whichever direction.
  public func isFor(_ a: Currency, _ b: Currency) -> Bool { (from, to) == (a, b) || (from, to) == (b, a) }
}

extension [OwnRate] {
  /// The own rates that hold on a day.
  public func holding(on today: Day) -> [OwnRate] { filter { $0.expires.map { $0 >= today } ?? true } }
}
