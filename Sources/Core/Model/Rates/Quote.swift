// SPDX-License-Identifier: GPL-3.0-or-later

/// A rate as its provider published it: `unit` of `base` = `value` of `counter`, on the day it was observed.
///
/// Nothing is inverted, rescaled or rounded on the way in; direction and unit are part of the fact.
public struct Quote: Hashable, Sendable {
  public let provider: ProviderID
  public let base: Currency
  public let counter: Currency
  public let observation: Observation

  public init(provider: ProviderID, base: Currency, counter: Currency, observation: Observation) {
    self.provider = provider
    self.base = base
    self.counter = counter
    self.observation = observation
  }

  /// Units of `counter` for one of `base`.
  public var rate: Rational { observation.rate }
}

/// One published value of a pair of currencies.
public struct Observation: Hashable, Sendable {
  public let day: Day
  public let value: PublishedNumber
  /// The quote is per 10^unitExponent of the base: 0 for one, 2 for a hundred, 6 for a million.
  public let unitExponent: UInt8
  /// The stored document it was read from, which knows when that was fetched and from where.
  public let document: DocumentID

  public init(day: Day, value: PublishedNumber, unitExponent: UInt8 = 0, document: DocumentID = .none) {
    self.day = day
    self.value = value
    self.unitExponent = unitExponent
    self.document = document
  }

  /// Units of the counter currency for one of the base.
  public var rate: Rational {
    unitExponent == 0 ? value.rational : value.rational * .powerOfTen(-Int(unitExponent))
  }
}

/// The number of a stored document.
public struct DocumentID: Hashable, Sendable {
  public let number: UInt32

  public init(number: UInt32) {
    self.number = number
  }

  /// Not stored: a quote on its way in.
  public static let none = DocumentID(number: 0)
}
