// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel

/// One line of a chart. Values are integers on one scale, so that sums and comparisons are exact and fast.
public struct ChartLine: Equatable, Sendable {
  /// Why a line ends before the provider's newest day.
  public enum End: Hashable, Sendable {
    /// The provider stopped publishing it, and has no successor.
    case suspended(last: Day)
    /// The currency ended. If a law fixes its rate for good, the line continues by that law.
    case discontinued(last: Day)
  }

  /// The source of a value.
  public enum Basis: Hashable, Sendable { case observed, carried, law }

  public let currency: Currency
  public let days: [Day]
  /// The values in units of 10^-places.
  public let units: [Int64]
  public let places: Int
  /// The points that one stroke may connect. Between two runs lies a gap longer than the carry limit of the provider.
  public let runs: [Range<Int>]
  public let end: End?
  /// The first point that comes from a law. The number of points if none does.
  public let lawStart: Int
  /// The redenominations within the line, oldest first.
  public internal(set) var laws: [LegalRate] = []
  /// The current peg of one of the two currencies.
  public internal(set) var peg: LegalRate?
  /// The decimals for writing its values: as many as published, or five digits for endless fractions.
  public let shownPlaces: Int
  private let sums: [Int64]
  private let rates: [Rational]

  /// `rates`: one per day, ascending by day, at least one.
  init(
    currency: Currency, days: [Day], rates: [Rational], carryLimit: Int, end: End? = nil, lawStart: Int? = nil
  ) {
    self.currency = currency
    self.days = days
    self.rates = rates
    self.end = end
    self.lawStart = lawStart ?? days.count
    // Fourteen digits: the sum of 7,000 such numbers fits in 64 bits.
    let scale = rates.max().map { 13 - $0.leadingExponent } ?? 0
    places = min(max(scale, 0), 18)
    units = rates.map { [places] in $0.units(places: places) ?? .max / 10_000 }
    var total: Int64 = 0
    sums =
      [0]
      + units.map { unit in
        total &+= unit
        return total
      }
    runs = Self.runs(of: days, carryLimit: carryLimit)
    shownPlaces = Self.shownPlaces(of: rates)
  }

  /// The newest twenty values decide, because a provider doesn't change its digits from one day to the next.
  private static func shownPlaces(of rates: [Rational]) -> Int {
    guard let last = rates.last else { return 0 }
    let fiveDigits = max(4 - last.leadingExponent, 0)
    let published = rates.suffix(20).map(\.terminatingPlaces)
    let most = published.compactMap { $0 }.max() ?? 0
    return published.contains(nil) || most > fiveDigits + 2 ? fiveDigits : most
  }

  public var isEmpty: Bool { days.isEmpty }

  public func rate(at index: Int) -> Rational { rates[index] }

  public func basis(at index: Int) -> Basis { index < lawStart ? .observed : .law }

  /// The mean of some points, exact to the scale.
  public func mean(of range: Range<Int>) -> Rational {
    Rational(units: sums[range.upperBound] - sums[range.lowerBound], places: places)
      .divided(by: Rational(Int64(range.count))) ?? .zero
  }

  /// The mean of `span` points up to `index`; nil if its run is too short.
  public func average(_ span: Int, at index: Int, in run: Range<Int>) -> Int64? {
    guard index - run.lowerBound >= span - 1 else { return nil }
    return (sums[index + 1] - sums[index + 1 - span]) / Int64(span)
  }

  /// The points between two days, both included.
  public func indices(in window: DaySpan) -> Range<Int> {
    let start = firstIndex { $0 >= window.first }
    return start..<max(start, firstIndex { $0 > window.last })
  }

  /// The point nearest to a day.
  public func nearest(to day: Day) -> Int? {
    guard !isEmpty else { return nil }
    let after = firstIndex { $0 >= day }
    if after == days.count { return after - 1 }
    if after > 0, day - days[after - 1] < days[after] - day { return after - 1 }
    return after
  }

  /// The last point on or before a day.
  public func last(onOrBefore day: Day) -> Int? {
    let after = firstIndex { $0 > day }
    return after == 0 ? nil : after - 1
  }

  private func firstIndex(where isPast: (Day) -> Bool) -> Int {
    var (low, high) = (0, days.count)
    while low < high {
      let middle = (low + high) / 2
      if isPast(days[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private static func runs(of days: [Day], carryLimit: Int) -> [Range<Int>] {
    guard !days.isEmpty else { return [] }
    var (runs, start) = ([Range<Int>](), 0)
    for index in 1..<max(days.count, 1) where days[index] - days[index - 1] > carryLimit {
      runs.append(start..<index)
      start = index
    }
    return runs + [start..<days.count]
  }
}

extension ChartLine {
  init(_ source: ChartSource, options: ChartOptions, carryLimit: Int) {
    var daily = ChartLine(
      currency: source.currency, days: source.days, rates: source.rates, carryLimit: carryLimit,
      end: source.end,
      lawStart: source.lawStart)
    daily.laws = source.laws
    daily.peg = source.peg
    self = options.period == .daily ? daily : daily.reduced(options, carryLimit: carryLimit)
  }

  /// One point per week (Monday to Sunday) or month, never across a gap.
  private func reduced(_ options: ChartOptions, carryLimit: Int) -> ChartLine {
    var (newDays, newRates, newLawStart) = ([Day](), [Rational](), Int?.none)
    for run in runs {
      var start = run.lowerBound
      for index in run
      where index + 1 == run.upperBound || key(of: index + 1, options) != key(of: index, options) {
        if index >= lawStart, newLawStart == nil { newLawStart = newDays.count }
        newDays.append(days[index])
        newRates.append(options.reduction == .last ? rate(at: index) : mean(of: start..<(index + 1)))
        start = index + 1
      }
    }
    // Points of months lie up to 62 days apart, those of weeks up to 13.
    let slack = options.period == .weekly ? 13 : 62
    var line = ChartLine(
      currency: currency, days: newDays, rates: newRates, carryLimit: max(carryLimit, slack), end: end,
      lawStart: newLawStart)
    (line.laws, line.peg) = (laws, peg)
    return line
  }

  private func key(of index: Int, _ options: ChartOptions) -> Int {
    if options.period == .weekly { return (Int(days[index].number) + 3) / 7 }
    let (year, month, _) = days[index].civil
    return year * 12 + month
  }
}

/// The daily values of one line from storage and law, before any option.
struct ChartSource: Equatable, Sendable {
  let currency: Currency
  var days: [Day]
  var rates: [Rational]
  var end: ChartLine.End?
  var lawStart: Int?
  var laws: [LegalRate] = []
  /// The currency to which one of the two is pegged on the last day.
  var peg: LegalRate?
}

/// The statistics of one line within a window.
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

  /// Nil if the line has no point in the window.
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

  /// (`end` − `start`) ÷ `start`.
  public static func change(from start: Rational, to end: Rational) -> Rational? {
    end.divided(by: start).map { $0 - .one }
  }
}

public struct ChartReading: Equatable, Sendable {
  public struct Value: Equatable, Sendable {
    public let currency: Currency
    public let rate: Rational
    /// The day of the observation, which may be before the cross-hair's.
    public let day: Day
    public let basis: ChartLine.Basis
    /// The change since the first point of the window, as a fraction.
    public let change: Rational?
  }

  public let day: Day
  public let values: [Value]
}
