// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// Everything the chart window shows, as facts.
public struct ChartState: Equatable, Sendable {
  public var subject: ChartSubject
  public var provider: Provider
  public var options: ChartOptions = ChartOptions()
  /// The preset in force; nil once the window was dragged, zoomed or panned.
  public var range: ChartRange? = .year
  /// The days that are shown.
  public var window: DaySpan
  /// All days there are; nil before any is in.
  public var extent: DaySpan?
  public var lines: [ChartLine] = []
  /// Counts the changes of `lines`, so that a picture of them need not compare them.
  public var revision = 0
  /// The two points, of the first line, between which the difference is told.
  public var marks: DaySpan?
  /// The windows seen before this one was chosen by hand, the newest last.
  public var past: [ChartSight] = []
  /// The period that each row of the table is the mean of; nil where it has days.
  public var averagePeriod: AveragePeriod?
  /// The means of each line, oldest first.
  public var averages: [[Average]] = []
  /// The day of the cross-hair: always one of the first line's points.
  public var cursor: Day?
  public var isLoading = true
  public var failure: RatesFailure?
  public var size: WindowSize?

  /// Each line's figures within the window; nil for a line without a point there.
  public var statistics: [ChartStatistics?] { lines.map { ChartStatistics(of: $0, in: window) } }

  /// Each line's figures between the marks.
  public var differences: [ChartStatistics?] {
    marks.map { marks in lines.map { ChartStatistics(of: $0, in: marks) } } ?? []
  }

  /// The reading at the cross-hair.
  public var reading: ChartReading? { cursor.flatMap(reading(on:)) }

  /// Each line's value on a day, the last one before it where the provider lets that be carried.
  public func reading(on day: Day) -> ChartReading? {
    let values = lines.compactMap { line -> ChartReading.Value? in
      guard let index = line.last(onOrBefore: day), let start = line.indices(in: window).first,
        line.days[index] == day || day - line.days[index] <= provider.carryLimit
      else { return nil }
      let rate = line.rate(at: index)
      return ChartReading.Value(
        currency: line.currency, rate: rate, day: line.days[index],
        basis: line.days[index] < day ? .carried : line.basis(at: index),
        change: ChartStatistics.change(from: line.rate(at: start), to: rate))
    }
    return values.isEmpty ? nil : ChartReading(day: day, values: values)
  }
}
