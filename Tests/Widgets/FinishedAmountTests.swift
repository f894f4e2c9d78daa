// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow
import XCTest

@testable import KursApp
@testable import KursGtk

/// What is written after Enter: the next amount, or something done to the finished one.
final class FinishedAmountTests: WidgetTestCase {
  private func after(
    _ text: String, _ whole: String, isList: Bool = false
  ) -> FinishedAmount.Instead? {
    var finished = FinishedAmount()
    finished.finished(text, isRefused: false)
    return finished.typed(whole, currency: "USD", isList: isList)
  }

  func testADigitALetterASymbolOrABracketBeginsTheNextAmount() {
    for next in ["5", "e", "$", "€", "(", ".", "٣", "5500 USD / 2"] {
      XCTAssertEqual(after("1000.00", "1000.00\(next)"), .text(next))
      XCTAssertEqual(after("1000.00", "1000.00\(next)", isList: true), .text(next))
    }
    XCTAssertEqual(after("1000 TRY", "1000 TRY 5"), .text("5"))
    XCTAssertNil(after("1000.00", "1000.00 "))
  }

  func testAnOperatorGoesOnFromTheResult() {
    for sign in ["+", "-", "−", "*", "×", "/", "÷", "%"] { XCTAssertNil(after("6.00", "6.00\(sign)")) }
    XCTAssertNil(after("6.00", "6.00*2", isList: true))
    XCTAssertEqual(after("2+3", "2+3*"), .text("(2+3)*"))
  }

  func testAPlusOrMinusAfterAListBeginsALine() {
    XCTAssertEqual(after("100", "100-", isList: true), .newLine(.minus, ""))
    XCTAssertEqual(after("100", "100 + 50 USD", isList: true), .newLine(.plus, "50 USD"))
    XCTAssertEqual(after("1000 TRY", "1000 TRY+"), .newLine(.plus, ""))
  }

  func testTheFinishedAmountKeepsItsCurrencyBesideAnother() {
    var finished = FinishedAmount()
    finished.finished("500.00", isRefused: false)
    for text in ["500.00-", "500.00-1", "500.00-100", "500.00-100 "] {
      XCTAssertNil(finished.typed(text, currency: "USD", isList: false), text)
    }
    XCTAssertEqual(
      finished.typed("500.00-100 E", currency: "USD", isList: false), .text("500.00 USD -100 E"))
    XCTAssertNil(finished.typed("500.00 USD -100 EU", currency: "USD", isList: false))
    XCTAssertEqual(after("500,00", "500,00+$5"), .text("500,00 USD +$5"))
    XCTAssertNil(after("500.00", "500.00*2 EUR"))
  }

  func testWhatIsEditedOrLacksSomethingIsNotFinished() {
    XCTAssertNil(after("12*", "12*5"))
    XCTAssertNil(after("(1+", "(1+5"))
    XCTAssertNil(after("", "5"))
    var finished = FinishedAmount()
    finished.finished("12 abc", isRefused: true)
    XCTAssertNil(finished.typed("12 abc5", currency: "USD", isList: false))
    finished.finished("1000", isRefused: false)
    XCTAssertNil(finished.typed("100", currency: "USD", isList: false))
    XCTAssertNil(finished.typed("10005", currency: "USD", isList: false))
  }

  func testTheAnswerToEnterIsFinishedAndLaterNewsIsNot() {
    var finished = FinishedAmount()
    finished.finished("2*19.90", isRefused: false)
    finished.answered(with: "39.80", isRefused: false)
    XCTAssertEqual(finished.typed("39.805", currency: "USD", isList: false), .text("5"))
    finished.finished("39.80", isRefused: false)
    finished.answered(with: "39.80", isRefused: false)
    finished.answered(with: "7", isRefused: false)
    XCTAssertFalse(finished.isStanding)
  }

  func testWhatIsTypedBeforeTheAnswerOvertakesIt() {
    var typing = TypingEcho()
    typing.sent("2*3")
    typing.asked()
    typing.sent("5")
    XCTAssertNil(typing.answered(with: "2*3"))
    XCTAssertNil(typing.answered(with: "6.00"))
    XCTAssertNil(typing.answered(with: "5"))
    XCTAssertEqual(typing.answered(with: "7"), "7")
    typing.asked()
    XCTAssertEqual(typing.answered(with: "7.00"), "7.00")
    typing.sent("8")
    XCTAssertNil(typing.answered(with: "8"))
    XCTAssertEqual(typing.answered(with: "9"), "9")
  }

  func testTheKeypadBeginsTheNextAmountOrGoesOnWithTheResult() throws {
    try onMain {
      var asked: [CalculatorIntent] = []
      let window = try CalculatorWindow { asked.append($0) }
      var state = CalculatorViewState()
      (state.amount, state.currency) = ("2*3", "USD")
      window.render(state)
      window.press(.equals)
      state.amount = "6.00"
      window.render(state)
      window.press(.subtract)
      window.press(.one)
      XCTAssertEqual(window.typed, "6.00−1")
      window.amount.insert(" E")
      XCTAssertEqual(window.typed, "6.00 USD −1 E")
      XCTAssertEqual(asked.last, .event(.amountTyped("6.00 USD −1 E")))
      state.amount = "6.00 USD −1 E"
      window.render(state)
      window.press(.equals)
      state.amount = "4.88"
      window.render(state)
      window.press(.seven)
      window.press(.eight)
      XCTAssertEqual(window.typed, "78")
      XCTAssertEqual(asked.suffix(2), [.event(.amountTyped("7")), .event(.amountTyped("78"))])
      window.press(.equals)
      window.press(.backspace)
      window.press(.nine)
      XCTAssertEqual(window.typed, "79")
      window.press(.add)
      window.press(.one)
      window.press(.equals)
      window.press(.multiply)
      window.press(.two)
      XCTAssertEqual(window.typed, "(79+1)×2")
      window.window.destroy()
    }
  }

  func testAPlusAfterAListBeginsALine() throws {
    try onMain {
      var asked: [CalculatorIntent] = []
      let window = try CalculatorWindow { asked.append($0) }
      var state = CalculatorViewState()
      (state.amount, state.currency) = ("1000 TRY + 100 EUR", "EUR")
      window.render(state)
      window.press(.equals)
      state.amount = "100"
      (state.active, state.activeID) = (1, 2)
      state.lines = [
        .init(id: 1, amount: "1000", code: "TRY"), .init(id: 2, amount: "100", code: "EUR"),
      ]
      window.render(state)
      window.press(.subtract)
      XCTAssertEqual(window.typed, "")
      XCTAssertEqual(asked.last, .event(.lineAdded(after: nil, sign: .minus)))
      window.press(.five)
      XCTAssertEqual(asked.last, .event(.amountTyped("5")))
      window.window.destroy()
    }
  }
}
