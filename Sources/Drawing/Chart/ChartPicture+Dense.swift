// SPDX-License-Identifier: GPL-3.0-or-later
import KursDrawing
import KursModel
import KursWorkflow

// Where a line has more points than the picture has columns, its stroke would be a smear and cost several times what
// a frame may: there each column of pixels is one bar, from the lowest to the highest that the line is in it.

extension ChartPicture {
  /// Whether there are more points than columns.
  func isDense(_ range: Range<Int>) -> Bool {
    // Not money: points against pixels.
    Double(range.count) > geometry.plot.width
  }

  /// The bars of the columns in which a dashed line is drawn.
  func dashed(_ bars: [Rect], _ dash: [Double]) -> [Rect] {
    guard !dash.isEmpty else { return bars }
    let length = dash.reduce(0, +)
    return bars.filter { bar in
      var place = (bar.x - geometry.plot.x).truncatingRemainder(dividingBy: length)
      for (number, part) in dash.enumerated() {
        if place < part { return number.isMultiple(of: 2) }
        place -= part
      }
      return true
    }
  }

  /// A bar for each column of pixels, which begins where the column before it ended.
  func bars(of line: PlottedLine, _ range: Range<Int>, width: Double) -> [Rect] {
    let (days, units, plot) = (line.line.days, line.line.units, geometry.plot)
    let start = geometry.window.first.number
    // Not money: pixels from days.
    let scale = plot.width / Double(max(geometry.window.length, 1))
    func column(_ index: Int) -> Double { (plot.x + Double(days[index].number - start) * scale).rounded(.down) }
    var bars: [Rect] = []
    var (index, last) = (range.lowerBound, units[range.lowerBound])
    while index < range.upperBound {
      let x = column(index)
      var (low, high) = (min(last, units[index]), max(last, units[index]))
      while index < range.upperBound, column(index) == x {
        (low, high, last) = (min(low, units[index]), max(high, units[index]), units[index])
        index += 1
      }
      let next = index < range.upperBound ? column(index) : x + 1
      let (top, bottom) = (geometry.y(of: line.value(of: high)), geometry.y(of: line.value(of: low)))
      bars.append(Rect(x: x, y: top - width / 2, width: 1, height: bottom - top + width))
      // A column without a day of its own, where days are missing, is as high as the line leaves the one before it.
      if next - x > 1 {
        let y = geometry.y(of: line.value(of: last))
        bars.append(Rect(x: x + 1, y: y - width / 2, width: next - x - 1, height: width))
      }
    }
    return bars
  }
}
