// SPDX-License-Identifier: GPL-3.0-or-later
public import KursDrawing
public import KursModel
public import KursWorkflow

public struct ChartGeometry {
  public let size: Size
  public let plot: Rect
  public let window: DaySpan
  public let axis: ValueAxis
  let days: [DayTicks.Tick]
  let lines: [PlottedLine]
  let legend: [LegendEntry]
  let isRebased: Bool

  public init(_ state: ChartState, size: Size, theme: ChartTheme, text: ChartText, metrics: TextMetrics) {
    self.size = size
    window = state.window
    isRebased = state.options.isRebased
    lines = state.lines.map { PlottedLine($0, window: state.window, isRebased: state.options.isRebased) }
    let (low, high) = Self.span(lines)
    let legend = LegendEntry.place(state, width: size.width, theme: theme, text: text, metrics: metrics)
    let top = (legend.map(\.frame.maxY).max() ?? 0) + 10 + (theme.fontSize - ChartTheme.plainFontSize) * 1.7
    let bottom = theme.fontSize * 2
    let height = max(size.height - top - bottom, 20)
    axis = ValueAxis(
      low: low, high: high, isLogarithmic: state.options.isLogarithmic,
      count: Int(height / (theme.fontSize * 3.5)))
    let widest =
      axis.ticks.map { [isRebased] in
        metrics.width(Self.label(of: $0, isRebased, text), theme.fontSize, false)
      }.max() ?? 0
    let tags = lines.compactMap { [lines] line in
      line.visible.last.map { metrics.width(Self.lastTag(line, $0, of: lines, text), theme.fontSize, true) }
    }
    let gutter = max(widest, tags.max() ?? 0) + 18
    plot = Rect(x: 12, y: top, width: max(size.width - 12 - gutter, 20), height: height)
    self.legend = legend
    let (plot, window) = (plot, window)
    days = DayTicks.fitting(
      state.window, gap: theme.fontSize, x: { Self.x(of: $0, plot, window) },
      width: { metrics.width(text.label($0), theme.fontSize, false) }
    ).filter { tick in
      let half = metrics.width(text.label(tick.label), theme.fontSize, false) / 2
      let middle = Self.x(of: tick.day, plot, window)
      return middle - half >= 2 && middle + half <= size.width - 2
    }
  }

  public func x(of day: Day) -> Double { Self.x(of: day, plot, window) }

  public func y(of value: Double) -> Double { plot.maxY - axis.fraction(of: value) * plot.height }

  public func day(at x: Double) -> Day {
    let fraction = (x - plot.x) / plot.width
    // A floating-point number is precise enough here, because it comes from pixels and isn't an amount of money.
    return window.first + Int((fraction * Double(max(window.length, 1))).rounded())
  }

  /// Returns the rate at a height, with the decimals that a pixel can show. Nil outside the plot or for several lines.
  public func rate(at y: Double) -> Rational? {
    guard lines.count == 1, lines[0].reference == nil, y >= plot.y, y <= plot.maxY else { return nil }
    // The mouse pointer is only as precise as a pixel. After rounding, the rate is an exact number again.
    let value = axis.value(at: (plot.maxY - y) / plot.height)
    let step = abs(value - axis.value(at: (plot.maxY - y - 1) / plot.height))
    guard value > 0, step > 0 else { return nil }
    let places = min(max(Int((-step.decimalLogarithm).rounded(.up)), 0), 12)
    let units = (value / power(-places)).rounded()
    return units >= 1 && units < 1e15 ? Rational(units: Int64(units), places: places) : nil
  }

  public func isOnAxis(_ x: Double) -> Bool { x > plot.maxX }

  public func days(across distance: Double) -> Int {
    Int((distance / plot.width * Double(max(window.length, 1))).rounded())
  }

  func label(of tick: ValueAxis.Tick, _ text: ChartText) -> String { Self.label(of: tick, isRebased, text) }

  private static func label(of tick: ValueAxis.Tick, _ isRebased: Bool, _ text: ChartText) -> String {
    isRebased ? text.percent(tick.rational, tick.places) : text.number(tick.rational, tick.places)
  }

  static func x(of day: Day, _ plot: Rect, _ window: DaySpan) -> Double {
    plot.x + Double(day - window.first) / Double(max(window.length, 1)) * plot.width
  }

  static func tag(_ line: PlottedLine, _ index: Int, _ text: ChartText) -> String {
    let figure = line.figure(line.line.rate(at: index))
    return line.reference == nil ? text.number(figure, line.line.shownPlaces) : text.percent(figure, 1)
  }

  /// Returns the label of a line's last value. If there are several lines, the label also names the currency.
  static func lastTag(_ line: PlottedLine, _ index: Int, of lines: [PlottedLine], _ text: ChartText) -> String {
    let tag = tag(line, index, text)
    return lines.count > 1 ? "\(line.line.currency.code) \(tag)" : tag
  }

  private static func span(_ lines: [PlottedLine]) -> (low: Double, high: Double) {
    let extremes = lines.compactMap { line in
      line.extremes.map { (line.value($0.low), line.value($0.high)) }
    }
    guard let low = extremes.map(\.0).min(), let high = extremes.map(\.1).max() else { return (0, 1) }
    return (low, high)
  }
}

public struct ValueAxis: Equatable, Sendable {
  public struct Tick: Equatable, Sendable {
    /// The tick's exact value is mantissa × 10^exponent.
    public let mantissa: Int64
    public let exponent: Int

    public var value: Double { Double(mantissa) * power(exponent) }
    public var rational: Rational { Rational(mantissa) * .powerOfTen(exponent) }
    public var places: Int { max(0, -exponent) }
  }

  public let low: Double
  public let high: Double
  public let isLogarithmic: Bool
  public let ticks: [Tick]

  /// Creates an axis for `low...high` with a margin and at most `count` ticks. It is linear if `low` isn't positive.
  public init(low: Double, high: Double, isLogarithmic: Bool, count: Int) {
    let isLogarithmic = isLogarithmic && low > 0
    let flat = max(abs(high) * 0.01, 1e-12)
    if isLogarithmic {
      let air = max((high / low).logarithm * 0.06, 0.005)
      (self.low, self.high) = (low * (-air).exponential, high * air.exponential)
    } else {
      let air = high > low ? (high - low) * 0.06 : flat
      (self.low, self.high) = (low - air, high + air)
    }
    self.isLogarithmic = isLogarithmic
    let wanted = max(count, 2)
    ticks =
      isLogarithmic && self.high / self.low > 8
      ? Self.decades(self.low, self.high, wanted) : Self.even(self.low, self.high, wanted)
  }

  /// Returns the position of a value on the axis: 0 for the low end, 1 for the high end.
  public func fraction(of value: Double) -> Double {
    if isLogarithmic { return (max(value, low / 1e6) / low).logarithm / (high / low).logarithm }
    return (value - low) / (high - low)
  }

  public func value(at fraction: Double) -> Double {
    isLogarithmic ? low * ((high / low).logarithm * fraction).exponential : low + (high - low) * fraction
  }

  /// Returns at most `count` ticks. Their step is 1, 2 or 5 × 10^n, as fine as possible.
  private static func even(_ low: Double, _ high: Double, _ count: Int) -> [Tick] {
    var exponent = Int(((high - low) / Double(count)).decimalLogarithm.rounded(.down)) - 1
    while true {
      for step in [Int64(1), 2, 5] {
        let unit = Double(step) * power(exponent)
        let (first, last) = ((low / unit).rounded(.up), (high / unit).rounded(.down))
        guard last - first < Double(count), abs(first) < 1e15, abs(last) < 1e15 else { continue }
        return stride(from: first, through: last, by: 1).map {
          Tick(mantissa: Int64($0) * step, exponent: exponent)
        }
      }
      exponent += 1
    }
  }

  /// Returns ticks at 1, 2 and 5 of each power of ten, or fewer ticks if these would exceed `count`.
  private static func decades(_ low: Double, _ high: Double, _ count: Int) -> [Tick] {
    let exponents = Int(low.decimalLogarithm.rounded(.down))...Int(high.decimalLogarithm.rounded(.up))
    for (mantissas, every) in [([Int64(1), 2, 5], 1), ([1, 3], 1), ([1], 1), ([1], 2), ([1], 3), ([1], 6)] {
      let ticks = exponents.filter { $0 % every == 0 }.flatMap { exponent in
        mantissas.map { Tick(mantissa: $0, exponent: exponent) }
      }.filter { (low...high).contains($0.value) }
      if ticks.count <= count { return ticks }
    }
    return []
  }
}

struct DayTicks {
  struct Tick: Equatable {
    let day: Day
    let label: DayLabel
  }

  enum Step: Equatable {
    case days(Int)
    case weeks(Int)
    case months(Int)

    static let all: [Step] = [
      .days(1), .days(2), .weeks(1), .weeks(2), .months(1), .months(2), .months(3), .months(6), .months(12),
      .months(24), .months(60), .months(120), .months(240),
    ]
  }

  static func ticks(_ step: Step, in window: DaySpan) -> [Tick] {
    switch step {
    case .days(let count):
      return stride(from: Int(window.first.number), through: Int(window.last.number), by: 1)
        .filter { $0 % count == 0 }.map { tick(Day(number: Int32($0))) }
    case .weeks(let count):
      // Weeks begin on Monday. Day number 4, 1970-01-05, was a Monday.
      return stride(from: Int(window.first.number), through: Int(window.last.number), by: 1)
        .filter { ($0 - 4) % (7 * count) == 0 }.map { tick(Day(number: Int32($0))) }
    case .months(let count):
      let (start, end) = (window.first.civil, window.last.civil)
      let months = (start.year * 12 + start.month - 1)...(end.year * 12 + end.month - 1)
      return months.filter { $0 % count == 0 }.compactMap { index -> Tick? in
        let (year, month) = (index / 12, index % 12 + 1)
        guard let day = Day(year: year, month: month, day: 1), window.contains(day) else { return nil }
        return Tick(
          day: day, label: month == 1 || count >= 12 ? .year(year) : .month(year: year, month: month))
      }
    }
  }

  private static func tick(_ day: Day) -> Tick { Tick(day: day, label: .day(day)) }

  /// Returns the ticks of the finest step at which the labels are at least `gap` apart.
  static func fitting(
    _ window: DaySpan, gap: Double, x: (Day) -> Double, width: (DayLabel) -> Double
  ) -> [Tick] {
    for step in Step.all where isWorthTrying(step, window) {
      let ticks = ticks(step, in: window)
      var (edge, fits) = (-Double.infinity, true)
      for tick in ticks {
        let (middle, half) = (x(tick.day), width(tick.label) / 2)
        if middle - half < edge + gap { fits = false }
        edge = middle + half
        if !fits { break }
      }
      if fits { return ticks }
    }
    return []
  }

  /// Whether a step may fit. A step with thousands of labels is too slow to try and never fits.
  private static func isWorthTrying(_ step: Step, _ window: DaySpan) -> Bool {
    switch step {
    case .days(let count): window.length / count < 80
    case .weeks(let count): window.length / (7 * count) < 80
    case .months(let count): window.length / (30 * count) < 120
    }
  }
}
