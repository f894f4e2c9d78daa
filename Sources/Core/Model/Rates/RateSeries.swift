// SPDX-License-Identifier: GPL-3.0-or-later

/// The rates of one pair at one provider: days ascending, one value per day, gaps not filled.
///
/// Each value is the one that a conversion of that day uses.
public struct RateSeries: Sendable {
  public struct Point: Hashable, Sendable {
    public let day: Day
    /// Units of the second currency for one of the first.
    public let rate: Rational

    public init(day: Day, rate: Rational) {
      self.day = day
      self.rate = rate
    }
  }

  public let from: Currency
  public let to: Currency
  public let points: [Point]
  /// The first of the final points that come from a law or peg only. The number of points if none do.
  public let lawStart: Int

  public init(from: Currency, to: Currency, points: [Point]) {
    self.from = from
    self.to = to
    self.points = points
    lawStart = points.count
  }

  /// The cross rate of two currencies at one provider: a point for each day on which both were observed.
  ///
  /// If only the law decides, each working day has a point.
  public init(from: Currency, to: Currency, start: HomeCurrencySeries, end: HomeCurrencySeries) {
    var (points, lawStart) = ([Point](), Int?.none)
    for (days, one, other) in start.beside(end) {
      switch (one, other) {
      case (.fixed(let a), .fixed(let b)):
        lawStart = lawStart ?? points.count
        let rate = a * b.inverse
        let all = (days.lowerBound.number...days.upperBound.number).lazy.map { Day(number: $0) }
        points += all.filter { $0.weekday < 6 }.map { Point(day: $0, rate: rate) }
        continue
      case (.fixed(let a), .points(let end, _, _)): points += end.map { Point(day: $0.day, rate: a * $0.rate.inverse) }
      case (.points(let start, _, _), .fixed(let b)):
        points += start.map { Point(day: $0.day, rate: $0.rate * b.inverse) }
      case (.points(let start, let a, let factor), .points(let end, let b, let other)) where a == b:
        // Only a law or a peg is between the two, so the bank's rates of their common anchor don't matter.
        let rate = factor * other.inverse
        points += Self.cross(start, end).map { Point(day: $0.day, rate: rate) }
      case (.points(let start, _, _), .points(let end, _, _)): points += Self.cross(start, end)
      }
      if let start = lawStart, points.count > start { lawStart = nil }
    }
    self.from = from
    self.to = to
    self.points = points
    self.lawStart = lawStart ?? points.count
  }

  private static func cross(_ start: ArraySlice<Point>, _ end: ArraySlice<Point>) -> [Point] {
    var (points, i, j) = ([Point](), start.startIndex, end.startIndex)
    points.reserveCapacity(min(start.count, end.count))
    while i < start.endIndex, j < end.endIndex {
      let (a, b) = (start[i], end[j])
      if a.day == b.day { points.append(Point(day: a.day, rate: a.rate * b.rate.inverse)) }
      if a.day <= b.day { i += 1 }
      if b.day <= a.day { j += 1 }
    }
    return points
  }
}
