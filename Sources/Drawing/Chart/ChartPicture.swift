// SPDX-License-Identifier: GPL-3.0-or-later
public import KursDrawing
import KursModel
public import KursWorkflow

/// The picture of a chart: the same for the window, for files and for paper.
public struct ChartPicture {
  public let geometry: ChartGeometry
  let state: ChartState
  let theme: ChartTheme
  let text: ChartText
  let metrics: TextMetrics

  public init(
    _ state: ChartState, size: Size, theme: ChartTheme, text: ChartText, metrics: TextMetrics = .estimated
  ) {
    self.state = state
    self.theme = theme
    self.text = text
    self.metrics = metrics
    geometry = ChartGeometry(state, size: size, theme: theme, text: text, metrics: metrics)
  }

  /// Everything but the cross-hair; `isOpaque` paints the ground as well, which a window does itself.
  public func list(isOpaque: Bool) -> DisplayList {
    var list = DisplayList(size: geometry.size)
    if isOpaque {
      list.items.append(
        .rectangle(
          Rect(x: 0, y: 0, width: geometry.size.width, height: geometry.size.height), theme.background))
    }
    guard geometry.lines.contains(where: { !$0.visible.isEmpty }) else {
      let middle = Point(geometry.size.width / 2, geometry.size.height / 2)
      list.items.append(
        .text(
          TextLabel(text.nothing, at: middle, anchor: .middle, size: theme.fontSize, colour: theme.dimText)))
      return list
    }
    // Labels placed first keep their place; those that would touch them are left out.
    var taken = geometry.legend.map(\.frame)
    let tags = lastTags(&taken)
    let marks = endMarks(&taken) + lawMarks(&taken) + gapLabels(&taken) + extremeMarks(&taken) + pegNote(&taken)
    list.items += axes(&taken) + gaps() + legendItems()
    list.items.append(
      .clip(Rect(x: 0, y: geometry.plot.y - 6, width: geometry.plot.maxX, height: geometry.plot.height + 12)))
    list.items += meanLine() + averageLines()
    for (index, line) in geometry.lines.enumerated().reversed() { list.items += strokes(of: line, index) }
    list.items.append(.unclip)
    list.items += marks + tags
    return list
  }

  private func legendItems() -> [DrawingItem] {
    geometry.legend.flatMap { entry -> [DrawingItem] in
      let y = entry.label.place.y
      let ends = (Point(entry.frame.x, y), Point(entry.frame.x + LegendEntry.sample, y))
      return [.line(ends.0, ends.1, entry.stroke), .text(entry.label)]
    }
  }
}

extension ChartPicture {
  /// A line's points, run by run: what lies beyond a gap is another stroke.
  private func strokes(of line: PlottedLine, _ number: Int) -> [DrawingItem] {
    let stroke = theme.stroke(of: number)
    return line.drawn.flatMap { run -> [DrawingItem] in
      var items: [DrawingItem] = []
      let observed = run.lowerBound..<min(run.upperBound, max(run.lowerBound, line.line.lawStart))
      // From the last observed point on, so that the two strokes meet.
      let lawful = min(max(run.lowerBound, line.line.lawStart - 1), run.upperBound)..<run.upperBound
      let hasArea = number == 0 && geometry.lines.count == 1
      // Bars need no points: in a comparison of thousands of days they would be placed in vain.
      let points = isDense(observed) && !hasArea ? [] : points(of: line, observed) { line.line.units[$0] }
      if hasArea, points.count > 1 { items.append(area(under: points, stroke)) }
      if points.count == 1 { items.append(.circle(points[0], radius: theme.lineWidth, stroke.colour)) }
      if isDense(observed) {
        items.append(.bars(dashed(bars(of: line, observed, width: stroke.width), stroke.dash), stroke.colour))
      } else if points.count > 1 {
        items.append(.polyline(points, stroke))
      }
      if line.line.lawStart < run.upperBound, lawful.count > 1 {
        let fixed = self.points(of: line, lawful) { line.line.units[$0] }
        items.append(.polyline(fixed, Stroke(stroke.colour, width: stroke.width, dash: [1.5, 3])))
      }
      return items
    }
  }

  func points(of line: PlottedLine, _ range: Range<Int>, value: (Int) -> Int64) -> [Point] {
    let (days, plot) = (line.line.days, geometry.plot)
    let scale = plot.width / Double(max(geometry.window.length, 1))
    let start = geometry.window.first.number
    func x(_ index: Int) -> Double { plot.x + Double(days[index].number - start) * scale }
    return Downsampling.indices(range, column: { Int(x($0).rounded(.down)) }, value: value).map {
      Point(x($0), geometry.y(of: Double(value($0)) * line.factor))
    }
  }

  private func area(under points: [Point], _ stroke: Stroke) -> DrawingItem {
    let floor = geometry.plot.maxY
    let corners = [Point(points[points.count - 1].x, floor), Point(points[0].x, floor)]
    return .polygon(points + corners, stroke.colour.opacity(0.09))
  }

  private func averageLines() -> [DrawingItem] {
    guard let line = geometry.lines.first else { return [] }
    return state.options.averages.sorted().flatMap { span in
      line.drawn.compactMap { drawn -> DrawingItem? in
        guard let run = line.line.runs.first(where: { $0.contains(drawn.lowerBound) }) else { return nil }
        let first = max(drawn.lowerBound, run.lowerBound + span - 1)
        guard first + 1 < drawn.upperBound else { return nil }
        let points = points(of: line, first..<drawn.upperBound) {
          line.line.average(span, at: $0, in: run) ?? 0
        }
        return .polyline(points, LegendEntry.averageStroke(span, theme))
      }
    }
  }
}
