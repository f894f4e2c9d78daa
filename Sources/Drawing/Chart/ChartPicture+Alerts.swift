// SPDX-License-Identifier: GPL-3.0-or-later
public import KursDrawing
public import KursModel
import KursWorkflow

extension ChartPicture {
  /// The rates that the person is to be told of, each a line across the picture.
  public func alerts(_ rates: [Rational]) -> DisplayList {
    var list = DisplayList(size: geometry.size)
    for rate in rates { list.items += level(rate, isBold: false) }
    return list
  }

  /// The rate at a height that is pointed at beside the values: a press there sets an alert.
  public func alertOffer(at y: Double) -> DisplayList {
    DisplayList(size: geometry.size, items: geometry.rate(at: y).map { level($0, isBold: true) } ?? [])
  }

  private func level(_ rate: Rational, isBold: Bool) -> [DrawingItem] {
    guard let line = geometry.lines.first, geometry.lines.count == 1, line.reference == nil,
      // Not money: a height.
      let units = rate.units(places: 12)
    else { return [] }
    let (plot, y) = (geometry.plot, geometry.y(of: Double(units) / 1e12))
    guard y >= plot.y, y <= plot.maxY else { return [] }
    let colour = theme.series[1]
    let stroke = Stroke(colour, width: isBold ? 2 : 1, dash: [6, 4])
    let said = text.number(rate, rate.terminatingPlaces ?? line.line.shownPlaces)
    return [.line(Point(plot.x, y), Point(plot.maxX, y), stroke)]
      + badge(said, at: Point(plot.maxX + 9, y), .left, on: colour)
  }
}
