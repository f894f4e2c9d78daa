// SPDX-License-Identifier: GPL-3.0-or-later

/// How one pair of currencies moved: days ascending, one value a day, nothing filled in.
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

  public init(from: Currency, to: Currency, points: [Point]) {
    self.from = from
    self.to = to
    self.points = points
  }

  /// The cross of two series against the same home: one point for each day that both were observed.
  ///
  /// Each list holds home units for one of its currency; nil stands for the home currency itself.
  public init(from: Currency, to: Currency, homeward: [Point]?, outward: [Point]?) {
    self.from = from
    self.to = to
    switch (homeward, outward) {
    case (nil, nil): points = []
    case (let start?, nil): points = start
    case (nil, let end?): points = end.map { Point(day: $0.day, rate: $0.rate.inverse) }
    case (let start?, let end?): points = Self.cross(start, end)
    }
  }

  private static func cross(_ start: [Point], _ end: [Point]) -> [Point] {
    var (points, i, j) = ([Point](), 0, 0)
    points.reserveCapacity(min(start.count, end.count))
    while i < start.count, j < end.count {
      let (a, b) = (start[i], end[j])
      if a.day == b.day { points.append(Point(day: a.day, rate: a.rate * b.rate.inverse)) }
      if a.day <= b.day { i += 1 }
      if b.day <= a.day { j += 1 }
    }
    return points
  }
}
