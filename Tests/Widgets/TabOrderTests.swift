// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import XCTest

@testable import KursApp
@testable import KursGtk

final class TabOrderTests: WidgetTestCase {
  func testTabGoesFromTheAmountToTheResultsAndThenTheKeypad() throws {
    try onMain {
      for (width, height) in [(400, 720), (820, 500), (820, 640), (820, 900), (1280, 1000)] {
        for count in [0, 3] {
          var state = CalculatorLayoutTests.list(of: max(count, 1), active: 0)
          state.hasKeypad = true
          if count == 0 { (state.lines, state.total) = ([], nil) }
          try CalculatorLayoutTests.opened(state, width, height) { window in
            let place = "\(width) x \(height), \(count)"
            gtk_widget_grab_focus(window.amount.widget)
            XCTAssertEqual(Self.parts(of: window, GTK_DIR_TAB_FORWARD), ["head", "results", "keys"], place)
            gtk_widget_child_focus(window.keypad.widget, GTK_DIR_TAB_FORWARD)
            XCTAssertEqual(Self.parts(of: window, GTK_DIR_TAB_BACKWARD), ["keys", "results", "head"], place)
          }
        }
      }
    }
  }

  /// GTK orders widgets by their middles, which Arabic letters move by half a pixel.
  func testInBothWritingDirectionsTabGoesFromTheAmountToItsMenu() throws {
    try onMain {
      defer { Appearance.follow(language: "en") }
      for language in ["en", "ar"] {
        Appearance.follow(language: language)
        for text in ["100", "١٠٠"] {
          var state = CalculatorLayoutTests.list(of: 3, active: 1)
          state.amount = text
          try CalculatorLayoutTests.opened(state, 720, 700) { window in
            gtk_widget_grab_focus(window.amount.widget)
            gtk_widget_child_focus(window.window.widget, GTK_DIR_TAB_FORWARD)
            let menu = LargeTextTests.parts(below: window.lines.edited.row.widget, named: "button").last
            XCTAssertEqual(gtk_root_get_focus(window.window.opaque), menu, "\(language) \(text)")
          }
        }
      }
    }
  }

  func testTabPassesTheProvidersInTwoStepsPerGroup() throws {
    try onMain {
      let window = try SettingsWindow(SettingsChoices(SettingsWindowTests.words)) { _ in }
      window.render(SettingsWindowTests.view(SettingsWindowTests.machine()))
      window.present(above: nil, of: nil)
      defer { window.pages.destroy() }
      MainLoop.run(milliseconds: 300)
      let group = try XCTUnwrap(window.providers.unused[.centralBank])
      let first = try XCTUnwrap(window.providers.rowsOnScreen.unused.first)
      gtk_widget_grab_focus(first.widget)
      XCTAssertTrue(group.moveFocus(isBackward: false), "the switch of the row")
      XCTAssertFalse(group.moveFocus(isBackward: false))
      gtk_widget_child_focus(try XCTUnwrap(window.window).widget, GTK_DIR_TAB_FORWARD)
      let focused = try XCTUnwrap(gtk_root_get_focus(try XCTUnwrap(window.window).opaque))
      XCTAssertEqual(gtk_widget_is_ancestor(focused, group.widget), 0)
    }
  }

  func testTabPassesTheShortcutsInOneStepPerGroup() throws {
    try onMain {
      let window = try CalculatorWindow { _ in }
      window.present()
      defer { window.window.destroy() }
      let page = try Builder(ui: "shortcuts").object("page", as: Widget.self)
      let shortcuts = window.window.showShortcuts(page, title: "Shortcuts")
      defer { shortcuts.destroy() }
      MainLoop.run(milliseconds: 300)
      let lists = LargeTextTests.parts(below: page.widget, named: "list").filter { gtk_widget_get_mapped($0) != 0 }
      XCTAssertGreaterThan(lists.count, 1)
      gtk_widget_grab_focus(try XCTUnwrap(gtk_widget_get_first_child(lists[0])))
      for next in lists.dropFirst() {
        XCTAssertFalse(page.moveFocus(isBackward: false))
        gtk_widget_child_focus(try XCTUnwrap(shortcuts.window).widget, GTK_DIR_TAB_FORWARD)
        let focused = try XCTUnwrap(gtk_root_get_focus(try XCTUnwrap(shortcuts.window).opaque))
        XCTAssertEqual(gtk_widget_get_parent(focused), next)
      }
    }
  }

  /// Returns the parts that receive the focus in turn, from the current one until the focus leaves them.
  @MainActor private static func parts(of window: CalculatorWindow, _ direction: GtkDirectionType) -> [String] {
    let all: [(String, Widget)] = [("head", window.head), ("results", window.resultsPlace), ("keys", window.keypad)]
    var met: [String] = []
    for _ in 0..<60 {
      guard let focused = gtk_root_get_focus(window.window.opaque),
        let part = all.first(where: { gtk_widget_is_ancestor(focused, $0.1.widget) != 0 })
      else { break }
      if met.last != part.0 { met.append(part.0) }
      gtk_widget_child_focus(window.window.widget, direction)
    }
    return met
  }
}
