// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import KursDrawing
import KursModel
import XCTest

@testable import KursApp
@testable import KursGtk
@testable import KursWorkflow

/// Windows with text of twice its usual size, and at the width of a phone.
final class LargeTextTests: WidgetTestCase {
  private func atTwiceTheSize(_ body: @MainActor () throws -> Void) throws {
    try onMain {
      Appearance.writeText(atHundredths: 200)
      defer { Appearance.writeText(atHundredths: 100) }
      try body()
    }
  }

  func testNoNumberIsCutWhereListAndResultsStandSideBySideOrBelowEachOther() throws {
    for width in [360, 820, 1280] {
      try atTwiceTheSize {
        let window = try CalculatorWindow { _ in }
        defer { window.window.destroy() }
        window.window.size = (width, 640)
        window.render(EveryWindow.list)
        window.present()
        MainLoop.run(milliseconds: 300)
        XCTAssertEqual(window.rows.map(\.value.isWhollyShown), [true], "\(width)")
        XCTAssertEqual(window.late.total?.value.isWhollyShown, true, "\(width)")
      }
    }
  }

  func testTheCalculatorKeepsToThePhonesWidth() throws {
    try atTwiceTheSize {
      let window = try CalculatorWindow { _ in }
      defer { window.window.destroy() }
      window.render(EveryWindow.list)
      window.present()
      MainLoop.run(milliseconds: 300)
      var least: Int32 = 0
      gtk_widget_measure(window.toasts.widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil)
      XCTAssertLessThanOrEqual(least, 360)
    }
  }

  func testTheChartKeepsToThePhonesWidth() throws {
    @MainActor func width(ofWindow words: Words) throws -> Double {
      let window = try ChartWindow(words) { _ in }
      defer { window.window.destroy() }
      window.window.size = (360, 640)
      window.render(EveryWindow.chart)
      window.present()
      MainLoop.run(milliseconds: 300)
      return window.view.area.area.size.width
    }
    try onMain { XCTAssertLessThanOrEqual(try width(ofWindow: EveryWindow.words), 360) }
    try atTwiceTheSize { XCTAssertLessThanOrEqual(try width(ofWindow: EveryWindow.words), 360) }
  }

  /// In the widest of the usual fonts too: DejaVu is drawn where nobody chose one.
  func testAPhonesWidthCutsNoNameOfASettingsPage() throws {
    try onMain {
      let style = gtk_css_provider_new()
      gtk_css_provider_load_from_resource(style, "/org/kursapp/Kurs/style.css")
      gtk_style_context_add_provider_for_display(gdk_display_get_default(), OpaquePointer(style), 600)
      defer { gtk_style_context_remove_provider_for_display(gdk_display_get_default(), OpaquePointer(style)) }
      let window = try SettingsWindow(SettingsChoices(SettingsWindowTests.words)) { _ in }
      window.render(SettingsWindowTests.view(SettingsWindowTests.machine()))
      window.present(above: nil, of: nil)
      defer { window.pages.destroy() }
      try XCTUnwrap(window.window).size = (360, 640)
      MainLoop.run(milliseconds: 1000)
      let names = Self.labels(below: try XCTUnwrap(window.window).widget) { name in name == "viewswitcherbar" }
      XCTAssertEqual(names.count, 5)
      // German has the longest of them.
      gtk_label_set_text(try XCTUnwrap(names.last), "Privatsphäre")
      for name in names {
        var wanted: Int32 = 0
        gtk_widget_measure(UnsafeMutablePointer(name), GTK_ORIENTATION_HORIZONTAL, -1, nil, &wanted, nil, nil)
        // A fifth of 360, without what is around it.
        XCTAssertLessThanOrEqual(wanted, 66, String(cString: gtk_label_get_text(name)))
      }
    }
  }

  /// The visible labels inside of those elements that are wanted by their name in style sheets.
  private static func labels(
    below widget: UnsafeMutablePointer<GtkWidget>, isInside: Bool = false, _ isWanted: (String) -> Bool
  ) -> [OpaquePointer] {
    var found: [OpaquePointer] = []
    let isInside = isInside || isWanted(String(cString: gtk_widget_get_css_name(widget)))
    if isInside, gtk_widget_get_mapped(widget) != 0, String(cString: gtk_widget_get_css_name(widget)) == "label" {
      found.append(OpaquePointer(widget))
    }
    var child = gtk_widget_get_first_child(widget)
    while let each = child {
      found += labels(below: each, isInside: isInside, isWanted)
      child = gtk_widget_get_next_sibling(each)
    }
    return found
  }
}
