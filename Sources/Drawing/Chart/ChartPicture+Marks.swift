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

  /// The lowest and highest point of each line, with its value where nothing is in the way.
  func extremeMarks(_ taken: inout [Rect]) -> [DrawingItem] {
    var items: [DrawingItem] = []
    for (number, line) in geometry.lines.enumerated() {
      guard line.moves, let extremes = line.extremes else { continue }
      for (index, isHigh) in [(extremes.high, true), (extremes.low, false)] {
        let place = Point(geometry.x(of: line.line.days[index]), geometry.y(of: line.value(index)))
        items.append(.circle(place, radius: 3, theme.series[number % theme.series.count]))
        let labels = extremeLabels(ChartGeometry.tag(line, index, text), at: place, isHigh, number)
        items += placedFirst(labels, &taken, hasGround: geometry.lines.count > 1)
      }
    }
    return items + (geometry.lines.first.map { meanLabel(of: $0, &taken) } ?? [])
  }

  /// Above or below its point, or else beside it, and within the plot: what stands below that is the days'.
  private func extremeLabels(_ said: String, at place: Point, _ isHigh: Bool, _ number: Int) -> [TextLabel] {
    let plot = geometry.plot
    let half = metrics.width(said, theme.fontSize - 1, true) / 2
    let x = min(max(place.x, plot.x + half), plot.maxX - half)
    let high = max(place.y - theme.fontSize, theme.fontSize * 0.65)
    let y = isHigh ? high : min(place.y + theme.fontSize, plot.maxY - theme.fontSize * 0.65)
    let colour = geometry.lines.count > 1 ? theme.series[number % theme.series.count] : theme.text
    let beside = [half + 8, half + 18].flatMap { side in
      [0, theme.fontSize * (isHigh ? 1.4 : -1.4)].flatMap { [(place.x - side, y + $0), (place.x + side, y + $0)] }
    }
    let labels = ([(x, y)] + beside).filter { $0.0 >= plot.x + half && $0.0 <= plot.maxX - half }.map {
      TextLabel(
        said, at: Point($0.0, $0.1), anchor: .middle, size: theme.fontSize - 1, isBold: true, colour: colour)
    }
    let point = Rect(x: place.x, y: place.y, width: 0.1, height: 0.1).grown(by: 3)
    let free = labels.filter { !$0.frame(metrics).overlaps(point) }
    return free.isEmpty ? labels : free
  }

  /// The end of a line, or the day from which a law fixes it.
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
      items += placedFirst(labels(text.ended(end), at: place.x), &taken)
      return items
    }
  }

  /// The first of the labels that touches no other; with a ground it is read where lines cross it.
  func placedFirst(_ labels: [TextLabel], _ taken: inout [Rect], hasGround: Bool = false) -> [DrawingItem] {
    for label in labels {
      let items = placed(label, &taken)
      if items.isEmpty { continue }
      return hasGround ? [.rectangle(label.frame(metrics), theme.background.opacity(0.8))] + items : items
    }
    return []
  }

  /// The last value of each line, beside the axis on a ground of its colour; those of lines that end close to each
  /// other move apart, in their order.
  func lastTags(_ taken: inout [Rect]) -> [DrawingItem] {
    let ends = geometry.lines.enumerated().compactMap { number, line -> (number: Int, label: TextLabel, y: Double)? in
      guard let last = line.visible.last else { return nil }
      let y = geometry.y(of: line.value(last))
      let label = TextLabel(
        ChartGeometry.tag(line, last, text), at: Point(geometry.plot.maxX + 9, y), size: theme.fontSize,
        isBold: true, colour: theme.background)
      return (number, label, y)
    }.sorted { ($0.y, $0.number) < ($1.y, $1.number) }
    let height = (ends.first.map { $0.label.frame(metrics).height } ?? 0) + 6
    let room = height / 2...max(geometry.size.height - height / 2, height)
    let middles = Spreading.apart(ends.map(\.y), by: height, in: room)
    var items: [DrawingItem] = []
    for (end, middle) in zip(ends, middles) {
      let colour = theme.series[end.number % theme.series.count]
      let line = geometry.lines[end.number]
      let point = Point(line.visible.last.map { geometry.x(of: line.line.days[$0]) } ?? 0, end.y)
      items += marker(end.number, at: point, colour)
      var label = end.label
      label.place.y = middle
      let frame = label.frame(metrics).grown(by: 2.5)
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
  func placed(_ label: TextLabel, _ taken: inout [Rect]) -> [DrawingItem] {
    let frame = label.frame(metrics)
    guard !taken.contains(where: frame.overlaps) else { return [] }
    taken.append(frame)
    return [.text(label)]
  }
}
