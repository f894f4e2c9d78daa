// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel

/// One line of a chart. All values are integers in the same unit, so that sums and comparisons are exact and fast.
public struct ChartLine: Equatable, Sendable {
  /// The reason why a line ends before the provider's newest day.
  public enum End: Hashable, Sendable {
    /// The provider stopped publishing the rate, although the currency still exists.
    case suspended(last: Day)
    /// The currency no longer exists. If a law fixes its rate permanently, the line continues at that rate.
    case discontinued(last: Day)
  }

  public enum Basis: Hashable, Sendable { case observed, carried, law }

  public let currency: Currency
  public let days: [Day]
  /// The rate of each day in `days`, in units of 10^-`places`.
  public let units: [Int64]
  public let places: Int
  /// The ranges of points that form a connected line. A gap of more days than the provider's `carryLimit` ends a range.
  public let runs: [Range<Int>]
  public let end: End?
  public let lawStart: Int
  public let laws: [LegalRate]
  public let peg: LegalRate?
  public let sources: [String]
  /// The number of decimals to show, so that the newest rate has five significant digits.
  public let shownPlaces: Int
  private let sums: [Int128]
  /// The sums of value × weight (1 if `weights` is nil) up to each point. A mean is sum ÷ weights × 10^-`meanPlaces`.
  private let products: [Int128]
  private let weights: [Int128]?
  private let meanPlaces: Int
  private let rates: [Rational]

  private init(_ source: ChartSource, carryLimit: Int) {
    (currency, days, rates, end) = (source.currency, source.days, source.rates, source.end)
    (laws, peg, sources) = (source.laws, source.peg, source.sources)
    lawStart = source.lawStart ?? days.count
    (units, places) = Self.whole(rates)
    sums = Self.running(units)
    if let shares = source.weights {
      let values = Self.whole(zip(rates, shares).map { $0 * $1 })
      let whole = Self.whole(shares)
      products = Self.running(values.units)
      weights = Self.running(whole.units)
      meanPlaces = values.places - whole.places
    } else {
      (products, weights, meanPlaces) = (sums, nil, places)
    }
    runs = Self.runs(of: days, carryLimit: carryLimit)
    shownPlaces = rates.last?.ratePlaces ?? 0
  }

  /// Returns the values as integers with fourteen digits, so that the sum of 7,000 values fits in 64 bits.
  private static func whole(_ values: [Rational]) -> (units: [Int64], places: Int) {
    let places = min(max(values.max().map { 13 - $0.leadingExponent } ?? 0, 0), 18)
    return (values.map { $0.units(places: places) ?? .max / 10_000 }, places)
  }

  private static func running(_ units: [Int64]) -> [Int128] {
    var total: Int128 = 0
    return [0]
      + units.map { unit in
        total += Int128(unit)
        return total
      }
  }

  public var isEmpty: Bool { days.isEmpty }

  public func rate(at index: Int) -> Rational { rates[index] }

  public func basis(at index: Int) -> Basis { index < lawStart ? .observed : .law }

  public func mean(of range: Range<Int>) -> Rational {
    let sum = Self.rational(products[range.upperBound] - products[range.lowerBound]) * .powerOfTen(-meanPlaces)
    let count = weights.map { $0[range.upperBound] - $0[range.lowerBound] } ?? Int128(range.count)
    return sum.divided(by: Self.rational(count)) ?? .zero
  }

  private static func rational(_ number: Int128) -> Rational {
    let (high, low) = number.quotientAndRemainder(dividingBy: 1_000_000_000_000)
    return Rational(Int64(high)) * .powerOfTen(12) + Rational(Int64(low))
  }

  func weight(of range: Range<Int>) -> Rational {
    guard let weights, !range.isEmpty else { return .one }
    let sum = Self.rational(weights[range.upperBound] - weights[range.lowerBound])
    return sum * Rational(Int64(range.count)).reciprocal
  }

  /// Returns the mean of the last `span` points up to `index`. Nil if `run` has fewer points up to `index`.
  public func average(_ span: Int, at index: Int, in run: Range<Int>) -> Int64? {
    guard index - run.lowerBound >= span - 1 else { return nil }
    return Int64((sums[index + 1] - sums[index + 1 - span]) / Int128(span))
  }

  public func indices(in window: DaySpan) -> Range<Int> {
    let start = days.partitioningIndex { $0 >= window.first }
    return start..<max(start, days.partitioningIndex { $0 > window.last })
  }

  public func nearest(to day: Day) -> Int? {
    guard !isEmpty else { return nil }
    let after = days.partitioningIndex { $0 >= day }
    if after == days.count { return after - 1 }
    if after > 0, day - days[after - 1] < days[after] - day { return after - 1 }
    return after
  }

  public func last(onOrBefore day: Day) -> Int? {
    let after = days.partitioningIndex { $0 > day }
    return after == 0 ? nil : after - 1
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
    let daily = ChartLine(source, carryLimit: carryLimit)
    self = options.period == .daily ? daily : daily.reduced(source, options, carryLimit: carryLimit)
  }

  /// Returns a line with one point for each week (Monday to Sunday) or month. A gap in the line splits a period.
  private func reduced(_ source: ChartSource, _ options: ChartOptions, carryLimit: Int) -> ChartLine {
    var reduced = source
    (reduced.days, reduced.rates, reduced.lawStart) = ([], [], nil)
    var weights: [Rational] = []
    for run in runs {
      var start = run.lowerBound
      for index in run
      where index + 1 == run.upperBound || key(of: index + 1, options) != key(of: index, options) {
        if index >= lawStart, reduced.lawStart == nil { reduced.lawStart = reduced.days.count }
        reduced.days.append(days[index])
        reduced.rates.append(options.reduction == .last ? rate(at: index) : mean(of: start..<(index + 1)))
        weights.append(weight(of: options.reduction == .last ? index..<(index + 1) : start..<(index + 1)))
        start = index + 1
      }
    }
    reduced.weights = weights.allSatisfy { $0 == .one } ? nil : weights
    // Neighbouring monthly points are at most 62 days apart, and neighbouring weekly points at most 13 days.
    return ChartLine(reduced, carryLimit: max(carryLimit, options.period == .weekly ? 13 : 62))
  }

  private func key(of index: Int, _ options: ChartOptions) -> Int {
    if options.period == .weekly { return (Int(days[index].number) + 3) / 7 }
    let (year, month, _) = days[index].civil
    return year * 12 + month
  }
}

struct ChartSource: Equatable, Sendable {
  let currency: Currency
  var days: [Day]
  var rates: [Rational]
  var weights: [Rational]?
  var end: ChartLine.End?
  var lawStart: Int?
  var laws: [LegalRate] = []
  var peg: LegalRate?
  var sources = ["", ""]
}

public struct ChartStatistics: Equatable, Sendable {
  public typealias Point = RateSeries.Point

  public let first: Point
  public let last: Point
  public let minimum: Point
  public let maximum: Point
  public let mean: Rational
  /// The change: last ÷ first − 1. Nil if the first value is zero.
  public let change: Rational?

  /// Creates the statistics. Nil if the line has no point in the window.
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

  public static func change(from start: Rational, to end: Rational) -> Rational? {
    end.divided(by: start).map { $0 - .one }
  }
}

public struct ChartReading: Equatable, Sendable {
  public struct Value: Equatable, Sendable {
    public let currency: Currency
    public let rate: Rational
    /// The day of the rate. It may be earlier than the day of the cross-hair.
    public let day: Day
    public let basis: ChartLine.Basis
    public let change: Rational?
  }

  public let day: Day
  public let values: [Value]
}
