// SPDX-License-Identifier: GPL-3.0-or-later
import KursDrawing
import KursModel
import KursWorkflow

// The parts of a line that no bank published: a gap, new money, or a rate fixed by law.

extension ChartPicture {
  /// Stretches without rates are shaded, so that nobody takes them for a calm time.
  func gaps() -> [DrawingItem] {
    gapFrames.map { .rectangle($0.frame, theme.text.opacity(0.05)) }
  }

  /// The days of each gap, in as many words as there is room for.
  func gapLabels(_ taken: inout [Rect]) -> [DrawingItem] {
    gapFrames.flatMap { gap -> [DrawingItem] in
      let place = Point(gap.frame.x + gap.frame.width / 2, gap.frame.y + gap.frame.height / 2)
      let said = text.gap(gap.days)
      for rows in [[said], halves(of: said), [text.shortGap]] {
        let labels = rows.enumerated().map { number, row in
          TextLabel(
            row, at: Point(place.x, place.y + Double(number) * theme.fontSize * 1.4), anchor: .middle,
            size: theme.fontSize - 1, colour: theme.text)
        }
        guard labels.allSatisfy({ $0.frame(metrics).width < gap.frame.width - 4 }) else { continue }
        return labels.flatMap { placed($0, &taken) }
      }
      return []
    }
  }

  /// A sentence in two rows of about the same length.
  private func halves(of said: String) -> [String] {
    let words = said.split(separator: " ")
    let half = said.count / 2
    let first = words.indices.first { words[...$0].reduce(0) { $0 + $1.count + 1 } > half } ?? 0
    return [words[...first], words[(first + 1)...]].map { $0.joined(separator: " ") }
  }

  private var gapFrames: [(frame: Rect, days: DaySpan)] {
    guard geometry.lines.count == 1 else { return [] }
    let line = geometry.lines[0].line
    return zip(line.runs, line.runs.dropFirst()).compactMap { before, after in
      let days = DaySpan(first: line.days[before.upperBound - 1] + 1, last: line.days[after.lowerBound] - 1)
      let left = max(geometry.x(of: days.first - 1), geometry.plot.x)
      let right = min(geometry.x(of: days.last + 1), geometry.plot.maxX)
      guard right > left else { return nil }
      return (Rect(x: left, y: geometry.plot.y, width: right - left, height: geometry.plot.height), days)
    }
  }

  /// The days of new money, and what stands still by law or by a peg.
  func lawMarks(_ taken: inout [Rect]) -> [DrawingItem] {
    geometry.lines.enumerated().flatMap { number, line -> [DrawingItem] in
      let colour = theme.series[number % theme.series.count]
      var items: [DrawingItem] = []
      for law in line.line.laws where geometry.window.contains(law.from) {
        let x = geometry.x(of: law.from)
        let mark = Point(x, geometry.plot.y)
        items.append(.line(mark, Point(x, geometry.plot.maxY), Stroke(colour, dash: [2, 2])))
        items += placedFirst(labels(text.redenominated(law), at: x), &taken)
      }
      return items + standstill(line, &taken)
    }
  }

  private func standstill(_ line: PlottedLine, _ taken: inout [Rect]) -> [DrawingItem] {
    let first = max(line.visible.lowerBound, line.line.lawStart)
    guard first < line.visible.upperBound else { return [] }
    let place = Point(geometry.x(of: line.line.days[first]), geometry.y(of: line.value(first)))
    let said = line.line.end == nil ? line.line.peg.map(text.pegged) ?? text.byLaw : text.byLaw
    return placedFirst(
      [-1.0, 1, -2.5, 2.5].map { side in
        TextLabel(
          said, at: Point(place.x + 6, place.y + side * theme.fontSize), size: theme.fontSize - 1, colour: theme.text)
      }.filter { $0.frame(metrics).maxX < geometry.plot.maxX }, &taken)
  }

  /// The line of a pegged currency: it stands still, or follows the currency it is pegged to.
  func pegNote(_ taken: inout [Rect]) -> [DrawingItem] {
    guard geometry.lines.count == 1, let line = geometry.lines.first, let peg = line.line.peg, line.line.end == nil,
      let first = line.visible.first, line.line.lawStart >= line.visible.upperBound
    else { return [] }
    let (plot, height, said) = (geometry.plot, geometry.y(of: line.value(first)), text.pegged(peg))
    let heights =
      line.moves
      ? [plot.y + theme.fontSize, plot.maxY - theme.fontSize]
      : [height - theme.fontSize, height + theme.fontSize]
    let places = heights.flatMap { y in [Point(plot.x + 6, y), Point(plot.maxX - 6, y)] }
    return placedFirst(
      places.map { place in
        TextLabel(
          said, at: place, anchor: place.x < plot.x + 7 ? .left : .right, size: theme.fontSize - 1, colour: theme.text)
      }, &taken)
  }

  /// The places where what happened on a day may be written: left or right of it, high or low.
  func labels(_ said: String, at x: Double) -> [TextLabel] {
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
}
