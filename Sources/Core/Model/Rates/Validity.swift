// SPDX-License-Identifier: GPL-3.0-or-later

/// The periods for which an authority prescribes its rates: each holds on every day of its own period and on no other.
public enum Validity: String, Hashable, Sendable, CaseIterable {
  /// A calendar month.
  case month
  /// From the last day of a calendar quarter to the day before the last one of the next.
  case quarterEnd

  /// The period that a day belongs to.
  public func period(of day: Day) -> ClosedRange<Day> {
    switch self {
    case .month: return .month(of: day)
    case .quarterEnd:
      let (year, month, _) = day.civil
      let quarter = ClosedRange(year: year, month: month - (month - 1) % 3, count: 3) ?? day...day
      let start = day == quarter.upperBound ? day : quarter.lowerBound - 1
      let next = ClosedRange.month(of: start + 1).lowerBound
      let end = ClosedRange(year: next.civil.year, month: next.civil.month, count: 3)?.upperBound ?? day + 1
      return start...(end - 1)
    }
  }
}

extension Provider {
  /// The last day on which a rate that was observed on a day counts.
  public func lastDay(of observed: Day) -> Day {
    validity?.period(of: observed).upperBound ?? observed + carryLimit
  }

  /// Whether its rates are an authority's for its own purposes: they stand in for nobody's, and nobody's for them.
  public var isPrescribed: Bool { validity != nil }
}

extension [Provider] {
  /// The providers that count together: a prescribing authority alone if it comes first, else all others.
  public var countedTogether: [Provider] {
    first?.isPrescribed == true ? Array(prefix(1)) : filter { !$0.isPrescribed }
  }
}
