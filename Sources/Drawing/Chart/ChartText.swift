// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
public import KursWorkflow

public enum DayLabel: Hashable, Sendable {
  case year(Int)
  case month(year: Int, month: Int)
  case day(Day)
}

public struct ChartText: Sendable {
  public var number: @Sendable (Rational, Int) -> String
  public var percent: @Sendable (Rational, Int) -> String
  public var label: @Sendable (DayLabel) -> String
  public var date: @Sendable (Day) -> String
  public var change: @Sendable (Rational) -> String
  public var mean: String
  public var byLaw: String
  public var pegged: @Sendable (LegalRate) -> String
  public var gap: @Sendable (DaySpan) -> String
  public var shortGap: String
  public var redenominated: @Sendable (LegalRate) -> String
  public var ended: @Sendable (ChartLine.End) -> String
  /// Returns the name of the moving average of n points, for example `30`.
  public var average: @Sendable (Int) -> String
  /// The text that is shown in the middle of the plot if no line has a point.
  public var nothing: String

  public init(
    number: @escaping @Sendable (Rational, Int) -> String,
    percent: @escaping @Sendable (Rational, Int) -> String,
    label: @escaping @Sendable (DayLabel) -> String, date: @escaping @Sendable (Day) -> String,
    change: @escaping @Sendable (Rational) -> String, mean: String, byLaw: String,
    pegged: @escaping @Sendable (LegalRate) -> String,
    gap: @escaping @Sendable (DaySpan) -> String, shortGap: String,
    redenominated: @escaping @Sendable (LegalRate) -> String,
    ended: @escaping @Sendable (ChartLine.End) -> String, average: @escaping @Sendable (Int) -> String,
    nothing: String
  ) {
    self.number = number
    self.percent = percent
    self.label = label
    self.date = date
    self.change = change
    self.mean = mean
    self.byLaw = byLaw
    self.pegged = pegged
    self.gap = gap
    self.shortGap = shortGap
    self.redenominated = redenominated
    self.ended = ended
    self.average = average
    self.nothing = nothing
  }
}
