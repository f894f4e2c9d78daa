// SPDX-License-Identifier: GPL-3.0-or-later

public struct RateAlert: Hashable, Sendable {
  public enum Condition: Hashable, Sendable {
    case above(Rational)
    case below(Rational)
    case changed(percent: Rational, days: Int)
    case high(days: Int)
    case low(days: Int)
  }

  public enum State: Hashable, Sendable {
    /// The alert waits for a rate of a day later than `after`, or of any day if `after` is nil.
    case waiting(after: Day?)
    /// The user paused the alert. `after` is the day of the last notification. Nil before the first notification.
    case paused(after: Day?)
    case notified(Day)

    public var paused: State { .paused(after: lastDay) }

    /// The state in which the alert waits again. After a notification, only a rate of a later day counts.
    public var resumed: State { .waiting(after: lastDay) }

    private var lastDay: Day? {
      switch self {
      case .waiting(let day), .paused(let day): day
      case .notified(let day): day
      }
    }
  }

  public let from: Currency
  public let to: Currency
  public let condition: Condition
  public var state: State

  /// Creates an alert. Nil for equal currencies, and for a value or period that makes no sense.
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

  public static let periods = 1...3660

  public var isWaiting: Bool { if case .waiting = state { true } else { false } }

  public var days: Int {
    switch condition {
    case .above, .below: 0
    case .changed(_, let days), .high(let days), .low(let days): days
    }
  }

  /// Returns the newest point if it meets the condition. `points` are ascending by day.
  public func met(by points: some BidirectionalCollection<RateSeries.Point>) -> RateSeries.Point? {
    guard case .waiting(let after) = state, let newest = points.last, after.map({ $0 < newest.day }) ?? true else {
      return nil
    }
    let (rate, earlier) = (newest.rate, points.dropLast())
    let period = earlier.filter { $0.day >= newest.day - days }
    // The highest and lowest rate of the period are known only if Kurs has rates for the whole period.
    let isWhole = earlier.first.map { $0.day <= newest.day - days } ?? false
    let isMet =
      switch condition {
      case .above(let value): rate >= value
      case .below(let value): rate <= value
      case .high: isWhole && !period.isEmpty && period.allSatisfy { $0.rate < rate }
      case .low: isWhole && !period.isEmpty && period.allSatisfy { $0.rate > rate }
      case .changed(let percent, let days):
        earlier.last { $0.day <= newest.day - days }.map {
          ((rate - $0.rate) * $0.rate.inverse).magnitude * Rational(100) >= percent
        } ?? false
      }
    return isMet ? newest : nil
  }
}
