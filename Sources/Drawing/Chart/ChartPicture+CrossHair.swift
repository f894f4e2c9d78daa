// SPDX-License-Identifier: GPL-3.0-or-later
public import KursDrawing
public import KursModel
public import KursWorkflow

// The cross-hair lies on top of the picture and moves with the pointer.

extension ChartPicture {
  /// The cross-hair alone: a badge on either axis, and the reading beside the point.
  public func crossHair(on day: Day, hasReading: Bool = true) -> DisplayList {
    var list = DisplayList(size: geometry.size)
    guard geometry.window.contains(day), let reading = state.reading(on: day) else { return list }
    let (plot, x) = (geometry.plot, geometry.x(of: day))
    let values = geometry.lines.enumerated().compactMap { number, line -> (number: Int, place: Point, said: String)? in
      guard reading.values.contains(where: { $0.currency == line.line.currency }),
        let index = line.line.last(onOrBefore: day)
      else { return nil }
      return (number, Point(x, geometry.y(of: line.value(index))), ChartGeometry.tag(line, index, text))
    }
    guard let first = values.first else { return list }
    let stroke = Stroke(theme.text, width: 1)
    list.items.append(.line(Point(x, plot.y), Point(x, plot.maxY), stroke))
    list.items.append(.line(Point(plot.x, first.place.y), Point(plot.maxX, first.place.y), stroke))
    for value in values {
      list.items.append(.circle(value.place, radius: 5.5, theme.background))
      list.items += marker(value.number, at: value.place, theme.series[value.number % theme.series.count])
    }
    list.items += badge(first.said, at: Point(plot.maxX + 9, first.place.y), .left)
    list.items += badge(text.date(day), at: Point(x, plot.maxY + theme.fontSize), .middle)
    // Between marks the difference is what is read.
    if hasReading { list.items += panel(lines(of: reading), beside: first.place) }
    return list
  }

  /// The days that are marked, with what each line did between them.
  public func marks(_ days: DaySpan, _ differences: [ChartStatistics?]) -> DisplayList {
    let (plot, colour) = (geometry.plot, theme.series[0])
    let left = max(geometry.x(of: days.first), plot.x)
    let right = min(geometry.x(of: days.last), plot.maxX)
    var list = DisplayList(size: geometry.size)
    guard right > left else { return list }
    list.items.append(
      .rectangle(Rect(x: left, y: plot.y, width: right - left, height: plot.height), colour.opacity(0.15)))
    for day in [days.first, days.last] where geometry.window.contains(day) {
      let x = geometry.x(of: day)
      list.items.append(.line(Point(x, plot.y), Point(x, plot.maxY), Stroke(colour, width: 1.5)))
      for (number, line) in geometry.lines.enumerated() {
        guard let index = line.line.last(onOrBefore: day), line.visible.contains(index) else { continue }
        let place = Point(x, geometry.y(of: line.value(index)))
        list.items.append(.circle(place, radius: 4, theme.series[number % theme.series.count]))
      }
    }
    let changes = zip(geometry.lines, differences).compactMap { line, figures -> String? in
      guard let change = figures?.change else { return nil }
      return (geometry.lines.count > 1 ? "\(line.line.currency.code) " : "") + text.change(change)
    }
    let middle = Point((left + right) / 2, plot.y + theme.fontSize)
    for (index, change) in changes.enumerated() {
      let y = middle.y + Double(index) * theme.fontSize * 1.8
      list.items += badge(change, at: Point(middle.x, y), .middle)
    }
    return list
  }

  /// The day, and each line's value with its change over the window.
  private func lines(of reading: ChartReading) -> [String] {
    [text.date(reading.day)]
      + zip(geometry.lines, reading.values).compactMap { _, value in
        guard let line = geometry.lines.first(where: { $0.line.currency == value.currency }) else { return nil }
        let rate = "\(text.number(value.rate, line.line.shownPlaces)) \(value.currency.code)"
        return value.change.map { "\(rate) \(text.change($0))" } ?? rate
      }
  }

  /// Text on a dark ground, wholly within the picture.
  func badge(
    _ said: String, at place: Point, _ anchor: TextLabel.Anchor, on ground: Colour? = nil
  ) -> [DrawingItem] {
    var label = TextLabel(
      said, at: place, anchor: anchor, size: theme.fontSize, isBold: true, colour: theme.background)
    let frame = label.frame(metrics).grown(by: 3)
    label.place.x += max(1 - frame.x, 0) + min(geometry.size.width - 1 - frame.maxX, 0)
    return [.rectangle(label.frame(metrics).grown(by: 3), ground ?? theme.text), .text(label)]
  }

  /// Some lines of text on a ground of their own, on the side of a point where there is room.
  private func panel(_ lines: [String], beside place: Point) -> [DrawingItem] {
    let (plot, step) = (geometry.plot, theme.fontSize * 1.45)
    let width = lines.map { metrics.width($0, theme.fontSize, false) }.max().map { $0 * 1.08 + 14 } ?? 0
    let height = step * Double(lines.count) + 8
    let left = place.x + 12 + width <= plot.maxX ? place.x + 12 : max(place.x - 12 - width, 2)
    let above = place.y - height - 8
    let top = above >= 2 ? above : min(place.y + 12, geometry.size.height - height - 2)
    let ground = Rect(x: left, y: top, width: width, height: height)
    return [.rectangle(ground.grown(by: 1), theme.grid), .rectangle(ground, theme.background)]
      + lines.enumerated().map { index, line in
        .text(
          TextLabel(
            line, at: Point(left + 7, top + 4 + step * (Double(index) + 0.5)), size: theme.fontSize,
            isBold: index == 0, colour: theme.text))
      }
  }
}
