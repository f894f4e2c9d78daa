// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// How the rate of a pair moved of late: what decorates a result.
struct Trend: Hashable, Sendable {
  /// Which rate, up to which day; the newest for nil.
  struct Key: Hashable, Sendable {
    let from: Currency
    let to: Currency
    let day: Day?
  }

  /// Observations in a sparkline.
  static let length = 30

  /// Days in which a provider that publishes on working days has so many.
  static let reach = 60

  /// Oldest first.
  let rates: [Rational]
  /// The day of the oldest; nil where there is none.
  let since: Day?

  /// `points`: oldest first.
  init(_ points: [(day: Day, rate: Rational)] = []) {
    let last = points.suffix(Self.length)
    rates = last.map(\.rate)
    since = last.first?.day
  }

  /// The last observation against the oldest that is drawn, as a share: number and line are of one period.
  var change: Rational? {
    guard rates.count > 1, let last = rates.last, let ratio = last.divided(by: rates[0]) else { return nil }
    return (ratio - .one).reduced
  }
}
