// SPDX-License-Identifier: GPL-3.0-or-later

/// A rate as published: `unit` of `base` = `value` of `counter`. It is never inverted, rescaled or rounded.
public struct Quote: Hashable, Sendable {
  public let provider: ProviderID
  public let base: Currency
  public let counter: Currency
  public let side: QuoteSide
  public let observation: Observation
  /// The mean of a period. Nil for the rate of a single day.
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

  public var pair: PairKey { PairKey(base: base, counter: counter, side: side) }

  /// The number of units of `counter` for one unit of `base`.
  public var rate: Rational { mean?.value ?? observation.rate }
}

public struct Observation: Hashable, Sendable {
  public let day: Day
  public let unit: QuoteUnit
  public let value: PublishedNumber
  public let document: DocumentID

  public init(day: Day, value: PublishedNumber, unit: QuoteUnit = .one, document: DocumentID = .none) {
    self.day = day
    self.unit = unit
    self.value = value
    self.document = document
  }

  /// The number of units of the counter currency for one unit of the base.
  public var rate: Rational {
    unit == .one ? value.rational : value.rational * unit.rational.inverse
  }
}

public struct DocumentID: Hashable, Sendable {
  public let number: UInt32

  public init(number: UInt32) {
    self.number = number
  }

  /// The document id of a quote that isn't stored yet.
  public static let none = DocumentID(number: 0)
}

/// The number of units of the base for which a value is quoted: usually 1, 100 for yen, 12 in a price list.
public struct QuoteUnit: Hashable, Sendable {
  /// The number of units, which is never 0.
  public let number: UInt32

  public static let one = QuoteUnit(number: 1)

  private init(number: UInt32) {
    self.number = number
  }

  public init?(_ number: UInt32) {
    guard number > 0 else { return nil }
    self.number = number
  }

  /// Creates the unit 10^exponent. Nil if the exponent is above 9.
  public init?(exponent: UInt8) {
    guard exponent <= 9 else { return nil }
    number = (0..<exponent).reduce(1) { power, _ in power * 10 }
  }

  /// The exponent of ten, such as 2 for a hundred. Nil unless the unit is a power of ten.
  public var exponent: UInt8? {
    var (rest, exponent) = (number, UInt8(0))
    while rest % 10 == 0 { (rest, exponent) = (rest / 10, exponent + 1) }
    return rest == 1 ? exponent : nil
  }

  public var rational: Rational { Rational(Int64(number)) }
}

/// The quotes of one provider by pair. The quotes of a pair are in the order of their days.
public struct QuoteBatch: Sendable, Equatable {
  public let provider: ProviderID
  public private(set) var pairs: [PairKey: [Observation]] = [:]

  public init(provider: ProviderID) {
    self.provider = provider
  }

  /// Creates a batch. The observations of each pair must be in the order of days, with at most one for each day.
  public init(provider: ProviderID, pairs: [PairKey: [Observation]]) {
    self.provider = provider
    self.pairs = pairs
  }

  /// Adds an observation. Ignores a rate between a currency and itself.
  public mutating func add(_ observation: Observation, to pair: PairKey) {
    guard pair.base != pair.counter else { return }
    pairs[pair, default: []].append(observation)
  }

  public mutating func sortDays() {
    for pair in pairs.keys { pairs[pair]?.sort { $0.day < $1.day } }
  }

  public var count: Int { pairs.values.reduce(0) { $0 + $1.count } }
  public var newestDay: Day? { pairs.values.compactMap { $0.map(\.day).max() }.max() }
  public var oldestDay: Day? { pairs.values.compactMap { $0.map(\.day).min() }.min() }
}

/// The currencies of a quote in the published direction, and the quote's side.
public struct PairKey: Hashable, Sendable {
  public let base: Currency
  public let counter: Currency
  public let side: QuoteSide

  public init(base: Currency, counter: Currency, side: QuoteSide = .middle) {
    self.base = base
    self.counter = counter
    self.side = side
  }

  public var middle: PairKey { PairKey(base: base, counter: counter) }
}

/// The side of a quote: whether the bank buys or sells the base.
public enum QuoteSide: String, Hashable, Sendable, CaseIterable {
  /// The rate between buying and selling. Some banks publish only this rate.
  case middle
  case buying
  case selling

  /// The side for the other currency. A bank that buys the first currency sells the other currency.
  public var opposite: QuoteSide {
    switch self {
    case .middle: .middle
    case .buying: .selling
    case .selling: .buying
    }
  }
}

extension Quote {
  func side(towards currency: Currency) -> QuoteSide { currency == base ? side : side.opposite }
}

extension [Quote] {
  /// Returns the newest buying and selling quotes against `home`, grouped by side and then by the other currency.
  func homeward(to home: Currency) -> [QuoteSide: [Currency: Quote]] {
    var sided: [QuoteSide: [Currency: Quote]] = [:]
    for quote in self where quote.side != .middle && (quote.base == home || quote.counter == home) {
      let currency = quote.base == home ? quote.counter : quote.base
      let side = quote.side(towards: currency)
      if let known = sided[side]?[currency], known.observation.day >= quote.observation.day { continue }
      sided[side, default: [:]][currency] = quote
    }
    return sided
  }
}

extension ConversionPath.Leg {
  func isSameStep(as other: ConversionPath.Leg) -> Bool {
    guard let quote, let theirs = other.quote else { return self == other }
    return (quote.provider, quote.base, quote.counter) == (theirs.provider, theirs.base, theirs.counter)
  }
}

extension Collection<ConversionPath.Leg> {
  func rate(from currency: Currency) -> Rational {
    var (current, rate) = (currency, Rational.one)
    for leg in self {
      let (base, counter, unit, value) = leg.statement
      let isForward = base == current
      rate = rate * (isForward ? value * unit.inverse : unit * value.inverse)
      current = isForward ? counter : base
    }
    return rate
  }
}

public struct SuspiciousQuote: Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    case notPositive
    case unknownCode(Currency)
    case future
    /// The day is before any provider published rates.
    case past
    /// The day is before the currency's first day or after its last.
    case outsideLife(Currency)
    /// The value is too far from the last stored observation, even for the number of days since then.
    case jump(from: Observation)
    case contradicted(by: ProviderID)
    /// The value is another provider's rate multiplied by a power of ten.
    case scaled(by: ProviderID, times: Int)
  }

  public let quote: Quote
  public let reason: Reason

  public init(quote: Quote, reason: Reason) {
    self.quote = quote
    self.reason = reason
  }
}

extension SuspiciousQuote: Comparable {
  public static func < (a: SuspiciousQuote, b: SuspiciousQuote) -> Bool {
    let (x, y) = (a.quote, b.quote)
    if (x.base, x.counter) == (y.base, y.counter), x.observation.day == y.observation.day {
      return x.side.rawValue < y.side.rawValue
    }
    return (x.base, x.counter, x.observation.day) < (y.base, y.counter, y.observation.day)
  }
}
