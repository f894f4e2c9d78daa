// SPDX-License-Identifier: GPL-3.0-or-later

/// A rate that the person wants to be told of, once.
public struct RateAlert: Hashable, Sendable {
  /// The condition on the newest rate.
  public enum Condition: Hashable, Sendable {
    /// This, or more.
    case above(Rational)
    /// This, or less.
    case below(Rational)
    /// So many per cent away, up or down, from what it was so many days before.
    case changed(percent: Rational, days: Int)
    /// More, or less, than on each of so many days before.
    case high(days: Int)
    case low(days: Int)
  }

  public enum State: Hashable, Sendable {
    /// For a rate of a day after this one; nil: of any day.
    case waiting(after: Day?)
    case paused
    /// The person was told, of the rate of this day.
    case told(Day)

    /// Waiting once more; for a newer rate, where the person was told of one.
    public var resumed: State { if case .told(let day) = self { .waiting(after: day) } else { .waiting(after: nil) } }
  }

  public let from: Currency
  public let to: Currency
  public let condition: Condition
  public var state: State

  /// Nil for one currency twice, and for a value or a period that no rate can have.
  public init?(from: Currency, to: Currency, _ condition: Condition, _ state: State = .waiting(after: nil)) {
    let isPossible =
      switch condition {
      case .above(let value), .below(let value): value.signum > 0
      case .changed(let percent, let days): percent.signum > 0 && Self.periods.contains(days)
      case .high(let days), .low(let days): Self.periods.contains(days)
      }
    guard from != to, isPossible else { return nil }
    (self.from, self.to, self.condition, self.state) = (from, to, condition, state)
  }

  /// Days that a rate can be compared over: up to ten years.
  public static let periods = 1...3660

  public var isWaiting: Bool { if case .waiting = state { true } else { false } }

  /// How many days before the newest rate count.
  public var days: Int {
    switch condition {
    case .above, .below: 0
    case .changed(_, let days), .high(let days), .low(let days): days
    }
  }

  /// The point of a series, days ascending, that the person is to be told of now; nil where there is none.
  public func met(by points: some BidirectionalCollection<RateSeries.Point>) -> RateSeries.Point? {
    guard case .waiting(let after) = state, let newest = points.last, after.map({ $0 < newest.day }) ?? true else {
      return nil
    }
    let (rate, earlier) = (newest.rate, points.dropLast())
    let period = earlier.filter { $0.day >= newest.day - days }
    let isMet =
      switch condition {
      case .above(let value): rate >= value
      case .below(let value): rate <= value
      case .high: !period.isEmpty && period.allSatisfy { $0.rate < rate }
      case .low: !period.isEmpty && period.allSatisfy { $0.rate > rate }
      // A day without a rate has the last one before it.
      case .changed(let percent, let days):
        earlier.last { $0.day <= newest.day - days }.map {
          ((rate - $0.rate) * $0.rate.inverse).magnitude * Rational(100) >= percent
        } ?? false
      }
    return isMet ? newest : nil
  }
}
