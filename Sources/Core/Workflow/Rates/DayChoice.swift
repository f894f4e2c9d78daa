// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

public enum DayChoice: Hashable, Sendable {
  case newest
  case day(Day, NamedRule)
  case mean(ClosedRange<Day>)

  public init?(_ period: ClosedRange<Day>, _ rule: NamedRule?) {
    switch (rule, rule?.rule) {
    case (let rule?, .monthAverage) where period == .month(of: period.lowerBound):
      self = .day(period.upperBound, rule)
    case (nil, _), (_, .monthAverage): self = .mean(period)
    case (let rule?, .monthEnd): self = .day(period.upperBound, rule)
    default: return nil
    }
  }
}

enum RatesDemand: Sendable {
  /// The last stored rates up to the day are used. The result names the day of these rates.
  case carried
  /// The last published rates up to the day are used. If the database may lack them, an error is thrown.
  case published
  /// The last published middle rates up to the day, as a law requires. Throws an error if the database may lack them.
  case legal

  var side: QuoteSide? { self == .legal ? .middle : nil }
}
