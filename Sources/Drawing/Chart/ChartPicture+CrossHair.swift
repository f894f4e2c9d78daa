// SPDX-License-Identifier: GPL-3.0-or-later
public import KursDrawing
public import KursModel
import KursWorkflow

extension ChartPicture {
  /// The cross-hair alone, to lie on top of the picture.
  public func crossHair(on day: Day) -> DisplayList {
    var list = DisplayList(size: geometry.size)
    guard geometry.window.contains(day), let reading = state.reading(on: day) else { return list }
    let x = geometry.x(of: day)
    list.items.append(
      .line(Point(x, geometry.plot.y), Point(x, geometry.plot.maxY), Stroke(theme.text, width: 1)))
    for (number, line) in geometry.lines.enumerated() {
      guard reading.values.contains(where: { $0.currency == line.line.currency }),
        let index = line.line.last(onOrBefore: day)
      else { continue }
      let place = Point(x, geometry.y(of: line.value(index)))
      list.items.append(.circle(place, radius: 5.5, theme.background))
      list.items += marker(number, at: place, theme.series[number % theme.series.count])
    }
    return list
  }

  /// A stretch being dragged out.
  public func selection(from start: Double, to end: Double) -> DisplayList {
    let left = max(min(start, end), geometry.plot.x)
    let right = min(max(start, end), geometry.plot.maxX)
    let rect = Rect(x: left, y: geometry.plot.y, width: max(right - left, 0), height: geometry.plot.height)
    return DisplayList(size: geometry.size, items: [.rectangle(rect, theme.series[0].opacity(0.2))])
  }
}
