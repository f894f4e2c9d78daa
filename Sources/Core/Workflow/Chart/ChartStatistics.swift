// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// The key figures of one line within a window.
public struct ChartStatistics: Equatable, Sendable {
  public struct Point: Equatable, Sendable {
    public let day: Day
    public let rate: Rational
  }

  public let first: Point
  public let last: Point
  public let minimum: Point
  public let maximum: Point
  public let mean: Rational
  /// last ÷ first − 1; nil where the first is zero.
  public let change: Rational?

  /// Nil where the window holds no point of the line.
  public init?(of line: ChartLine, in window: DaySpan) {
    let range = line.indices(in: window)
    guard let start = range.first, let end = range.last else { return nil }
    var (low, high) = (start, start)
    for index in range {
      if line.units[index] < line.units[low] { low = index }
      if line.units[index] > line.units[high] { high = index }
    }
    func point(_ index: Int) -> Point { Point(day: line.days[index], rate: line.rate(at: index)) }
    (first, last, minimum, maximum) = (point(start), point(end), point(low), point(high))
    mean = line.mean(of: range)
    change = Self.change(from: first.rate, to: last.rate)
  }

  /// How much `end` is above `start`, as a fraction of it.
  public static func change(from start: Rational, to end: Rational) -> Rational? {
    end.divided(by: start).map { $0 - .one }
  }
}

/// The reading at the cross-hair.
public struct ChartReading: Equatable, Sendable {
  public struct Value: Equatable, Sendable {
    public let currency: Currency
    public let rate: Rational
    /// The day it was observed, which may lie before the cross-hair's.
    public let day: Day
    public let basis: ChartLine.Basis
    /// Since the first point of the window, as a fraction.
    public let change: Rational?
  }

  public let day: Day
  public let values: [Value]
}
