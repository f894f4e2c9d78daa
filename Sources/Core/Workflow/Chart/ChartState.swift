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

/// An event of the chart window.
public enum ChartEvent: Hashable, Sendable {
  case subjectChosen(ChartSubject)
  case rangeChosen(ChartRange)
  case optionsChosen(ChartOptions)
  /// Two days chosen by their dates.
  case windowChosen(DaySpan)
  /// The window becomes so many thousandths of its length, with `around` staying where it is.
  case zoomed(permille: Int, around: Day?)
  case panned(days: Int)
  /// The points nearest to two days are marked, for what lies between them; nil takes the marks away.
  case marked(DaySpan?)
  /// The marked days fill the window.
  case zoomedToMarks
  /// The window is again what it was before it was last chosen.
  case wentBack
  /// The table has these means instead of days; nil for the days.
  case averagesChosen(AveragePeriod?)
  case reset
  case cursorMoved(ChartStep)
  /// The point nearest to the day; nil takes the cross-hair away.
  case cursorPlaced(Day?)
  case windowResized(WindowSize)
}

/// How the keys move the cross-hair.
public enum ChartStep: Hashable, Sendable {
  case previous
  case next
  /// A month back.
  case back
  /// A month on.
  case forward
  case first
  case last
}

/// How the lines of a chart are made and drawn.
public struct ChartOptions: Hashable, Sendable {
  /// One point a day, a week or a month.
  public enum Period: String, CaseIterable, Sendable { case daily, weekly, monthly }
  /// The value that stands for a week or a month: its last observation, or the mean of all.
  public enum Reduction: String, CaseIterable, Sendable { case last, mean }
  /// How many points a moving average may span.
  public static let spans = [30, 200]

  public var isLogarithmic = false
  /// Each line as a percentage of its value where the window begins.
  public var isRebased = false
  /// Those of `spans` that are drawn.
  public var averages: Set<Int> = []
  public var period = Period.daily
  public var reduction = Reduction.last

  public init() {}
}

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

/// The subject of a chart: one currency counted in one to four others.
public struct ChartSubject: Hashable, Sendable {
  /// More lines than this cannot be told apart.
  public static let mostLines = 4

  public let base: Currency
  public let counters: [Currency]

  /// Nil without a counter, with too many, or with the same currency twice.
  public init?(base: Currency, counters: [Currency]) {
    guard (1...Self.mostLines).contains(counters.count), Set(counters + [base]).count == counters.count + 1
    else {
      return nil
    }
    self.base = base
    self.counters = counters
  }

  /// Reads `EUR/USD` or `EUR/USD,GBP`.
  public init?(text: some StringProtocol) {
    let sides = text.split(separator: "/", omittingEmptySubsequences: false)
    guard sides.count == 2, let base = Currency(sides[0]) else { return nil }
    let counters = sides[1].split(separator: ",", omittingEmptySubsequences: false).map { Currency($0) }
    guard counters.allSatisfy({ $0 != nil }) else { return nil }
    self.init(base: base, counters: counters.compactMap { $0 })
  }

  /// Whether lines are compared.
  public var isComparison: Bool { counters.count > 1 }

  /// Whether one more line can be told apart from these.
  public var hasRoom: Bool { counters.count < Self.mostLines }

  /// With one line less; nil where it is the only one.
  public func removing(_ counter: Currency) -> ChartSubject? {
    ChartSubject(base: base, counters: counters.filter { $0 != counter })
  }

  /// The pair under which range and options are remembered.
  var pair: String { "\(base)/\(counters[0])" }
}

extension ChartSubject: CustomStringConvertible {
  /// `EUR/USD,GBP`.
  public var description: String { "\(base)/\(counters.map(\.code).joined(separator: ","))" }
}

/// The same figures as the picture, for a spreadsheet.
extension ChartState {
  /// The points of the window as CSV, exact, oldest first.
  public var csv: String {
    var text = "date,from,to,rate,provider\n"
    for line in lines {
      for index in line.indices(in: window) {
        text +=
          "\(line.days[index]),\(subject.base),\(line.currency),\(line.rate(at: index).exactText()),\(provider.id)\n"
      }
    }
    return text
  }

  /// `ecb-EUR-USD-1y`: what a file of this chart is called.
  public var fileName: String {
    let counters = subject.counters.map(\.code).joined(separator: "-")
    let range = range?.rawValue ?? "\(window.first)-\(window.last)"
    return "\(provider.id)-\(subject.base)-\(counters)-\(range)"
  }
}
