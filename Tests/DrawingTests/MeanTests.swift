// SPDX-License-Identifier: GPL-3.0-or-later
import KursDrawing
import KursModel
import KursWorkflow
import Testing

@testable import KursChart

@Test("the average line has a label that nothing covers", arguments: 1...12, [200.0, 360, 801.5, 2560])
func theAverageLineHasALabelThatNothingCovers(seed: Int, width: Double) throws {
  let state = chart([walk(UInt64(seed))]) { $0.averages = [20] }
  let theme = ChartTheme.light
  let picture = ChartPicture(state, size: Size(width, 400), theme: theme, text: .plain)
  let items = picture.list(isOpaque: false).items
  let place = try #require(
    items.firstIndex { if case .text(let label) = $0 { label.text.hasPrefix("mean ") } else { false } })
  guard case .text(let label) = items[place], case .rectangle(let ground, let colour) = items[place - 1] else {
    Issue.record("the mean has no ground of its own")
    return
  }
  let line = picture.geometry.lines[0]
  // The label has as many decimals as the newest rate with five significant digits.
  let places = line.line.rate(at: line.line.days.count - 1) < .one ? 5 : 4
  #expect(label.text == "mean " + line.line.mean(of: line.visible).text(places: places))
  #expect(colour == theme.background)
  #expect(ground == label.frame(.estimated))
  for item in items[(place + 1)...] {
    switch item {
    case .text(let other): #expect(!other.frame(.estimated).overlaps(ground))
    case .rectangle(let other, _): #expect(!other.overlaps(ground))
    case .polyline(let points, _), .polygon(let points, _): #expect(!points.contains { ground.holds($0) })
    default: break
    }
  }
}

extension Rect {
  fileprivate func holds(_ point: Point) -> Bool {
    point.x > x && point.x < maxX && point.y > y && point.y < maxY
  }
}
