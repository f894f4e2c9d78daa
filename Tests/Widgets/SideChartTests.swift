// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import KursDrawing
import XCTest

@testable import KursApp
@testable import KursGtk

final class SideChartTests: WidgetTestCase {
  func testOnlyAWideWindowHasAChartAtTheSide() throws {
    for (width, isWide) in [(820, false), (1080, false), (1100, true), (1280, true)] {
      try onMain {
        var asked: [CalculatorIntent] = []
        let window = try CalculatorWindow { asked.append($0) }
        defer { window.window.destroy() }
        window.window.size = (width, 700)
        window.render(EveryWindow.list)
        window.present()
        MainLoop.run(milliseconds: 200)
        XCTAssertEqual(window.side.isOpen, isWide, "\(width)")
        XCTAssertEqual(asked.contains(.sideOpened), isWide, "\(width)")
        guard isWide else { return }
        window.mark(charted: "USD")
        XCTAssertEqual(gtk_widget_has_css_class(window.rows[0].row.widget, "charted"), 1)
        window.mark(charted: nil)
        XCTAssertEqual(gtk_widget_has_css_class(window.rows[0].row.widget, "charted"), 0)
        let view = try ChartView(EveryWindow.words) { _ in }
        window.side.fill(with: view.widget)
        view.render(EveryWindow.chart)
        MainLoop.run(milliseconds: 200)
        XCTAssertGreaterThan(view.area.area.size.width, 380, "\(width)")
        // The chart does not widen the window.
        XCTAssertLessThanOrEqual(gtk_widget_get_width(window.window.widget), Int32(width))
      }
    }
  }
}
