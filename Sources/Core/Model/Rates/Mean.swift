// SPDX-License-Identifier: GPL-3.0-or-later

/// The mean of the values that a provider published of a pair in a period: each day counts once, closed days don't.
public struct Mean: Hashable, Sendable {
  /// The first and the last day on which one was published.
  public let days: ClosedRange<Day>
  public let count: Int
  /// Units of the counter currency for one of the base, unrounded.
  public let value: Rational
  /// The days of the period whose rates were due and aren't stored, or are still to come.
  public var missing = 0

  public init(days: ClosedRange<Day>, count: Int, value: Rational) {
    (self.days, self.count, self.value) = (days, count, value)
  }
}

extension Quote {
  /// The mean of `observations`, ascending; nil where there are none.
  ///
  /// Its observation is of the last day and has the mean rounded to 12 digits; `rate` is exact.
  public init?(meanOf observations: [Observation], provider: ProviderID, pair: PairKey) {
    guard let first = observations.first, let last = observations.last else { return nil }
    let sum = observations.reduce(Rational.zero) { $0 + $1.rate }
    let value = (sum * Rational(Int64(observations.count)).reciprocal).reduced
    guard let rounded = PublishedNumber(value.text(significant: 12)) else { return nil }
    self.init(
      provider: provider, pair: pair,
      observation: Observation(day: last.day, value: rounded, document: last.document))
    mean = Mean(days: first.day...last.day, count: observations.count, value: value)
  }
}

extension Route {
  /// The means it rests on, in the order of the way; empty for the rates of a day.
  public var means: [Mean] { quotes.compactMap(\.mean) }
}
