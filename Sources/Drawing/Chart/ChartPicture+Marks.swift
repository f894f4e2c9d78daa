// SPDX-License-Identifier: GPL-3.0-or-later
import KursDrawing
import KursModel
import KursWorkflow

extension ChartPicture {
  /// Grid, values and dates.
  func axes(_ taken: inout [Rect]) -> [DrawingItem] {
    var items: [DrawingItem] = []
    let plot = geometry.plot
    for tick in geometry.axis.ticks {
      let y = geometry.y(of: tick.value).rounded() + 0.5
      items.append(.line(Point(plot.x, y), Point(plot.maxX, y), Stroke(theme.grid)))
      let label = TextLabel(
        geometry.label(of: tick, text), at: Point(plot.maxX + 9, y), size: theme.fontSize,
        colour: theme.dimText)
      items += placed(label, &taken)
    }
    let bottom = plot.maxY + theme.fontSize
    for tick in geometry.days {
      let x = geometry.x(of: tick.day).rounded() + 0.5
      items.append(.line(Point(x, plot.y), Point(x, plot.maxY), Stroke(theme.grid)))
      items += placed(
        TextLabel(
          text.label(tick.label), at: Point(x, bottom), anchor: .middle, size: theme.fontSize,
          colour: theme.dimText),
        &taken)
    }
    items.append(
      .line(Point(plot.x, plot.maxY + 0.5), Point(plot.maxX, plot.maxY + 0.5), Stroke(theme.dimText)))
    return items
  }

  /// The lowest and highest point of the first line, each with its value.
  func extremeMarks(_ taken: inout [Rect]) -> [DrawingItem] {
    guard let line = geometry.lines.first, let extremes = line.extremes, extremes.low != extremes.high else {
      return []
    }
    var items: [DrawingItem] = []
    for (index, isHigh) in [(extremes.high, true), (extremes.low, false)] {
      let place = Point(geometry.x(of: line.line.days[index]), geometry.y(of: line.value(index)))
      items.append(.circle(place, radius: 3, theme.series[0]))
      let said = ChartGeometry.tag(line, index, text)
      let half = metrics.width(said, theme.fontSize - 1, true) / 2
      let x = min(max(place.x, geometry.plot.x + half), geometry.plot.maxX - half)
      let y = max(place.y + (isHigh ? -1 : 1) * theme.fontSize, theme.fontSize * 0.65)
      items += placed(
        TextLabel(
          said, at: Point(x, y), anchor: .middle, size: theme.fontSize - 1, isBold: true, colour: theme.text),
        &taken)
    }
    return items + meanLabel(of: line, &taken)
  }

  /// Where a line stops for good, or goes on by law.
  func endMarks(_ taken: inout [Rect]) -> [DrawingItem] {
    geometry.lines.enumerated().flatMap { number, line -> [DrawingItem] in
      guard let end = line.line.end, line.line.lawStart > 0 else { return [] }
      let last = line.line.lawStart - 1
      guard geometry.window.contains(line.line.days[last]) else { return [] }
      let place = Point(geometry.x(of: line.line.days[last]), geometry.y(of: line.value(last)))
      let colour = theme.series[number % theme.series.count]
      var items: [DrawingItem] = [
        .line(
          Point(place.x, geometry.plot.y), Point(place.x, geometry.plot.maxY), Stroke(colour, dash: [2, 2])),
        .rectangle(Rect(x: place.x - 3, y: place.y - 3, width: 6, height: 6), colour),
      ]
      items += placedFirst(
        endLabels(text.ended(end), at: place.x), &taken)
      if line.visible.upperBound > line.line.lawStart {
        items += placed(
          TextLabel(
            text.byLaw, at: Point(place.x + 6, place.y - theme.fontSize), size: theme.fontSize - 1,
            colour: theme.text),
          &taken)
      }
      return items
    }
  }

  /// The places where the end of a line may be written: left or right of it, high or low.
  private func endLabels(_ said: String, at x: Double) -> [TextLabel] {
    let plot = geometry.plot
    let room = metrics.width(said, theme.fontSize - 1, false) + 6
    return [plot.y + theme.fontSize, plot.maxY - theme.fontSize, plot.y + theme.fontSize * 3].flatMap { y in
      [TextLabel.Anchor.right, .left].compactMap { anchor -> TextLabel? in
        guard anchor == .right ? x - room > plot.x : x + room < plot.maxX else { return nil }
        return TextLabel(
          said, at: Point(anchor == .right ? x - 6 : x + 6, y), anchor: anchor, size: theme.fontSize - 1,
          colour: theme.text)
      }
    }
  }

  /// The first of the labels that touches no other.
  private func placedFirst(_ labels: [TextLabel], _ taken: inout [Rect]) -> [DrawingItem] {
    for label in labels {
      let items = placed(label, &taken)
      if !items.isEmpty { return items }
    }
    return []
  }

  /// The last value of each line, beside the axis on a ground of its colour.
  func lastTags(_ taken: inout [Rect]) -> [DrawingItem] {
    var items: [DrawingItem] = []
    for (number, line) in geometry.lines.enumerated() {
      guard let last = line.visible.last else { continue }
      let place = Point(geometry.x(of: line.line.days[last]), geometry.y(of: line.value(last)))
      let colour = theme.series[number % theme.series.count]
      items += marker(number, at: place, colour)
      let label = TextLabel(
        ChartGeometry.tag(line, last, text), at: Point(geometry.plot.maxX + 9, place.y), size: theme.fontSize,
        isBold: true,
        colour: theme.background)
      let frame = label.frame(metrics).grown(by: 2.5)
      guard !taken.contains(where: frame.overlaps) else { continue }
      taken.append(frame)
      items += [.rectangle(frame, colour), .text(label)]
    }
    return items
  }

  /// Each line has a shape of its own: circle, square, triangle, diamond.
  func marker(_ number: Int, at place: Point, _ colour: Colour) -> [DrawingItem] {
    let r = 3.5
    func corners(_ offsets: [(Double, Double)]) -> DrawingItem {
      .polygon(offsets.map { Point(place.x + $0.0 * r, place.y + $0.1 * r) }, colour)
    }
    switch number % 4 {
    case 0: return [.circle(place, radius: r, colour)]
    case 1: return [.rectangle(Rect(x: place.x - r, y: place.y - r, width: 2 * r, height: 2 * r), colour)]
    case 2: return [corners([(0, -1.2), (1.2, 1), (-1.2, 1)])]
    default: return [corners([(0, -1.4), (1.4, 0), (0, 1.4), (-1.4, 0)])]
    }
  }

  /// The label, unless it would touch another.
  private func placed(_ label: TextLabel, _ taken: inout [Rect]) -> [DrawingItem] {
    let frame = label.frame(metrics)
    guard !taken.contains(where: frame.overlaps) else { return [] }
    taken.append(frame)
    return [.text(label)]
  }
}
