// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// How a pair stood at one provider in a period.
public struct Average: Hashable, Sendable {
  /// The range from the first to the last day with a rate.
  public let days: ClosedRange<Day>
  /// The rate of a conversion by the means of the period, unrounded.
  public let mean: Rational
  /// The days with a rate.
  public let count: Int
  /// The days of the period whose rates were due and aren't stored, or are still to come.
  public var missing = 0
  public let end: RateSeries.Point
  public let highest: RateSeries.Point
  public let lowest: RateSeries.Point
}

extension RatesWorkflow {
  /// One for each period that has any rates.
  ///
  /// The mean is that of the published values, so there and back is exactly 1; a cross is made of two means.
  public func averages(
    of id: ProviderID, from: Currency, to: Currency, in periods: [ClosedRange<Day>]
  ) async throws(RatesFailure) -> [Average] {
    guard let first = periods.first, let last = periods.last else { return [] }
    let points = try await series(
      of: id, from: from, to: to, between: first.lowerBound, and: last.upperBound
    ).points
    var (averages, failure) = ([Average](), RateError?.none)
    for period in periods {
      let inside = points.filter { period.contains($0.day) }
      guard let first = inside.first, let end = inside.last, let highest = inside.max(by: { $0.rate < $1.rate }),
        let lowest = inside.min(by: { $0.rate < $1.rate })
      else { continue }
      let resolver = try await ratesInUse(on: period.upperBound, over: period, of: [id]).resolver
      do throws(RateError) {
        let route = try resolver.route(from: from, to: to)
        averages.append(
          Average(
            days: first.day...end.day, mean: route.value, count: inside.count,
            missing: route.means.map(\.missing).max() ?? 0, end: end, highest: highest, lowest: lowest))
      } catch {
        // A currency may have ended in this part and be quoted in the others.
        failure = failure ?? error
      }
    }
    if averages.isEmpty, let failure { throw .rate(failure) }
    return averages
  }
}

extension ClosedRange<Day> {
  /// Its calendar parts of so many months, 1, 3 or 12; the first and the last may be cut.
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
