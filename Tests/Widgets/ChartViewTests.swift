// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import KursModel
import XCTest

@testable import KursApp
@testable import KursGtk
@testable import KursWorkflow

final class ChartViewTests: WidgetTestCase {
  @MainActor
  private static func state(_ codes: [String], units: Int64) -> ChartState {
    let provider = Provider(
      id: .ecb, publisher: "European Central Bank", home: .eur, firstDay: Day(number: 0), carryLimit: 10, terms: "",
      attribution: "")
    let days = (19_000...19_400).map { Day(number: $0) }
    let sources = codes.enumerated().map { number, code in
      ChartSource(
        currency: Currency(code)!, days: days,
        rates: days.map { Rational(units: units + Int64($0.number % 7) * 1000 + Int64(number), places: 4) })
    }
    let subject = ChartSubject(base: .eur, counters: sources.map(\.currency))!
    var machine = ChartMachine(
      state: ChartState(
        subject: subject, provider: provider, range: .all, window: DaySpan(first: days[0], last: days[400])))
    _ = machine.seriesLoaded(sources, of: subject)
    return machine.state
  }

  /// A rupiah rate once needed 426 pixels.
  func testChartsOfLongRatesFitThePhoneWidth() throws {
    try onMain {
      for codes in [["IDR"], ["IDR", "VND", "IRR", "UZS"], ["USD"]] {
        for isTable in [false, true] {
          let window = try ChartWindow(EveryWindow.words) { _ in }
          defer { window.window.destroy() }
          window.window.size = (360, 640)
          window.render(Self.state(codes, units: 187_654_321))
          window.present()
          if isTable { window.window.activateAction(ChartAction.showTable.name) }
          MainLoop.run(milliseconds: 300)
          XCTAssertLessThanOrEqual(gtk_widget_get_width(window.window.widget), 360, "\(codes) \(isTable)")
          var least: Int32 = 0
          gtk_widget_measure(window.view.widget.widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil)
          XCTAssertLessThanOrEqual(least, 360, "\(codes) \(isTable)")
        }
      }
    }
  }

  /// With wider fonts, the ranges shrank, and GTK 4.24 warned that the window was measured 2 pixels too low.
  func testTextThatShrinksToFitHasTheSameHeightAtEachWidth() {
    onMain {
      let container = BoxContainer(vertical: false, spacing: 0)
      container.append(Label(text: "1 W  1 M  3 M  6 M  YTD"))
      ShrinkToFit.install(on: container)
      @MainActor func least(_ orientation: GtkOrientation, _ size: Int32) -> Int32 {
        var least: Int32 = 0
        gtk_widget_measure(container.widget, orientation, size, &least, nil, nil, nil)
        return least
      }
      let narrowest = least(GTK_ORIENTATION_HORIZONTAL, -1)
      XCTAssertGreaterThan(narrowest, 0)
      let heights = Set((narrowest...narrowest * 4).map { least(GTK_ORIENTATION_VERTICAL, $0) })
      XCTAssertEqual(heights, [least(GTK_ORIENTATION_VERTICAL, -1)])
    }
  }

  func testANoticeDoesNotResizeTheChart() throws {
    try onMain {
      let window = try ChartWindow(EveryWindow.words) { _ in }
      defer { window.window.destroy() }
      window.render(Self.state(["USD"], units: 11_234))
      window.present()
      MainLoop.run(milliseconds: 300)
      let before = window.view.area.area.height
      window.toast("Table copied")
      MainLoop.run(milliseconds: 500)
      XCTAssertEqual(window.view.toasts.sentence, "Table copied")
      XCTAssertEqual(window.view.area.area.height, before)
    }
  }

  func testOnlyAChartOfSeveralCurrenciesHasAButtonForEachCurrency() throws {
    try onMain {
      var asked: [ChartIntent] = []
      let window = try ChartWindow(EveryWindow.words) { asked.append($0) }
      defer { window.window.destroy() }
      window.render(Self.state(["USD"], units: 11_234))
      XCTAssertEqual(window.view.chips.buttons.count, 0)
      window.render(Self.state(["USD", "GBP", "CHF", "JPY"], units: 11_000))
      XCTAssertEqual(window.view.chips.buttons.count, 4)
      XCTAssertFalse(window.view.compare.isSensitive)
      window.present()
      MainLoop.run(milliseconds: 100)
      window.view.chips.buttons[1].activate()
      MainLoop.run(milliseconds: 300)
      XCTAssertEqual(asked, [.removePressed(.gbp)])
    }
  }

  func testTheArrowKeysMoveThroughTheRowsOfTheChartTable() throws {
    try onMain {
      let window = try ChartWindow(EveryWindow.words) { _ in }
      defer { window.window.destroy() }
      window.render(Self.state(["USD"], units: 11_000))
      window.present()
      window.view.showTable(true)
      MainLoop.run(milliseconds: 300)
      let list = try XCTUnwrap(LargeTextTests.parts(below: window.window.widget, named: "listview").first)
      gtk_widget_grab_focus(list)
      XCTAssertNotEqual(gtk_widget_child_focus(list, GTK_DIR_TAB_FORWARD), 0)
      let first = gtk_root_get_focus(window.window.opaque)
      XCTAssertNotEqual(gtk_widget_child_focus(list, GTK_DIR_DOWN), 0)
      XCTAssertNotEqual(gtk_root_get_focus(window.window.opaque), first)
    }
  }

  func testTheTableOfAChartCanBeSortedByEachColumnAndCopied() throws {
    onMain {
      let state = Self.state(["USD"], units: 11_000)
      var content = ChartTableContent(state)
      XCTAssertEqual(content.rows.first?.days.lowerBound, Day(number: 19_400))
      XCTAssertEqual(content.rows.last?.values.last, .some(nil))
      content.sort(by: .init(column: 1, isDescending: false))
      let rates = content.rows.compactMap { $0.values[0] }
      XCTAssertEqual(rates, rates.sorted())
      content.sort(by: .init(column: 2, isDescending: true))
      let changes = content.rows.compactMap { $0.values[1] }
      XCTAssertEqual(changes, changes.sorted(by: >))
      content.sort(by: .init(column: 0, isDescending: false))
      let lines = content.copy(EveryWindow.words).text(.english).split(separator: "\n")
      XCTAssertEqual(lines.prefix(3), ["Date\tUSD\tChange", "2022-01-08\t1.3\t", "2022-01-09\t1.4\t7.69%"])
      XCTAssertEqual(lines.count, content.rows.count + 1)
      let german = content.copy(EveryWindow.words).text(NumberSymbols(posix: "de_DE"))
      XCTAssertTrue(german.contains("\n2022-01-09\t1,4\t7,69%\n"))
      let html = content.copy(EveryWindow.words).html(NumberSymbols(posix: "de_DE"))
      XCTAssertTrue(html.contains("<td align=\"right\" sdval=\"44570\" sdnum=\"1033;1033;YYYY-MM-DD\">2022-01-09</td>"))
      XCTAssertTrue(html.contains("<td align=\"right\" sdval=\"1.4\" sdnum=\"1033;\">1,4</td>"))
      XCTAssertTrue(html.contains("sdnum=\"1033;1033;0.00%\">7,69%</td>"))
    }
  }

  func testTheAveragesOfTwoCurrenciesAreInTheSameRow() throws {
    onMain {
      var state = Self.state(["USD", "GBP"], units: 11_234)
      func average(_ first: Int32, _ units: Int64) -> Average {
        let point = RateSeries.Point(day: Day(number: first), rate: Rational(units: units, places: 4))
        return Average(
          days: point.day...(point.day + 20), mean: point.rate, count: 3, end: point, highest: point, lowest: point)
      }
      state.averagePeriod = .month
      // The first rate of the month is of day 19,359 for one currency and of day 19,360 for the other. Both averages
      // are in one row.
      state.averages = [[average(19_359, 11_000)], [average(19_360, 9_000)]]
      let content = ChartTableContent(state)
      XCTAssertEqual(content.texts(of: 0, EveryWindow.words).dropFirst(), ["1.1000", "0.9000"])
      XCTAssertEqual(content.rows.count, 1)
      let copied = content.copy(EveryWindow.words).text(.english)
      XCTAssertTrue(copied.hasPrefix("Period\tDate\tUSD\tGBP\n"), copied)
      XCTAssertTrue(copied.hasSuffix(" 2023\t2023-01-02\t1.1\t0.9\n"), copied)
    }
  }
}
