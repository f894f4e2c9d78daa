// SPDX-License-Identifier: GPL-3.0-or-later
import XCTest

@testable import KursApp
@testable import KursGtk

final class DrawingAreaTests: WidgetTestCase {
  func testTextInTheChartHasTheFontAndSizeOfTheWindow() throws {
    try onMain {
      let window = try ChartWindow(EveryWindow.words) { _ in }
      defer { window.window.destroy() }
      let area = window.view.area.area
      window.render(EveryWindow.chart)
      window.present()
      MainLoop.run(milliseconds: 100)
      let usual = area.font
      XCTAssertNotEqual(usual.family.lowercased(), "monospace")
      // A style takes effect in the next frame.
      area.style("monospace", true)
      MainLoop.run(milliseconds: 200)
      XCTAssertEqual(area.font.family.lowercased(), "monospace")
      // In libadwaita 1.7, monospaced text has another size. So the test removes this style before it checks the size.
      area.style("monospace", false)
      area.style("caption", false)
      area.style("title-1", true)
      MainLoop.run(milliseconds: 200)
      XCTAssertGreaterThan(area.font.size, usual.size * 1.5)
    }
  }
}
