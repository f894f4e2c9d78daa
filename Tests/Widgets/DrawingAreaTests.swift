// SPDX-License-Identifier: GPL-3.0-or-later
import XCTest

@testable import KursApp
@testable import KursGtk

final class DrawingAreaTests: WidgetTestCase {
  func testWhatIsDrawnHasTheFontAndTheSizeOfTextInTheWindow() throws {
    try onMain {
      let builder = try Builder(resource: Paths.chart, domain: Paths.domain)
      let window = try builder.object("window", as: Window.self)
      defer { window.destroy() }
      let area = try builder.object("area", as: DrawingArea.self)
      window.present()
      MainLoop.run(milliseconds: 100)
      let usual = area.font
      XCTAssertNotEqual(usual.family.lowercased(), "monospace")
      // A style counts from the next frame on, for all that is drawn in that.
      area.style("monospace", true)
      MainLoop.run(milliseconds: 200)
      XCTAssertEqual(area.font.family.lowercased(), "monospace")
      // libadwaita 1.7 gives monospaced text a size of its own.
      area.style("monospace", false)
      area.style("caption", false)
      area.style("title-1", true)
      MainLoop.run(milliseconds: 200)
      XCTAssertGreaterThan(area.font.size, usual.size * 1.5)
    }
  }
}
