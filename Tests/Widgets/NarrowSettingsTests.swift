// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import KursModel
import XCTest

@testable import KursApp
@testable import KursGtk
@testable import KursWorkflow

final class NarrowSettingsTests: WidgetTestCase {
  /// Returns a settings machine in which every provider except Frankfurter is used. All stored rates are old, and Fixer
  /// lacks its key.
  private static func machine() -> SettingsMachine {
    var machine = SettingsWindowTests.machine(
      ProviderState.directory().map(\.id).filter { $0 != .frankfurter }.map { .providerSwitched($0, isOn: true) })
    let old = StoredRatesStatus(newest: Day(number: 20_000 - 126))
    machine.statusesRead(
      Dictionary(uniqueKeysWithValues: machine.state.providers.map { ($0.id, old) }), today: Day(number: 20_000))
    machine.keyFound(ProviderID("fixer"), .missing, failure: .noService)
    return machine
  }

  @MainActor private static func opened(_ width: Int, _ body: (SettingsWindow) throws -> Void) throws {
    try styled {
      // The settings need a parent window, because a window with a parent has only a close button, as in the program.
      let parent = try CalculatorWindow { _ in }
      parent.present()
      let window = try SettingsWindow(SettingsChoices(SettingsWindowTests.words)) { _ in }
      defer {
        window.pages.destroy()
        parent.window.destroy()
      }
      window.render(SettingsWindowTests.view(machine()))
      window.present(above: parent.window, of: nil)
      try XCTUnwrap(window.window).size = (width, 640)
      MainLoop.run(milliseconds: 700)
      try body(window)
    }
  }

  @MainActor private static func lines(of row: ActionRow) throws -> (count: Int32, text: String) {
    let labels = parts(below: row.widget, named: "label").filter {
      gtk_widget_get_mapped($0) != 0 && (gtk_widget_has_css_class($0, "title") + gtk_widget_has_css_class($0, "subtitle")) != 0
    }
    var (count, text) = (Int32(), "")
    for label in labels {
      let layout = try XCTUnwrap(gtk_label_get_layout(OpaquePointer(label)))
      XCTAssertEqual(pango_layout_is_ellipsized(layout), 0)
      count += pango_layout_get_line_count(layout)
      text += String(cString: gtk_label_get_text(OpaquePointer(label))) + "; "
    }
    return (count, text)
  }

  func testAtThePhoneWidthTheRowOfAProviderHasAtMostThreeLines() throws {
    try onMain {
      try Self.opened(360) { window in
        let (used, unused) = window.providers.rowsOnScreen
        XCTAssertGreaterThan(used.count, 20)
        for row in used + unused {
          let lines = try Self.lines(of: row)
          XCTAssertLessThanOrEqual(lines.count, 3, lines.text)
          XCTAssertGreaterThan(lines.count, 1, lines.text)
        }
        for row in used {
          let controls = ["switch", "button"].flatMap { Self.parts(below: row.widget, named: $0) }
          XCTAssertEqual(controls.filter { gtk_widget_get_mapped($0) != 0 }.count, 1, row.title)
          for control in controls {
            let across = try XCTUnwrap(
              CalculatorLayoutTests.across(Widget(UnsafeMutableRawPointer(control)), in: try XCTUnwrap(window.window)))
            XCTAssertLessThanOrEqual(across.upperBound, 360, row.title)
          }
        }
        let fixer = try XCTUnwrap(window.providers.rows["fixer"]?.row)
        XCTAssertEqual(fixer.subtitle, "Needs a key")
        XCTAssertEqual(
          gtk_widget_get_tooltip_text(fixer.widget).map { String(cString: $0) }?.hasSuffix("126 days old\nNeeds a key"), true)
      }
    }
  }

  func testAWiderSettingsWindowShowsTheFullTextOfAProvider() throws {
    try onMain {
      try Self.opened(700) { window in
        let first = try XCTUnwrap(window.providers.rowsOnScreen.used.first)
        XCTAssertTrue(first.subtitle.hasPrefix("30 currencies · "), first.subtitle)
        XCTAssertTrue(first.subtitle.hasSuffix(", 126 days old"), first.subtitle)
        try XCTUnwrap(window.window).size = (360, 640)
        MainLoop.run(milliseconds: 300)
        XCTAssertEqual(first.subtitle, "30 currencies · 126 days old")
      }
    }
  }
}
