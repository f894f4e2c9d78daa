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

/// Published rates with a person's own before them.
public struct OwnRates: RateSource {
  private let rates: [OwnRate]
  private let published: any RateSource
  private let today: Day

  public init(_ rates: [OwnRate], before published: any RateSource, today: Day) {
    self.rates = rates.filter { $0.expires.map { $0 >= today } ?? true }
    self.published = published
    self.today = today
  }

  public func rate(from: Currency, to: Currency, on day: Day?) throws(RateError) -> AppliedRate {
    for own in rates {
      if own.from == from, own.to == to { return .own(own, value: own.value) }
      if own.from == to, own.to == from { return .own(own, value: own.value.inverse) }
    }
    return try published.rate(from: from, to: to, on: day)
  }
}
