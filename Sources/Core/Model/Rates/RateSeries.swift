// SPDX-License-Identifier: GPL-3.0-or-later

/// The rates of one pair at one provider, oldest first, as conversions use them. Some days have no rate.
public struct RateSeries: Sendable {
  public struct Point: Hashable, Sendable {
    public let day: Day
    /// The number of units of the second currency for one unit of the first.
    public let rate: Rational
    /// The weight of this point in a mean. With it, means of inverted or combined rates agree with the published means.
    public let weight: Rational

    public init(day: Day, rate: Rational, weight: Rational = .one) {
      self.day = day
      self.rate = rate
      self.weight = weight
    }

    public static func == (a: Point, b: Point) -> Bool { a.day == b.day && a.rate == b.rate }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(day)
      hasher.combine(rate)
    }
  }

  public let from: Currency
  public let to: Currency
  public let points: [Point]
  /// The index of the first point whose rate comes only from laws or pegs. Without such points, `points.count`.
  public let lawStart: Int

  public init(from: Currency, to: Currency, points: [Point]) {
    self.init(from: from, to: to, points: points, lawStart: points.count)
  }

  private init(from: Currency, to: Currency, points: [Point], lawStart: Int) {
    (self.from, self.to, self.points, self.lawStart) = (from, to, points, lawStart)
  }

  public func since(_ first: Day) -> RateSeries {
    let later = points.drop { $0.day < first }
    return RateSeries(
      from: from, to: to, points: Array(later), lawStart: max(lawStart - (points.count - later.count), 0))
  }

  /// Creates a point for each day with values of `start` and `end`, or for Monday to Friday if laws fix both values.
  public init(
    from: Currency, to: Currency, start: HomeCurrencySeries, end: HomeCurrencySeries,
    direction: Provider.Direction = .othersPerHome
  ) {
    let isPerHome = direction == .othersPerHome
    var (points, lawStart) = ([Point](), Int?.none)
    for (days, one, other) in start.beside(end) {
      switch (one, other) {
      case (.fixed(let a), .fixed(let b)):
        lawStart = lawStart ?? points.count
        let rate = a * b.inverse
        let all = (days.lowerBound.number...days.upperBound.number).lazy.map { Day(number: $0) }
        points += all.filter { $0.weekday < 6 }.map { Point(day: $0, rate: rate) }
        continue
      case (.fixed(let a), .points(let end, _, _)):
        points += end.map { Point(day: $0.day, rate: a * $0.rate.inverse, weight: isPerHome ? .one : $0.rate) }
      case (.points(let start, _, _), .fixed(let b)):
        points += start.map {
          Point(day: $0.day, rate: $0.rate * b.inverse, weight: isPerHome ? $0.rate.inverse : .one)
        }
      case (.points(let start, let a, let factor), .points(let end, let b, let other)) where a == b:
        // Ignore the provider's values, because laws fix the rate between these two currencies.
        let rate = factor * other.inverse
        points += Self.cross(start, end, isPerHome).map { Point(day: $0.day, rate: rate) }
      case (.points(let start, _, _), .points(let end, _, _)): points += Self.cross(start, end, isPerHome)
      }
      if let start = lawStart, points.count > start { lawStart = nil }
    }
    self.from = from
    self.to = to
    self.points = points
    self.lawStart = lawStart ?? points.count
  }

  private static func cross(
    _ start: ArraySlice<Point>, _ end: ArraySlice<Point>, _ isPerHome: Bool
  ) -> [Point] {
    var (points, i, j) = ([Point](), start.startIndex, end.startIndex)
    points.reserveCapacity(min(start.count, end.count))
    while i < start.endIndex, j < end.endIndex {
      let (a, b) = (start[i], end[j])
      if a.day == b.day {
        points.append(
          Point(day: a.day, rate: a.rate * b.rate.inverse, weight: isPerHome ? a.rate.inverse : b.rate))
      }
      if a.day <= b.day { i += 1 }
      if b.day <= a.day { j += 1 }
    }
    return points
  }
}

public struct QuoteSeries: Sendable {
  public let provider: ProviderID
  public let pair: PairKey
  private let observations: [Observation]

  /// Creates a series. `observations` must be in the order of days, with at most one for each day.
  public init(provider: ProviderID, pair: PairKey, observations: [Observation]) {
    self.provider = provider
    self.pair = pair
    self.observations = observations
  }

  public func last(upTo day: Day) -> Quote? {
    let after = observations.partitioningIndex { $0.day > day }
    return after > 0 ? Quote(provider: provider, pair: pair, observation: observations[after - 1]) : nil
  }
}
