// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// Which days a chart shows, and the preset they came from; nil where a hand chose them.
public struct ChartSight: Hashable, Sendable {
  public let range: ChartRange?
  public let window: DaySpan

  /// More steps back than anybody counts.
  static let most = 50
}

/// Months, quarters or years.
public enum AveragePeriod: String, CaseIterable, Sendable {
  case month, quarter, year

  /// How many months it has.
  public var months: Int {
    switch self {
    case .month: 1
    case .quarter: 3
    case .year: 12
    }
  }

  /// The whole ones that have any of these days.
  public func parts(of span: DaySpan) -> [ClosedRange<Day>] {
    let (first, last) = (span.first.civil, span.last.civil)
    guard
      let start = Day(year: first.year, month: first.month - (first.month - 1) % months, day: 1),
      let end = Day(year: last.year, month: last.month - (last.month - 1) % months, day: 1)
    else { return [] }
    return (start...(end.adding(months: months) - 1)).parts(months: months)
  }
}
