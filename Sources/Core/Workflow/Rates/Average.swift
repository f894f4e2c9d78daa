// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

public struct Average: Hashable, Sendable {
  public let days: ClosedRange<Day>
  public let mean: Rational
  public let count: Int
  /// The number of days whose rate should be stored but is missing, including days in the future.
  public var missing = 0
  public let end: RateSeries.Point
  public let highest: RateSeries.Point
  public let lowest: RateSeries.Point
}

extension ClosedRange<Day> {
  /// Splits a range into months, quarters or years (`months`: 1, 3 or 12). The first and the last part may be shorter.
  public func parts(months: Int) -> [ClosedRange<Day>] {
    var (parts, start) = ([ClosedRange<Day>](), lowerBound)
    while start <= upperBound {
      let (year, month, _) = start.civil
      let first = month - (month - 1) % months
      let whole = ClosedRange(year: year, month: first, count: months) ?? start...upperBound
      parts.append(start...Swift.min(whole.upperBound, upperBound))
      start = whole.upperBound + 1
    }
    return parts
  }
}
