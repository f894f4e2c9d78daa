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

  init(_ rates: [Rational] = []) {
    self.rates = Array(rates.suffix(Self.length))
  }

  /// The last observation against the one before it, as a share.
  var change: Rational? {
    guard let last = rates.last, let ratio = last.divided(by: rates.dropLast().last ?? .zero) else { return nil }
    return (ratio - .one).reduced
  }
}
