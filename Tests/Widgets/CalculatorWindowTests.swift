// SPDX-License-Identifier: GPL-3.0-or-later
import KursWorkflow
import XCTest

@testable import KursApp
@testable import KursGtk

final class CalculatorWindowTests: WidgetTestCase {
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

  func testAClosedWindowIsFreed() throws {
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

  func testItsSwiftSideIsFreedWithIt() throws {
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

  func testTypingIsPassedOnAndRenderingIsNot() throws {
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

  func testRowsComeAndGo() throws {
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
