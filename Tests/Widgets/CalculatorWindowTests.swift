// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import KursModel
import KursWorkflow
import XCTest

@testable import KursApp
@testable import KursGtk

final class CalculatorWindowTests: WidgetTestCase {
  func testAResultShowsCodeOrNameAsChosenInTheSettings() throws {
    try onMain {
      let row = try ResultRow { _, _ in }
      var state = CalculatorViewState.Row(id: "USD", name: "US Dollar", value: "1.00", rate: "")
      for (naming, expected) in [(CurrencyLook.Naming.code, [true, false]), (.name, [false, true]), (.both, [true, true])] {
        state.look.naming = naming
        row.render(state)
        XCTAssertEqual([row.code.isVisible, row.name.isVisible], expected)
        XCTAssertFalse(row.mark.isVisible)
      }
      (state.look.mark, state.mark) = (.sign, "$")
      row.render(state)
      XCTAssertTrue(row.mark.isVisible)
      XCTAssertEqual(row.mark.text, "$")
    }
  }

  func testACompactWindowShowsOnlyTheCodeOfAResult() throws {
    try onMain {
      let row = try ResultRow { _, _ in }
      var state = CalculatorViewState.Row(id: "USD", name: "US Dollar", value: "1.00", rate: "")
      for (naming, expected) in [(CurrencyLook.Naming.code, [true, false]), (.name, [false, true]), (.both, [true, true])] {
        state.look.naming = naming
        row.render(state)
        row.beCompact(true)
        XCTAssertEqual([row.code.isVisible, row.name.isVisible], [true, false])
        row.beCompact(false)
        XCTAssertEqual([row.code.isVisible, row.name.isVisible], expected)
      }
    }
  }

  private static let state: CalculatorViewState = {
    var state = CalculatorViewState()
    state.amount = "100"
    state.currency = "EUR"
    state.currencyName = "Euro"
    state.rows = [
      .init(id: "USD", name: "US Dollar", value: "111.72", rate: "1 EUR = 1.1172 USD"),
      .init(id: "JPY", name: "Yen", value: "17,568", rate: "1 EUR = 175.68 JPY"),
    ]
    return state
  }()

  func testTheClosedCalculatorWindowIsFreed() throws {
    try onMain {
      var window: CalculatorWindow? = try CalculatorWindow { _ in }
      window?.render(Self.state)
      window?.present()
      MainLoop.run(milliseconds: 50)
      let slot = try XCTUnwrap(window?.window.weakSlot())
      XCTAssertTrue(slot.isAlive)
      window?.window.destroy()
      window = nil
      MainLoop.run(milliseconds: 50)
      XCTAssertFalse(slot.isAlive)
    }
  }

  func testTheKeypadIsOneTabStopAndKeysExceptDigitsHaveTooltips() throws {
    try onMain {
      let builder = try Builder(ui: "calculator")
      let window = try CalculatorWindow { _ in }
      defer { window.window.destroy() }
      window.render(Self.state)
      window.present()
      MainLoop.run(milliseconds: 100)
      var stops = 0
      var child = gtk_widget_get_first_child(window.keypad.widget)
      while let key = child {
        stops += Int(gtk_widget_get_focusable(key))
        child = gtk_widget_get_next_sibling(key)
      }
      XCTAssertEqual(stops, 1)
      for key in Key.allCases {
        let button: Button = try builder.object("key_\(key.rawValue)")
        XCTAssertEqual(gtk_widget_get_tooltip_text(button.widget) == nil, key.isDigit, key.rawValue)
      }
    }
  }

  func testANarrowWindowShowsTheKeypadOnlyAfterTheUserOpensIt() throws {
    try onMain {
      for (width, isChosen, isShown) in [(400, nil, false), (599, nil, false), (600, nil, true), (400, true, true),
        (820, false, false)] as [(Int, Bool?, Bool)]
      {
        let window = try CalculatorWindow { _ in }
        defer { window.window.destroy() }
        var state = Self.state
        state.hasKeypad = isChosen
        window.render(state)
        window.window.size = (width, 720)
        window.present()
        MainLoop.run(milliseconds: 200)
        XCTAssertEqual(window.keypad.isMapped, isShown, "\(width) \(isChosen as Bool?)")
      }
    }
  }

  func testTypingClosesTheKeypadOfANarrowWindow() throws {
    try onMain {
      var asked: [CalculatorIntent] = []
      let window = try CalculatorWindow { asked.append($0) }
      defer { window.window.destroy() }
      var state = Self.state
      state.hasKeypad = true
      window.render(state)
      window.window.size = (400, 720)
      window.present()
      MainLoop.run(milliseconds: 200)
      let key = { (name: String, text: String?) in
        KeyPress(name: name, text: text, hasControl: false, hasShift: false, hasAlt: false)
      }
      window.foldKeypad(for: key("Left", nil))
      XCTAssertFalse(asked.contains(.event(.keypadSwitched(false))))
      window.foldKeypad(for: key("5", "5"))
      XCTAssertTrue(asked.contains(.event(.keypadSwitched(false))))
      XCTAssertNotNil(window.late.keypadToggle)
    }
  }

  func testInAWindow420PixelsHighEveryKeyIsVisible() throws {
    try onMain {
      for width in [360, 400, 820] {
        let window = try CalculatorWindow { _ in }
        defer { window.window.destroy() }
        var state = Self.state
        state.hasKeypad = true
        window.render(state)
        window.window.size = (width, 420)
        window.present()
        MainLoop.run(milliseconds: 300)
        XCTAssertTrue(window.keypad.isMapped, "\(width)")
        XCTAssertLessThanOrEqual(window.window.height, 420, "\(width)")
      }
    }
  }

  func testTheListScrollsToAnAddedResult() throws {
    try onMain {
      let window = try CalculatorWindow { _ in }
      defer { window.window.destroy() }
      var state = Self.state
      state.hasKeypad = true
      window.render(state)
      window.window.size = (360, 560)
      window.present()
      MainLoop.run(milliseconds: 300)
      let adjustment = gtk_scrolled_window_get_vadjustment(window.resultsPlace.opaque)
      XCTAssertEqual(gtk_adjustment_get_value(adjustment), 0)
      state.rows += ["GBP", "CHF", "SEK", "NOK", "DKK", "PLN"].map { .init(id: $0, name: $0, value: "1.00", rate: "") }
      window.render(state)
      MainLoop.run(milliseconds: 300)
      XCTAssertGreaterThan(gtk_adjustment_get_upper(adjustment), gtk_adjustment_get_page_size(adjustment))
      XCTAssertGreaterThan(gtk_adjustment_get_value(adjustment), 0)
    }
  }

  func testTheStatusLineShowsAnErrorBesideTheProvider() throws {
    try onMain {
      let window = try CalculatorWindow { _ in }
      var state = Self.state
      state.provenance = "European Central Bank · today"
      window.render(state)
      XCTAssertEqual(window.provenance.text, "European Central Bank · today")
      XCTAssertTrue(window.refresh.isVisible)
      state.notice = .init(sentence: "Nothing can be saved.", button: .dismiss)
      window.render(state)
      XCTAssertEqual(window.provenance.text, "European Central Bank · today")
      XCTAssertEqual(window.notice.text, "Nothing can be saved.")
      XCTAssertTrue(window.notice.isVisible)
      XCTAssertTrue(window.noticeButton.isVisible)
      XCTAssertFalse(window.refresh.isVisible)
      // A notice without a button is appended to the text of the status line.
      state.notice = .init(sentence: "Can't reach the bank.")
      window.render(state)
      XCTAssertFalse(window.notice.isVisible)
      XCTAssertEqual(window.provenance.text, "European Central Bank · today · Can't reach the bank.")
      state.notice = nil
      window.render(state)
      XCTAssertEqual(window.provenance.text, "European Central Bank · today")
      XCTAssertTrue(window.refresh.isVisible)
      window.window.destroy()
    }
  }

  func testTheWelcomeMessageStaysUntilTheUserDismissesIt() throws {
    try onMain {
      var sent: [CalculatorIntent] = []
      let window = try CalculatorWindow { sent.append($0) }
      defer { window.window.destroy() }
      var state = Self.state
      state.introduction = "Kurs sends nothing."
      window.render(state)
      window.present()
      MainLoop.run(milliseconds: 300)
      XCTAssertNotNil(window.toasts.sentence)
      // The typed text still goes to the amount.
      XCTAssertTrue(window.window.hasFocus(within: window.amount))
      MainLoop.run(milliseconds: 1200)
      // A second notice replaces the welcome message. So the message doesn't count as read and is shown again at the
      // next start.
      window.toast("Copied")
      XCTAssertTrue(EveryWindow.waits(60) { window.toasts.sentence == "Copied" })
      XCTAssertFalse(sent.contains(.event(.introductionRead)))
      window.toasts.showWelcome("Kurs sends nothing.") {
        sent.append(.event(.introductionRead))
      }
      MainLoop.run(milliseconds: 1500)
      window.toasts.dismiss()
      XCTAssertTrue(EveryWindow.waits(60) { sent.filter { $0 == .event(.introductionRead) }.count == 1 })
    }
  }

  func testTheSwiftObjectsOfADestroyedWindowAreFreed() throws {
    try onMain {
      weak var released: CalculatorWindow?
      try Self.scoped {
        let window = try CalculatorWindow { _ in }
        window.render(Self.state)
        released = window
        window.window.destroy()
      }
      XCTAssertNil(released)
    }
  }

  func testTypingSendsAnEventAndRenderingSendsNone() throws {
    try onMain {
      var asked: [CalculatorIntent] = []
      let window = try CalculatorWindow { asked.append($0) }
      window.render(Self.state)
      XCTAssertEqual(asked, [])
      window.press(.seven)
      XCTAssertEqual(asked, [.event(.amountTyped("1007"))])
      window.press(.backspace)
      window.press(.clear)
      XCTAssertEqual(asked.dropFirst(), [.event(.amountTyped("100")), .event(.amountTyped(""))])
      window.window.destroy()
    }
  }

  func testResultsAreAddedAndRemovedInTheWindow() throws {
    try onMain {
      let window = try CalculatorWindow { _ in }
      window.render(Self.state)
      XCTAssertEqual(window.value(of: "JPY"), "17,568")
      var fewer = Self.state
      fewer.rows.removeFirst()
      window.render(fewer)
      XCTAssertEqual(window.value(of: nil), "17,568")
      XCTAssertNil(window.value(of: "USD"))
      window.window.destroy()
    }
  }
}
