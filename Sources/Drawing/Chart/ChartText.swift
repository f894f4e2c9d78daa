// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
public import KursWorkflow

/// The unit of time that a date label names.
public enum DayLabel: Hashable, Sendable {
  case year(Int)
  case month(year: Int, month: Int)
  case day(Day)
}

/// The words of a picture, in the person's language and number form.
public struct ChartText: Sendable {
  /// A number with so many decimals.
  public var number: @Sendable (Rational, Int) -> String
  /// Hundredths, with so many decimals, as a percentage.
  public var percent: @Sendable (Rational, Int) -> String
  public var label: @Sendable (DayLabel) -> String
  /// A whole date.
  public var date: @Sendable (Day) -> String
  /// A fraction as a signed percentage.
  public var change: @Sendable (Rational) -> String
  public var mean: String
  public var byLaw: String
  /// Said of a currency that an authority keeps where it is.
  public var pegged: @Sendable (LegalRate) -> String
  /// The days without a rate, and the same in a word or two.
  public var gap: @Sendable (DaySpan) -> String
  public var shortGap: String
  public var redenominated: @Sendable (LegalRate) -> String
  public var ended: @Sendable (ChartLine.End) -> String
  /// `30`: what the moving average of that many points is called.
  public var average: @Sendable (Int) -> String
  /// Said in the middle where no line has a point.
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
