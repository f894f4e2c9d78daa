// SPDX-License-Identifier: GPL-3.0-or-later
import KursDrawing
import KursModel
import KursWorkflow
import Testing

@testable import KursChart

/// The crosshair and selection over the chart, and the caption of an exported chart.
struct OverlayTests {
  private func picture(_ width: Double = 700, lines: Int = 1) -> (ChartPicture, ChartState) {
    let state = chart((0..<lines).map { walk(UInt64($0 + 2), count: 600) }, .year) { $0.isRebased = lines > 1 }
    return (ChartPicture(state, size: Size(width, 400), theme: .light, text: .plain), state)
  }

  @Test("the crosshair labels day and value on both axes", arguments: [200.0, 360, 700], [1, 4])
  func theCrosshairLabelsDayAndValueOnBothAxes(width: Double, lines: Int) throws {
    let (picture, state) = picture(width, lines: lines)
    let days = state.lines[0].indices(in: state.window).map { state.lines[0].days[$0] }
    for day in [days[0], days[days.count / 2], days[days.count - 1]] {
      let list = picture.crossHair(on: day)
      let value = ChartGeometry.tag(
        picture.geometry.lines[0], try #require(state.lines[0].last(onOrBefore: day)), .plain)
      #expect(list.labels.contains { $0.text == value && $0.place.x > picture.geometry.plot.maxX - 40 })
      #expect(list.labels.contains { $0.text == "\(day)" && $0.place.y > picture.geometry.plot.maxY })
      #expect(list.labels.count { $0.text == "\(day)" } == 2)
      #expect(list.labels.count == 3 + lines)
      for label in list.labels {
        let frame = label.frame(.estimated)
        #expect(frame.x >= 0 && frame.maxX <= width && frame.y >= 0 && frame.maxY <= 400, "\(label.text)")
      }
    }
  }

  @Test("two selected days show the difference of their rates")
  func twoSelectedDaysShowTheDifferenceOfTheirRates() throws {
    var (picture, state) = picture()
    let line = state.lines[0]
    let marks = DaySpan(first: line.days[400], last: line.days[500])
    state.marks = marks
    let change = try #require(ChartStatistics.change(from: line.rate(at: 400), to: line.rate(at: 500)))
    #expect(picture.marks(marks, state.differences).labels.map(\.text) == [ChartText.plain.change(change)])
  }

  @Test("in an exported comparison, the rates are notes below the chart")
  func inAnExportedComparisonTheRatesAreNotesBelowTheChart() {
    let caption = ChartCaption(
      title: "EUR/USD, GBP", rates: ["1 EUR = 1.1 USD", "1 EUR = 0.8 GBP"], days: "a year", figures: ["USD: low", "GBP: low"],
      separator: "; ", source: "")
    #expect(caption.lines == ["a year"])
    #expect(caption.notes == ["1 EUR = 1.1 USD; USD: low", "1 EUR = 0.8 GBP; GBP: low"])
  }

  @Test("an exported chart has its caption and the requested size", arguments: [(480.0, 360.0), (960, 540), (300, 300)])
  func anExportedChartHasItsCaptionAndTheRequestedSize(width: Double, height: Double) throws {
    let (_, state) = picture()
    let caption = ChartCaption(
      title: "EUR/USD", lines: ["1 EUR = 1.1172 USD, up", "a year of the European Central Bank"],
      notes: ["lowest 1.0 on a day, highest 2.0 on another day, mean 1.5", "Source: somebody"])
    let list = ChartFigure(caption, theme: .light).list(state, size: Size(width, height), text: .plain)
    let said = list.labels.map(\.text).joined(separator: " ")
    for text in [caption.title] + caption.lines + caption.notes { #expect(said.contains(text), "\(text)") }
    #expect(list.size == Size(width, height))
    for (index, label) in list.labels.enumerated() {
      let frame = label.frame(.estimated)
      #expect(frame.x >= 0 && frame.maxX <= width + 0.5 && frame.y >= 0 && frame.maxY <= height, "\(label.text)")
      #expect(!list.labels[..<index].contains { $0.frame(.estimated).overlaps(frame) }, "\(label.text)")
    }
  }
}
