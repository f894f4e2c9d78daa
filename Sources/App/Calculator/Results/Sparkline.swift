// SPDX-License-Identifier: GPL-3.0-or-later
import KursChart
import KursDrawing

/// A small line chart of a rate's last observations. The oldest is at the left, even in right-to-left languages.
enum Sparkline {
  /// Draws the chart; nil if there are fewer than two observations. `heights`: from 0 (bottom) to 1000 (top).
  static func picture(of heights: [Int], size: Size, theme: ChartTheme) -> DisplayList? {
    guard heights.count > 1, let colour = theme.series.first, let last = heights.last else { return nil }
    let margin = theme.lineWidth + 1
    let (width, height) = (size.width - 2 * margin, size.height - 2 * margin)
    func place(_ index: Int, _ value: Int) -> Point {
      Point(
        margin + width * Double(index) / Double(heights.count - 1), margin + height * (1 - Double(value) / 1000))
    }
    let points = heights.enumerated().map { place($0.offset, $0.element) }
    return DisplayList(
      size: size,
      items: [
        .polyline(points, Stroke(colour, width: theme.lineWidth)),
        .circle(place(heights.count - 1, last), radius: theme.lineWidth, colour),
      ])
  }
}
