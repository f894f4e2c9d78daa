// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import XCTest

@testable import KursApp
@testable import KursGtk
@testable import KursWorkflow

final class ChartWindowTests: WidgetTestCase {
  private static let words = Words(
    numbers: NumberStrings(separator: ".") { $0.text(places: $1) },
    catalogue: CurrencyCatalogue(records: [], legalRates: []), monthName: { "month \($0)" })

  private static func state() throws -> ChartState {
    let provider = Provider(
      id: .ecb, publisher: "Bank", home: .eur, firstDay: Day(number: 0), carryLimit: 10, terms: "",
      attribution: "")
    return ChartState(
      subject: try XCTUnwrap(ChartSubject(text: "EUR/USD,JPY")), provider: provider, range: .fiveYears,
      window: DaySpan(first: Day(number: 18_000), last: Day(number: 20_000)))
  }

  func testTheClosedChartWindowIsFreed() throws {
    try onMain {
      var window: ChartWindow? = try ChartWindow(Self.words) { _ in }
      window?.render(try Self.state())
      window?.present()
      MainLoop.run(milliseconds: 100)
      let slot = try XCTUnwrap(window?.window.weakSlot())
      window?.window.destroy()
      window = nil
      MainLoop.run(milliseconds: 100)
      XCTAssertFalse(slot.isAlive)
    }
  }

  func testRenderingTheChartWindowSendsNoAction() throws {
    try onMain {
      var asked: [ChartIntent] = []
      let window = try ChartWindow(Self.words) { asked.append($0) }
      window.render(try Self.state())
      XCTAssertEqual(asked, [])
      window.window.destroy()
    }
  }

  func testAnActionChosenInTheChartMenuIsSent() throws {
    try onMain {
      var asked: [ChartIntent] = []
      let window = try ChartWindow(Self.words) { asked.append($0) }
      window.render(try Self.state())
      window.window.activateAction(ChartAction.swap.name)
      window.window.activateAction("win.chart-log")
      XCTAssertEqual(asked.first, .swapPressed)
      var options = ChartOptions()
      options.isLogarithmic = true
      XCTAssertEqual(asked.last, .event(.optionsChosen(options)))
      window.window.destroy()
    }
  }
}
