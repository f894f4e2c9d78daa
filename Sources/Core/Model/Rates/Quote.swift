// SPDX-License-Identifier: GPL-3.0-or-later

/// A rate as its provider published it: `unit` of `base` = `value` of `counter`, on the day it was observed.
///
/// Nothing is inverted, rescaled or rounded on the way in; direction and unit are part of the fact.
public struct Quote: Hashable, Sendable {
  public let provider: ProviderID
  public let base: Currency
  public let counter: Currency
  /// Whether the bank buys or sells the base at it.
  public let side: QuoteSide
  public let observation: Observation
  /// The days that it is the mean of; nil for a rate as published.
  public var mean: Mean?

  public init(
    provider: ProviderID, base: Currency, counter: Currency, side: QuoteSide = .middle, observation: Observation
  ) {
    self.provider = provider
    self.base = base
    self.counter = counter
    self.side = side
    self.observation = observation
  }

  public init(provider: ProviderID, pair: PairKey, observation: Observation) {
    self.init(
      provider: provider, base: pair.base, counter: pair.counter, side: pair.side, observation: observation)
  }

  /// The kind of value.
  public var pair: PairKey { PairKey(base: base, counter: counter, side: side) }

  /// Units of `counter` for one of `base`.
  public var rate: Rational { mean?.value ?? observation.rate }
}

/// One published value of a pair of currencies.
public struct Observation: Hashable, Sendable {
  public let day: Day
  /// So many of the base cost `value`.
  public let unit: QuoteUnit
  public let value: PublishedNumber
  /// The stored document it was read from, which knows when that was fetched and from where.
  public let document: DocumentID

  public init(day: Day, value: PublishedNumber, unit: QuoteUnit = .one, document: DocumentID = .none) {
    self.day = day
    self.unit = unit
    self.value = value
    self.document = document
  }

  /// Units of the counter currency for one of the base.
  public var rate: Rational {
    unit == .one ? value.rational : value.rational * unit.rational.inverse
  }
}

/// The number of a stored document.
public struct DocumentID: Hashable, Sendable {
  public let number: UInt32

  public init(number: UInt32) {
    self.number = number
  }

  /// A quote that is not stored yet.
  public static let none = DocumentID(number: 0)
}
