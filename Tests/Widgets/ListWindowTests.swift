// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow
import XCTest

@testable import KursApp
@testable import KursGtk

/// Tests the calculator window with several lines.
final class ListWindowTests: WidgetTestCase {
  private static func line(_ id: Int, _ amount: String, _ code: String, value: String) -> CalculatorViewState.Line {
    .init(id: id, amount: amount, code: code, value: value, spoken: "plus, \(amount), \(code), \(value) EUR")
  }

  private static var list: CalculatorViewState {
    var state = CalculatorViewState()
    state.amount = "250"
    state.currency = "EUR"
    state.currencyName = "Euro"
    state.lines = [line(1, "100", "USD", value: "89.51"), line(2, "250", "EUR", value: "250.00")]
    (state.active, state.activeID) = (1, 2)
    state.total = .init(code: "EUR", currencyName: "Euro", value: "339.51")
    state.rows = [.init(id: "USD", name: "US Dollar", value: "379.30", rate: "1 EUR = 1.1172 USD")]
    (state.canUndo, state.canRedo) = (true, false)
    return state
  }

  private static var single: CalculatorViewState {
    var state = list
    (state.lines, state.active, state.total) = ([], 0, nil)
    return state
  }

  func testWithASingleLineNoListWidgetsAreCreated() throws {
    try onMain {
      let window = try CalculatorWindow { _ in }
      defer { window.window.destroy() }
      window.render(CalculatorViewState())
      XCTAssertEqual(window.lines.rows.count, 0)
      XCTAssertNil(window.late.total)
      XCTAssertNil(window.late.paste)
      XCTAssertNil(window.late.readings)
      XCTAssertNil(window.late.undo)
    }
  }

  func testTheListAndItsTotalAreShownOnlyWithSeveralLines() throws {
    try onMain {
      let window = try CalculatorWindow { _ in }
      defer { window.window.destroy() }
      window.render(Self.list)
      XCTAssertEqual(window.lines.rows.count, 1)
      XCTAssertEqual(window.late.total?.text, "339.51")
      window.render(Self.single)
      XCTAssertEqual(window.lines.rows.count, 0)
      XCTAssertEqual(window.late.total?.widget.isVisible, false)
    }
  }

  func testTheEditorMovesToTheEditedLineAndKeepsTheFocus() throws {
    try onMain {
      let window = try CalculatorWindow { _ in }
      defer { window.window.destroy() }
      var state = Self.list
      state.lines.append(Self.line(3, "7", "CHF", value: "7.40"))
      window.render(state)
      window.present()
      XCTAssertEqual(window.lines.place, 1)
      for place in [0, 2, 1] {
        (state.active, state.activeID) = (place, state.lines[place].id)
        window.render(state)
        MainLoop.run(milliseconds: 50)
        XCTAssertEqual(window.lines.place, place)
        XCTAssertTrue(window.window.hasFocus(within: window.amount))
      }
    }
  }

  func testClickingTheSignOfTheEditedLineChangesTheSign() throws {
    try onMain {
      var asked: [CalculatorIntent] = []
      let window = try CalculatorWindow { asked.append($0) }
      defer { window.window.destroy() }
      window.render(Self.list)
      window.lines.onAction(.turned(2))
      XCTAssertEqual(asked, [.event(.lineSignChosen(at: 1, .minus))])
    }
  }

  func testRenderingAListSendsNoAction() throws {
    try onMain {
      var asked: [CalculatorIntent] = []
      let window = try CalculatorWindow { asked.append($0) }
      defer { window.window.destroy() }
      window.render(Self.list)
      var other = Self.list
      (other.active, other.activeID, other.amount) = (0, 1, "100")
      window.render(other)
      XCTAssertEqual(asked, [])
      XCTAssertEqual(window.typed, "100")
    }
  }

  func testBackspaceRemovesAnEmptyLineIfThereAreOtherLines() throws {
    try onMain {
      var asked: [CalculatorIntent] = []
      let window = try CalculatorWindow { asked.append($0) }
      defer { window.window.destroy() }
      var empty = Self.list
      empty.amount = ""
      window.render(empty)
      window.press(.backspace)
      XCTAssertEqual(asked, [.event(.lineRemoved(at: 1, removal: 1))])
      var alone = Self.single
      alone.amount = ""
      window.render(alone)
      window.press(.backspace)
      XCTAssertEqual(asked.count, 1)
    }
  }

  func testTheNewLineKeyAddsAnEmptyLineForTheNextAmount() throws {
    try onMain {
      let calculator = try AnsweredWindow()
      defer { calculator.window.window.destroy() }
      calculator.press(.line, .seven)
      XCTAssertEqual(calculator.window.typed, "7")
      XCTAssertEqual(calculator.state.lines.map(\.text), ["100", "7"])
    }
  }

  func testTwoQuickArrowKeyPressesSelectTheLineTwoAbove() throws {
    try onMain {
      let calculator = try AnsweredWindow()
      let window = calculator.window
      defer { window.window.destroy() }
      calculator.send(.pasted("1 EUR\n2 EUR\n4 EUR"))
      XCTAssertTrue(window.step(by: -1))
      XCTAssertTrue(window.step(by: -1))
      XCTAssertFalse(window.step(by: -1))
      XCTAssertEqual((window.typed), "1")
      XCTAssertTrue(window.moveLine(by: 1))
      XCTAssertTrue(window.moveLine(by: 1))
      XCTAssertFalse(window.moveLine(by: 1))
      XCTAssertEqual(calculator.state.lines.map(\.text), ["2", "4", "1"])
      window.remove(window.shown.activeID)
      XCTAssertEqual(window.typed, "4")
    }
  }

  func testEnterAfterAPlusOrMinusAddsALineWithThatSign() throws {
    try onMain {
      let calculator = try AnsweredWindow()
      defer { calculator.window.window.destroy() }
      calculator.window.amount.position = -1
      calculator.press(.subtract, .equals)
      XCTAssertEqual(calculator.window.typed, "")
      XCTAssertEqual(calculator.state.lines.map(\.text), ["100", ""])
      XCTAssertEqual(calculator.state.lines.map(\.sign), [.plus, .minus])
    }
  }

  func testTypingContinuesInTheNewLineThatAnAmountWasMovedTo() throws {
    try onMain {
      let calculator = try AnsweredWindow()
      let window = calculator.window
      defer { window.window.destroy() }
      window.window.present()
      for event in [CalculatorEvent.amountTyped("7"), .sourceChosen(.usd), .amountTyped("7+250"), .sourceChosen(.eur)] {
        calculator.send(event)
      }
      XCTAssertEqual(window.shown.lines.count, 2)
      XCTAssertEqual(window.typed, "250")
      XCTAssertNil(window.amount.selection)
      calculator.press(.one)
      XCTAssertEqual(window.typed, "2501")
    }
  }

  func testAnAmbiguousPastedAmountShowsItsReadings() throws {
    try onMain {
      let window = try CalculatorWindow { _ in }
      defer { window.window.destroy() }
      var state = Self.list
      let reader = CalculationReader(
        symbols: NumberSymbols(posix: "en_US"), catalogue: CurrencyCatalogue(records: [], legalRates: []))
      let other = try XCTUnwrap(reader.read("1.234").alternatives.first)
      state.paste = .init(
        title: "1 amount found", lines: [Self.line(1, "1.234", "EUR", value: "1.23")],
        readings: [.init(label: "Read 1.234 as 1,234", meaning: "1,234", alternative: other)], remarks: [], canAdd: true
      )
      window.render(state)
      XCTAssertEqual(window.late.paste?.widget.isVisible, true)
      state.paste = nil
      window.render(state)
      XCTAssertEqual(window.late.paste?.widget.isVisible, false)
    }
  }

  func testAFeeButtonOpensTheFeeWindowAndACrossRemovesTheFee() throws {
    try onMain {
      var asked: [CalculatorIntent] = []
      let window = try CalculatorWindow { asked.append($0) }
      defer { window.window.destroy() }
      var state = Self.single
      state.chips = [.init(label: "Fee 2%", spoken: "Fee 2%", action: .fee, removal: .feeChosen(nil))]
      window.render(state)
      state.total = Self.list.total
      window.render(state)
      let chips = try XCTUnwrap(window.late.chips)
      XCTAssertTrue(chips.widget.isVisible)
      window.window.present()
      MainLoop.run(milliseconds: 300)
      XCTAssertTrue(chips.widget.isPlaced(after: try XCTUnwrap(window.late.total).widget))
      chips.buttons[0].open.activate()
      MainLoop.run(milliseconds: 300)
      XCTAssertEqual(asked, [.feePressed])
      chips.buttons[0].remove.activate()
      MainLoop.run(milliseconds: 300)
      XCTAssertEqual(asked, [.feePressed, .event(.feeChosen(nil))])
      state.chips = []
      window.render(state)
      XCTAssertFalse(chips.widget.isVisible)
    }
  }

  func testAClosedWindowWithAListIsFreed() throws {
    try onMain {
      var window: CalculatorWindow? = try CalculatorWindow { _ in }
      window?.render(Self.list)
      window?.present()
      MainLoop.run(milliseconds: 100)
      let slot = try XCTUnwrap(window?.window.weakSlot())
      weak let released = window
      window?.window.destroy()
      window = nil
      MainLoop.run(milliseconds: 50)
      XCTAssertFalse(slot.isAlive)
      XCTAssertNil(released)
    }
  }
}
