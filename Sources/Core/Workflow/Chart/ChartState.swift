// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel

public struct ChartState: Equatable, Sendable {
  public var subject: ChartSubject
  public var provider: Provider
  public var options: ChartOptions = ChartOptions()
  /// The chosen preset range. Nil after the user dragged, zoomed or panned the chart.
  public var range: ChartRange? = .year
  public var window: DaySpan
  /// The first and the last day of the loaded history. Nil before a history is loaded.
  public var extent: DaySpan?
  public var lines: [ChartLine] = []
  /// The number of changes of `lines`, by which a view notices a change without comparing the lines.
  public var revision = 0
  public var marks: DaySpan?
  /// The earlier views of the chart to which the user can go back, newest last.
  public var past: [ChartSight] = []
  /// The period that each row of the table covers. Nil means a day.
  public var averagePeriod: AveragePeriod?
  public var averages: [[Average]] = []
  /// The day of the cross-hair. The first line always has a point on this day.
  public var cursor: Day?
  public var isLoading = true
  public var failure: RatesFailure?
  public var size: WindowSize?

  public var statistics: [ChartStatistics?] { lines.map { ChartStatistics(of: $0, in: window) } }

  public var differences: [ChartStatistics?] {
    marks.map { marks in lines.map { ChartStatistics(of: $0, in: marks) } } ?? []
  }

  public var reading: ChartReading? { cursor.flatMap(reading(on:)) }

  /// Returns each line's value on a day, or its last value from the `carryLimit` days before.
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

  public func csv(_ form: CSVForm = .point) -> String {
    let separator = String(Character(Unicode.Scalar(form.separator)))
    var text = ["date", "from", "to", "rate", "provider"].joined(separator: separator) + "\n"
    for line in lines {
      for index in line.indices(in: window) {
        let fields = [
          line.days[index].description, subject.base.code, line.currency.code, form.number(line.rate(at: index)),
          index < line.lawStart ? line.sources[0] : line.sources[1],
        ]
        text += fields.joined(separator: separator) + "\n"
      }
    }
    return text
  }

  public var fileName: String {
    let counters = subject.counters.map(\.code).joined(separator: "-")
    let range = range?.rawValue ?? "\(window.first)-\(window.last)"
    return "\(provider.id)-\(subject.base)-\(counters)-\(range)"
  }
}

public enum ChartEvent: Hashable, Sendable {
  case subjectChosen(ChartSubject)
  case rangeChosen(ChartRange)
  case optionsChosen(ChartOptions)
  case windowChosen(DaySpan)
  /// Multiplies the number of visible days by `permille` / 1000. The day `around` keeps its position on the screen.
  case zoomed(permille: Int, around: Day?)
  case panned(days: Int)
  /// Selects the span between the points nearest to two days. Nil removes the selection.
  case marked(DaySpan?)
  case zoomedToMarks
  case wentBack
  /// Shows the mean of each month, quarter or year in the table. Nil shows each day.
  case averagesChosen(AveragePeriod?)
  case reset
  case cursorMoved(ChartStep)
  /// Moves the cross-hair to the point nearest to the day. Nil removes the cross-hair.
  case cursorPlaced(Day?)
  case windowResized(WindowSize)
}

public enum ChartStep: Hashable, Sendable {
  case previous
  case next
  case back
  case forward
  case first
  case last
}

public struct ChartOptions: Hashable, Sendable {
  public enum Period: String, CaseIterable, Sendable { case daily, weekly, monthly }
  public enum Reduction: String, CaseIterable, Sendable { case last, mean }
  /// The lengths of the moving averages, as numbers of points.
  public static let spans = [30, 200]

  public var isLogarithmic = false
  /// Whether each line shows percentages of its value on the first visible day.
  public var isRebased = false
  public var averages: Set<Int> = []
  public var period = Period.daily
  public var reduction = Reduction.last

  public init() {}
}

public struct ChartSight: Hashable, Sendable {
  public let range: ChartRange?
  public let window: DaySpan

  static let most = 50
}

public enum AveragePeriod: String, CaseIterable, Sendable {
  case month, quarter, year

  public var months: Int {
    switch self {
    case .month: 1
    case .quarter: 3
    case .year: 12
    }
  }

  /// Returns the complete periods that contain at least one day of `span`.
  public func parts(of span: DaySpan) -> [ClosedRange<Day>] {
    let (first, last) = (span.first.civil, span.last.civil)
    guard
      let start = Day(year: first.year, month: first.month - (first.month - 1) % months, day: 1),
      let end = Day(year: last.year, month: last.month - (last.month - 1) % months, day: 1)
    else { return [] }
    return (start...(end.adding(months: months) - 1)).parts(months: months)
  }
}

public struct ChartSubject: Hashable, Sendable {
  /// The maximum number of lines in a chart. More lines would be hard to distinguish.
  public static let mostLines = 4

  public let base: Currency
  public let counters: [Currency]

  /// Creates a subject. Nil if `counters` is empty or too long, or if a currency is repeated.
  public init?(base: Currency, counters: [Currency]) {
    guard (1...Self.mostLines).contains(counters.count), Set(counters + [base]).count == counters.count + 1
    else {
      return nil
    }
    self.base = base
    self.counters = counters
  }

  /// Reads a subject such as `EUR/USD` or `EUR/USD,GBP`.
  public init?(text: some StringProtocol) {
    let sides = text.split(separator: "/", omittingEmptySubsequences: false)
    guard sides.count == 2, let base = Currency(sides[0]) else { return nil }
    let counters = sides[1].split(separator: ",", omittingEmptySubsequences: false).map { Currency($0) }
    guard counters.allSatisfy({ $0 != nil }) else { return nil }
    self.init(base: base, counters: counters.compactMap { $0 })
  }

  public var isComparison: Bool { counters.count > 1 }

  public var hasRoom: Bool { counters.count < Self.mostLines }

  public func removing(_ counter: Currency) -> ChartSubject? {
    ChartSubject(base: base, counters: counters.filter { $0 != counter })
  }

  var pair: String { "\(base)/\(counters[0])" }
}

extension ChartSubject: CustomStringConvertible {
  public var description: String { "\(base)/\(counters.map(\.code).joined(separator: ","))" }
}

/// The stored range and options of a chart. Compared currencies aren't stored: a chart opens with a single pair.
struct ChartSession: Equatable {
  static let sizeName = "chart.window"

  var range: ChartRange? = .year
  var window: DaySpan?
  var options = ChartOptions()

  init() {}

  init(_ state: ChartState) {
    range = state.range
    window = state.range == nil ? state.window : nil
    options = state.options
    // A comparison always begins with `isRebased`, so this option isn't stored.
    if state.subject.counters.count > 1 { options.isRebased = false }
  }

  static func name(of subject: ChartSubject) -> String { "chart.\(subject.pair)" }

  /// Reads fields such as `range=5y` and `averages=30,200`. Ignores unreadable fields.
  init(text: String) {
    for field in text.split(separator: ";") {
      let parts = field.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      take(parts[1], for: parts[0])
    }
  }

  private mutating func take(_ value: String, for name: String) {
    switch name {
    case "range": range = ChartRange(rawValue: value) ?? range
    case "window":
      let days = value.split(separator: "/").compactMap { Day(iso: $0) }
      if days.count == 2 { (range, window) = (nil, DaySpan(first: days[0], last: days[1])) }
    case "log": options.isLogarithmic = value == "1"
    case "rebased": options.isRebased = value == "1"
    case "averages":
      options.averages = Set(
        value.split(separator: ",").compactMap { Int($0) }.filter(ChartOptions.spans.contains))
    case "period": options.period = ChartOptions.Period(rawValue: value) ?? .daily
    case "reduction": options.reduction = ChartOptions.Reduction(rawValue: value) ?? .last
    default: break
    }
  }

  var text: String {
    var fields: [String] = []
    if let range { fields.append("range=\(range.rawValue)") }
    if let window { fields.append("window=\(window.first)/\(window.last)") }
    if options.isLogarithmic { fields.append("log=1") }
    if options.isRebased { fields.append("rebased=1") }
    if !options.averages.isEmpty {
      fields.append("averages=\(options.averages.sorted().map { "\($0)" }.joined(separator: ","))")
    }
    if options.period != .daily { fields.append("period=\(options.period.rawValue)") }
    if options.reduction != .last { fields.append("reduction=\(options.reduction.rawValue)") }
    return fields.joined(separator: ";")
  }
}
