// SPDX-License-Identifier: GPL-3.0-or-later
import KursDrawing
import KursModel
import KursWorkflow

// Where a line has more points than the picture has columns, stroking it costs several times what a frame may:
// there it is one filled shape, as high in each column as the line goes up and down.

extension ChartPicture {
  /// Whether there are more points than columns.
  func isDense(_ range: Range<Int>) -> Bool {
    // Not money: points against pixels.
    Double(range.count) > geometry.plot.width
  }

  /// The area that the stroke of the points would cover: each column's highest and lowest point are corners of it.
  func envelope(of line: PlottedLine, _ range: Range<Int>, width: Double) -> [Point] {
    var (upper, lower) = ([Point](), [Point]())
    var index = range.lowerBound
    // Where the column before ended: from there the line comes in.
    var last: Double?
    func place(_ index: Int) -> Point {
      Point(geometry.x(of: line.line.days[index]), geometry.y(of: line.value(index)))
    }
    while index < range.upperBound {
      let start = place(index)
      var (top, bottom, end) = (start, start, start)
      index += 1
      while index < range.upperBound {
        let next = place(index)
        guard next.x.rounded(.down) == start.x.rounded(.down) else { break }
        if next.y < top.y { top = next }
        if next.y > bottom.y { bottom = next }
        end = next
        index += 1
      }
      if let last, last < top.y { top = Point(start.x, last) }
      if let last, last > bottom.y { bottom = Point(start.x, last) }
      upper.append(Point(top.x, top.y - width / 2))
      lower.append(Point(bottom.x, bottom.y + width / 2))
      last = end.y
    }
    return Self.widened(upper, by: min) + Self.widened(lower, by: max).reversed()
  }

  /// As far as the higher neighbour goes, so that steep stretches are as thick as flat ones.
  private static func widened(_ edge: [Point], by furthest: (Double, Double) -> Double) -> [Point] {
    edge.indices.map { index in
      let before = index > 0 ? edge[index - 1].y : edge[index].y
      let after = index + 1 < edge.count ? edge[index + 1].y : edge[index].y
      // Half of the way: the whole of it would make each peak a block.
      let neighbour = (furthest(before, edge[index].y) + furthest(after, edge[index].y)) / 2
      return Point(edge[index].x, furthest(edge[index].y, (neighbour + edge[index].y) / 2))
    }
  }

  /// The shape of a line every hundred pixels: dense lines have no dashes to be told by.
  func shapes(along line: PlottedLine, _ number: Int) -> [DrawingItem] {
    var items: [DrawingItem] = []
    var next = geometry.plot.x + 20 + 25 * Double(number)
    for index in line.visible {
      let x = geometry.x(of: line.line.days[index])
      guard x >= next else { continue }
      items += marker(
        number, at: Point(x, geometry.y(of: line.value(index))), theme.series[number % theme.series.count])
      next = x + 100
    }
    return items
  }
}
