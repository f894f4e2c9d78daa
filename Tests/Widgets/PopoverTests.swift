// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import XCTest

@testable import KursApp
@testable import KursGtk
@testable import KursWorkflow

/// Tests rows that are removed while their menu or popover is open.
final class PopoverTests: WidgetTestCase {
  private func opened(_ body: @MainActor (CalculatorWindow) throws -> Void) throws {
    try onMain {
      let window = try CalculatorWindow { _ in }
      defer { window.window.destroy() }
      window.render(EveryWindow.list)
      window.present()
      MainLoop.run(milliseconds: 300)
      try body(window)
    }
  }

  @MainActor private static func withoutRows(_ change: (inout CalculatorViewState) -> Void) -> CalculatorViewState {
    var state = EveryWindow.list
    change(&state)
    return state
  }

  func testAResultCanBeRemovedWhileItsMenuIsOpen() throws {
    for _ in 0..<5 {
      try opened { window in
        window.rows[0].place.popUp(CalculatorMenus.result("USD"))
        XCTAssertTrue(EveryWindow.waits(25) { window.window.hasFocusInPopover })
        window.render(Self.withoutRows { $0.rows = [] })
        MainLoop.run(milliseconds: 200)
        XCTAssertFalse(window.window.hasFocusInPopover)
      }
    }
  }

  func testAResultCanBeRemovedWhileItsPopoverIsOpen() throws {
    for _ in 0..<5 {
      try opened { window in
        window.edit("USD")
        MainLoop.run(milliseconds: 25)
        window.explain("USD", ["1 EUR = 1.1172 USD"])
        MainLoop.run(milliseconds: 50)
        window.render(Self.withoutRows { $0.rows = [] })
        MainLoop.run(milliseconds: 200)
      }
    }
  }

  func testAPopoverShowsItsWholeContent() throws {
    try opened { window in
      let sentence = "European Central Bank: the rates of 30 October 2026 are used for 28 November 2026."
      window.explain("USD", ["1 EUR = 1.1172 USD · European Central Bank · 30 October 2026", sentence, sentence])
      MainLoop.run(milliseconds: 300)
      let popover = try XCTUnwrap(
        gtk_root_get_focus(window.window.opaque).flatMap { gtk_widget_get_ancestor($0, gtk_popover_get_type()) })
      let raw = UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkPopover.self)
      let content = try XCTUnwrap(gtk_popover_get_child(raw))
      var height: Int32 = 0
      gtk_widget_measure(content, GTK_ORIENTATION_VERTICAL, gtk_widget_get_width(content), &height, nil, nil, nil)
      XCTAssertGreaterThanOrEqual(gtk_widget_get_height(content), height)
      let contents = try XCTUnwrap(gtk_widget_get_parent(content))
      XCTAssertLessThanOrEqual(gtk_widget_get_height(content), gtk_widget_get_height(contents))
    }
  }

  func testALineCanBeRemovedWhileItsMenuIsOpen() throws {
    try opened { window in
      let place = try XCTUnwrap(window.lines.rows.first).row
      window.openMenu(ofLine: 1, at: place)
      XCTAssertTrue(EveryWindow.waits(25) { window.window.hasFocusInPopover })
      window.render(
        Self.withoutRows {
          $0.lines = [$0.lines[1]]; ($0.active, $0.activeID) = (0, 2)
        })
      MainLoop.run(milliseconds: 200)
    }
  }

  /// The button is freed before the pending events of its popover are handled.
  func testAButtonIsFreedAfterItsPopoverCloses() {
    onMain {
      let window = Window(UnsafeMutableRawPointer(gtk_window_new()!))
      defer { window.destroy() }
      var slot: WeakSlot?
      Self.scoped {
        let button = Button(label: "⋮")
        gtk_window_set_child(window.cast(), button.widget)
        window.present()
        MainLoop.run(milliseconds: 100)
        let menu = Menu()
        menu.append("One", action: "win.one")
        button.popUp(menu)
        MainLoop.run(milliseconds: 100)
        slot = button.weakSlot()
        gtk_window_set_child(window.cast(), nil)
      }
      MainLoop.run(milliseconds: 200)
      XCTAssertEqual(slot?.isAlive, false)
    }
  }
}
