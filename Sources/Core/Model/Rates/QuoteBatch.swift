// SPDX-License-Identifier: GPL-3.0-or-later

/// Quotes of one provider on their way in, by published pair, days ascending.
public struct QuoteBatch: Sendable, Equatable {
  public let provider: ProviderID
  public private(set) var pairs: [PairKey: [Observation]] = [:]

  public init(provider: ProviderID) {
    self.provider = provider
  }

  /// `observations`: ascending by day, one a day.
  public init(provider: ProviderID, pairs: [PairKey: [Observation]]) {
    self.provider = provider
    self.pairs = pairs
  }

  public mutating func add(_ observation: Observation, to pair: PairKey) {
    pairs[pair, default: []].append(observation)
  }

  /// Puts days that came in newest first, or in no order, into ascending order.
  public mutating func sortDays() {
    for pair in pairs.keys { pairs[pair]?.sort { $0.day < $1.day } }
  }

  public var count: Int { pairs.values.reduce(0) { $0 + $1.count } }
  public var newestDay: Day? { pairs.values.compactMap { $0.map(\.day).max() }.max() }
  public var oldestDay: Day? { pairs.values.compactMap { $0.map(\.day).min() }.min() }
}

/// The two currencies of a published quote, in the direction it is published, and its side.
public struct PairKey: Hashable, Sendable {
  public let base: Currency
  public let counter: Currency
  public let side: QuoteSide

  public init(base: Currency, counter: Currency, side: QuoteSide = .middle) {
    self.base = base
    self.counter = counter
    self.side = side
  }

  /// The same two currencies, between buying and selling.
  public var middle: PairKey { PairKey(base: base, counter: counter) }
}
