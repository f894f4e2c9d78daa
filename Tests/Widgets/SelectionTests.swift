// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import KursModel
import XCTest

@testable import KursApp
@testable import KursGtk

/// Checks that typed text replaces the amount, even if the focus was in another window.
final class SelectionTests: WidgetTestCase {
  private func opened(_ body: @MainActor (AnsweredWindow) throws -> Void) throws {
    try onMain {
      let answered = try AnsweredWindow()
      defer { answered.window.window.destroy() }
      answered.window.present()
      MainLoop.run(milliseconds: 500)
      try body(answered)
    }
  }

  func testClosingAPopoverOrWindowSelectsTheAmountAgain() throws {
    try opened { answered in
      let window = answered.window
      let all = 0..<window.typed.unicodeScalars.count
      XCTAssertEqual(window.amount.selection, all)
      let openings: [(String, () throws -> Void)] = [
        (
          "date",
          { try DatePopover(.init(title: "Day", none: "None"), day: EveryWindow.today) { _ in }.popUp(at: window.menu) }
        ),
        ("text", { try TextPopover(title: "Note", text: "a") { _ in }.popUp(at: window.menu) }),
        ("menu", { window.menu.popUp(CalculatorMenus.line(EveryWindow.list.lines[0])) }),
      ]
      for (name, open) in openings {
        try open()
        XCTAssertTrue(EveryWindow.waits(50) { window.window.hasFocusInPopover }, name)
        window.window.closePopover()
        XCTAssertTrue(EveryWindow.waits(50) { window.amount.isReplacedByWriting }, name)
        XCTAssertTrue(EveryWindow.waits(20) { window.window.hasFocus(within: window.amount) }, name)
      }
      window.press(.five)
      XCTAssertEqual(window.typed, "5")
    }
  }

  /// Wayland refuses the primary selection to a window without a key press, and other programs may take it.
  func testTypingReplacesTheAmountEvenIfAnotherProgramHasTheSelection() throws {
    try opened { answered in
      let window = answered.window
      Self.takePrimary()
      // GTK 4.18 keeps the selection. GTK 4.8 removes it.
      XCTAssertTrue(EveryWindow.waits(20) { window.amount.selection == nil || gtk_get_minor_version() > 8 })
      window.press(.five)
      window.press(.seven)
      XCTAssertEqual(window.typed, "57")
    }
  }

  func testAnOperatorAfterEqualsContinuesFromTheResult() throws {
    try opened { answered in
      answered.press(.equals)
      Self.takePrimary()
      MainLoop.run(milliseconds: 20)
      answered.press(.add, .one)
      XCTAssertEqual(answered.window.typed.filter { !$0.isWhitespace }, "100.00+1")
    }
  }

  @MainActor private static func takePrimary() {
    let clipboard = gdk_display_get_primary_clipboard(gdk_display_get_default())
    gdk_clipboard_set_text(clipboard, "other")
  }
}
