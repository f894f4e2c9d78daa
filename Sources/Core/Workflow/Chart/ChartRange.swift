// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

public enum ChartRange: String, CaseIterable, Sendable {
  case week = "1w"
  case month = "1m"
  case threeMonths = "3m"
  case sixMonths = "6m"
  case yearToDate = "ytd"
  case year = "1y"
  case twoYears = "2y"
  case fiveYears = "5y"
  case tenYears = "10y"
  case all

  /// Returns the first day of a range that ends on `last`. Nil means the whole history.
  public func first(before last: Day) -> Day? {
    switch self {
    case .week: last - 7
    case .month: last.adding(months: -1)
    case .threeMonths: last.adding(months: -3)
    case .sixMonths: last.adding(months: -6)
    case .yearToDate: Day(year: last.year - 1, month: 12, day: 31)
    case .year: last.adding(months: -12)
    case .twoYears: last.adding(months: -24)
    case .fiveYears: last.adding(months: -60)
    case .tenYears: last.adding(months: -120)
    case .all: nil
    }
  }

  var stretch: AnalyticsEvent.Stretch {
    switch self {
    case .week: .week
    case .month, .threeMonths, .sixMonths: .months
    case .year, .yearToDate: .year
    case .twoYears, .fiveYears, .tenYears: .years
    case .all: .all
    }
  }
}

public struct DaySpan: Hashable, Sendable {
  public static let shortest = 5

  public let first: Day
  public let last: Day

  public init(first: Day, last: Day) {
    self.first = min(first, last)
    self.last = max(first, last)
  }

  public var length: Int { last - first }

  public func contains(_ day: Day) -> Bool { first <= day && day <= last }

  public func clamped(to extent: DaySpan) -> DaySpan {
    guard length < extent.length else { return extent }
    let start = min(max(first, extent.first), extent.last - length)
    return DaySpan(first: start, last: start + length)
  }
}

extension Day {
  /// Returns the same day of the month, `months` later. If that month is too short, returns its last day.
  public func adding(months: Int) -> Day {
    let (year, month, day) = civil
    let index = year * 12 + month - 1 + months
    let (newYear, newMonth) = (index / 12, index % 12 + 1)
    for candidate in stride(from: day, to: 0, by: -1) {
      if let found = Day(year: newYear, month: newMonth, day: candidate) { return found }
    }
    return self
  }
}
