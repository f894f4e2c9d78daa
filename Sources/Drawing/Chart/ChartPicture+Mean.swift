// SPDX-License-Identifier: GPL-3.0-or-later
import KursDrawing
import KursModel
import KursWorkflow

extension ChartPicture {
  func meanLine() -> [DrawingItem] {
    guard geometry.lines.count == 1, let line = geometry.lines.first, line.moves else { return [] }
    let mean = line.line.mean(of: line.visible)
    guard let units = mean.units(places: line.line.places) else { return [] }
    let y = geometry.y(of: Double(units) * line.factor).rounded() + 0.5
    return [
      .line(Point(geometry.plot.x, y), Point(geometry.plot.maxX, y), Stroke(theme.dimText, dash: [3, 4]))
    ]
  }

  /// The mean's name and value beside its line, where the curve leaves room, on a ground of its own.
  func meanLabel(of line: PlottedLine, _ taken: inout [Rect]) -> [DrawingItem] {
    guard geometry.lines.count == 1, line.moves else { return [] }
    let mean = line.line.mean(of: line.visible)
    guard let units = mean.units(places: line.line.places) else { return [] }
    let plot = geometry.plot
    let y = geometry.y(of: Double(units) * line.factor)
    let said = "\(text.mean) \(text.number(mean, line.line.shownPlaces))"
    let labels = [-0.8, 0.8].flatMap { side -> [TextLabel] in
      let width = metrics.width(said, theme.fontSize - 1, false)
      // The ends first, then what lies between them.
      return [0, 1, 0.5, 0.25, 0.75, 0.125, 0.375, 0.625, 0.875].map { part in
        TextLabel(
          said, at: Point(plot.x + 4 + part * max(plot.width - 8 - width, 0), y + side * theme.fontSize),
          size: theme.fontSize - 1, colour: theme.dimText)
      }
    }
    let free = labels.filter { label in
      let frame = label.frame(metrics)
      return frame.y > plot.y && frame.y + frame.height < plot.maxY && !taken.contains(where: frame.overlaps)
    }
    let curve = line.drawn.map { points(of: line, $0) { line.line.units[$0] } }
    let covered = free.map { crossings($0.frame(metrics), curve) }
    guard let least = covered.min(), let label = covered.firstIndex(of: least).map({ free[$0] }) else { return [] }
    taken.append(label.frame(metrics))
    return [.rectangle(label.frame(metrics), theme.background), .text(label)]
  }

  /// How many strokes of the curve a label would cover.
  private func crossings(_ frame: Rect, _ curve: [[Point]]) -> Int {
    curve.reduce(0) { count, run in
      count + zip(run, run.dropFirst()).count { a, b in
        let box = Rect(x: min(a.x, b.x), y: min(a.y, b.y), width: abs(a.x - b.x) + 0.1, height: abs(a.y - b.y) + 0.1)
        return box.overlaps(frame)
      }
    }
  }
}
