// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

struct Trend: Hashable, Sendable {
  /// A pair of currencies and the last day of the trend. A nil day means the newest day.
  struct Key: Hashable, Sendable {
    let from: Currency
    let to: Currency
    let day: Day?
  }

  static let length = 30

  /// The number of days to read. A provider that publishes on working days publishes at least 30 rates in this time.
  static let reach = 60

  let rates: [Rational]
  let since: Day?

  init(_ points: [(day: Day, rate: Rational)] = []) {
    let last = points.suffix(Self.length)
    rates = last.map(\.rate)
    since = last.first?.day
  }

  var change: Rational? {
    guard rates.count > 1, let last = rates.last, let ratio = last.divided(by: rates[0]) else { return nil }
    return (ratio - .one).reduced
  }
}
