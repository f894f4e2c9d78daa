// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow
import XCTest

@testable import KursApp
@testable import KursGtk

final class FinishedAmountTests: WidgetTestCase {
  func testAfterEnterADigitReplacesTheResultAndAnOperatorContinuesIt() throws {
    try onMain {
      let calculator = try AnsweredWindow()
      let window = calculator.window
      defer { window.window.destroy() }
      calculator.send(.amountTyped("2*3"))
      calculator.press(.equals, .subtract, .one)
      XCTAssertEqual(window.typed, "6.00−1")
      window.amount.insert(" U")
      XCTAssertEqual(window.typed, "6.00 EUR −1 U")
      XCTAssertEqual(calculator.state.typed, window.typed)
      XCTAssertEqual(window.amount.position, 13)
      calculator.press(.clear, .two, .multiply, .two, .equals, .seven, .eight)
      XCTAssertEqual(window.typed, "78")
      calculator.press(.equals, .backspace, .nine)
      XCTAssertEqual(window.typed, "78.09")
    }
  }

  func testAnOperatorAfterAFinishedListBeginsANewLine() throws {
    try onMain {
      let calculator = try AnsweredWindow()
      let window = calculator.window
      defer { window.window.destroy() }
      calculator.send(.amountTyped("1000 TRY + 100 EUR"))
      calculator.press(.equals, .subtract)
      XCTAssertEqual(window.typed, "")
      XCTAssertEqual(window.shown.lines.map(\.sign), ["+", "+", "−"])
      calculator.press(.five, .two)
      XCTAssertEqual(window.typed, "52")
      XCTAssertEqual(calculator.state.lines.map(\.text), ["1000", "100", "52"])
    }
  }

  /// After its change signal, GTK moves the cursor behind the typed text, even if the handler replaced the text.
  func testTheCursorIsAfterTheTextThatReplacesTypedText() throws {
    try onMain {
      let calculator = try AnsweredWindow()
      let window = calculator.window
      defer { window.window.destroy() }
      calculator.send(.amountTyped("2 * (5 USD + 3 TRY)"))
      calculator.press(.equals)
      window.amount.insert("*")
      XCTAssertEqual(window.typed, "(2 * (5 USD + 3 TRY))*")
      window.amount.insert("2")
      XCTAssertEqual(window.typed, "(2 * (5 USD + 3 TRY))*2")
      window.amount.position = 1
      window.amount.insert("3")
      window.amount.insert("4")
      XCTAssertEqual(window.typed, "(342 * (5 USD + 3 TRY))*2")
    }
  }
}
