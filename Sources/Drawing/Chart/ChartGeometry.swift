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

  /// Returns the rate at a height, with the decimals that a pixel can show. Nil if the chart compares lines.
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
