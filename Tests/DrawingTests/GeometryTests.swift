// SPDX-License-Identifier: GPL-3.0-or-later
import KursDrawing
import KursModel
import Testing

@testable import KursChart
@testable import KursWorkflow

@Test("axis ticks are round numbers", arguments: [
  (1.0, 1.2, 6, ["1.00", "1.05", "1.10", "1.15", "1.20"]), (0.95, 1.2, 4, ["1.0", "1.1", "1.2"]),
  (17.0, 1980.0, 5, ["0", "500", "1000", "1500", "2000"]),
  (0.00012, 0.00019, 4, ["0.00012", "0.00014", "0.00016", "0.00018"]),
  (7.5345, 7.5345, 3, ["7.50", "7.55", "7.60"]),
])
func axisTicksAreRoundNumbers(low: Double, high: Double, count: Int, labels: [String]) {
  let axis = ValueAxis(low: low, high: high, isLogarithmic: false, count: count)
  #expect(axis.ticks.map { $0.rational.text(places: $0.places) } == labels)
}

@Test(
  "all ticks of a logarithmic axis are inside the axis",
  arguments: [(0.4, 56.0, 8), (0.4, 56.0, 3), (0.00001, 900_000.0, 6), (1.0, 1.3, 6)])
func allTicksOfALogarithmicAxisAreInsideTheAxis(low: Double, high: Double, count: Int) {
  let axis = ValueAxis(low: low, high: high, isLogarithmic: true, count: count)
  #expect(axis.isLogarithmic)
  #expect((2...count).contains(axis.ticks.count))
  #expect(axis.ticks.allSatisfy { (0...1).contains(axis.fraction(of: $0.value)) })
  let middle = axis.fraction(of: (axis.low * axis.high).squareRoot())
  #expect(abs(middle - 0.5) < 1e-9)
}

@Test("with a value of zero, the axis isn't logarithmic") func withAValueOfZeroTheAxisIsntLogarithmic() {
  #expect(!ValueAxis(low: 0, high: 5, isLogarithmic: true, count: 4).isLogarithmic)
}

@Test("date ticks are at round dates and fit the width", arguments: [
  (ChartRange.week, 960.0, 7), (.month, 960, 15), (.year, 960, 12), (.fiveYears, 960, 20), (.all, 960, 27),
  (.all, 360, 14),
])
func dateTicksAreAtRoundDatesAndFitTheWidth(range: ChartRange, width: Double, most: Int) {
  let picture = ChartPicture(chart([walk(1)], range), size: Size(width, 420), theme: .light, text: .plain)
  let days = picture.geometry.days
  #expect((2...most).contains(days.count), "\(days.count)")
}

@Test("a day's position on the chart gives the same day") func aDaysPositionOnTheChartGivesTheSameDay() {
  let picture = ChartPicture(chart([walk(2)], .year), size: Size(800, 500), theme: .light, text: .plain)
  let geometry = picture.geometry
  for offset in stride(from: 0, through: geometry.window.length, by: 7) {
    let day = geometry.window.first + offset
    #expect(geometry.day(at: geometry.x(of: day)) == day)
  }
  #expect(geometry.day(at: geometry.plot.x) == geometry.window.first)
  #expect(geometry.day(at: geometry.plot.maxX) == geometry.window.last)
}

@Test(
  "chart labels don't touch each other",
  arguments: [(360.0, 12.0), (480, 12), (800, 12), (1280, 12), (2560, 12), (360, 24), (820, 24)], [1, 4])
func chartLabelsDontTouchEachOther(shape: (width: Double, fontSize: Double), lines: Int) {
  let width = shape.width
  var theme = ChartTheme.light
  theme.fontSize = shape.fontSize
  for range in ChartRange.allCases {
    for isLogarithmic in [false, true] {
      var sources = (0..<lines).map { walk(UInt64($0 + 3)) }
      sources[0].end = .suspended(last: sources[0].days[6999])
      let state = chart(sources, range) { options in
        options.isLogarithmic = isLogarithmic
        options.isRebased = lines > 1
        options.averages = [30, 200]
      }
      let picture = ChartPicture(state, size: Size(width, 420), theme: theme, text: .plain)
      let frames = picture.list(isOpaque: true).labels.map { ($0.text, $0.frame(.estimated)) }
      for (index, frame) in frames.enumerated() {
        let touched = frames[..<index].filter { $0.1.overlaps(frame.1) }
        #expect(touched.isEmpty, "\(shape) \(range) \(frame.0) over \(touched.map(\.0))")
        #expect(
          frame.1.x >= 0 && frame.1.maxX <= width + 0.5, "\(shape) \(range) \(frame.0) leaves the picture")
      }
    }
  }
}
