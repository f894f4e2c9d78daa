// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// The recent change of a pair's rate, shown beside a result.
struct Trend: Hashable, Sendable {
  /// A pair up to a day; nil for the newest day.
  struct Key: Hashable, Sendable {
    let from: Currency
    let to: Currency
    let day: Day?
  }

  static let length = 30

  /// The days in which a provider that publishes on working days has 30 observations.
  static let reach = 60

  /// Oldest first.
  let rates: [Rational]
  /// The day of the oldest rate; nil if there is none.
  let since: Day?

  /// `points`: oldest first.
  init(_ points: [(day: Day, rate: Rational)] = []) {
    let last = points.suffix(Self.length)
    rates = last.map(\.rate)
    since = last.first?.day
  }

  /// The last observation relative to the oldest one drawn, as a fraction, so that number and line cover the same
  /// period.
  var change: Rational? {
    guard rates.count > 1, let last = rates.last, let ratio = last.divided(by: rates[0]) else { return nil }
    return (ratio - .one).reduced
  }
}
