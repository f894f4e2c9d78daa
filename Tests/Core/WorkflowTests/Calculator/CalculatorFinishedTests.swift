// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@testable import KursWorkflow

@Suite struct CalculatorFinishedTests {
  /// A text that stays one line when Enter is pressed.
  private static let expression = "2 * (5 USD + 3 GBP)"

  private func typed(_ events: CalculatorEvent...) -> String {
    var machine = CalculatorSample.machine()
    machine.send(all: events)
    return machine.state.typed
  }

  private func finished(_ text: String) -> CalculatorMachine {
    var machine = CalculatorSample.machine()
    machine.send(all: [.amountTyped(text), .equalsPressed])
    #expect(machine.state.isFinished)
    return machine
  }

  @Test(
    "after pressing =, a typed digit, letter or bracket replaces the result",
    arguments: ["5", "e", "$", "€", "(", ".", "٣", "5500 USD / 2"])
  func afterPressingATypedDigitLetterOrBracketReplacesTheResult(next: String) {
    #expect(typed(.amountTyped("1000"), .equalsPressed, .amountTyped("1000.00\(next)")) == next)
    #expect(typed(.amountTyped("1000 TRY"), .equalsPressed, .amountTyped("1000.00 \(next)")) == next)
    var machine = finished("1000 TRY + 5 USD")
    _ = machine.send(.amountTyped("5\(next)"))
    #expect(machine.state.typed == next)
    #expect(machine.state.lines.count >= 2)
  }

  @Test(
    "after pressing =, a typed operator continues from the result",
    arguments: ["+", "-", "−", "–", "*", "×", "/", "÷", "%"])
  func afterPressingATypedOperatorContinuesFromTheResult(sign: String) {
    var machine = finished("2*3")
    _ = machine.send(.amountTyped("6.00\(sign)"))
    #expect(machine.state.typed == "6.00\(sign)")
    #expect(!machine.state.isFinished)
  }

  @Test(
    "after pressing =, an operator uses the result with all decimals",
    arguments: [
      ("1234.5", Currency.jpy, "1235*1000", "1234500"), ("100/3", .eur, "33.33*3", "100"),

      ("2*1.2345", .usd, "2.47+1", "3.469"),
    ])
  func operatorsGoOnUnrounded(text: String, currency: Currency, next: String, amount: String) {
    var machine = CalculatorSample.machine()
    machine.send(all: [.sourceChosen(currency), .amountTyped(text), .equalsPressed, .amountTyped(next)])
    #expect(machine.state.amount == number(amount))
  }

  @Test("pressing Enter in the last line saves the list in the history")
  func pressingEnterInTheLastLineSavesTheListInTheHistory() {
    var machine = finished("1000 TRY + 5 USD")
    #expect(machine.send(.equalsPressed).contains(.keepInHistory))
  }

  @Test("a space typed after the result changes nothing") func aSpaceTypedAfterTheResultChangesNothing() {
    var machine = finished("1000")
    _ = machine.send(.amountTyped("1000.00 "))
    #expect(machine.state.typed == "1000.00 ")
    #expect(machine.state.isFinished)
  }

  @Test("an operator after a finished expression puts the expression in brackets")
  func anOperatorAfterAFinishedExpressionPutsTheExpressionInBrackets() {
    var machine = finished(Self.expression)
    _ = machine.send(.amountTyped(Self.expression + "*"))
    #expect(machine.state.typed == "(\(Self.expression))*")
    _ = machine.send(.amountTyped("(\(Self.expression))*2"))
    #expect(machine.state.typed == "(\(Self.expression))*2")
    #expect(!machine.state.isFinished)
  }

  @Test(
    "a plus or minus typed after a finished list adds a line",
    arguments: [("-", LineSign.minus), ("–", .minus), ("\u{FF0D}", .minus), ("+", .plus), ("\u{FF0B}", .plus)])
  func aPlusOrMinusTypedAfterAFinishedListAddsALine(sign: String, line: LineSign) {
    var machine = finished("1000 TRY + 5 USD")
    _ = machine.send(.amountTyped("5 \(sign) 50 EUR"))
    #expect(machine.state.typed == "50 EUR")
    #expect(machine.state.lines.map(\.text) == ["1000", "5", "50"])
    #expect(machine.state.lines.last?.sign == line)
    machine = finished(Self.expression)
    _ = machine.send(.amountTyped(Self.expression + sign))
    #expect(machine.state.typed == "")
    #expect(machine.state.lines.map(\.sign) == [.plus, line])
  }

  @Test("after pressing =, typing a second currency keeps the first amount's currency")
  func afterPressingTypingASecondCurrencyKeepsTheFirstAmountsCurrency() {
    var machine = finished("500")
    for text in ["500.00-", "500.00-1", "500.00-100", "500.00-100 "] {
      _ = machine.send(.amountTyped(text))
      #expect(machine.state.typed == text)
    }
    _ = machine.send(.amountTyped("500.00-100 U"))
    #expect(machine.state.typed == "500.00 EUR -100 U")
    _ = machine.send(.amountTyped("500.00 EUR -100 US"))
    #expect(machine.state.typed == "500.00 EUR -100 US")
    #expect(typed(.amountTyped("500"), .equalsPressed, .amountTyped("500.00+$5")) == "500.00 EUR +$5")
    #expect(typed(.amountTyped("500"), .equalsPressed, .amountTyped("500.00*2 EUR")) == "500.00*2 EUR")
  }

  @Test(
    "pressing = leaves an incomplete amount as typed",
    arguments: ["12*", "(1+", "", "12 abc"]) func pressingLeavesAnIncompleteAmountAsTyped(text: String) {
    #expect(typed(.amountTyped(text), .equalsPressed, .amountTyped(text + "5")) == text + "5")
  }

  @Test("an edited result isn't replaced by the next typed digit")
  func anEditedResultIsntReplacedByTheNextTypedDigit() {
    #expect(typed(.amountTyped("1000"), .equalsPressed, .amountTyped("1000.0"), .amountTyped("1000.05")) == "1000.05")
    #expect(typed(.amountTyped("12"), .equalsPressed, .cursorMoved, .amountTyped("12.005")) == "12.005")
    #expect(
      typed(.amountTyped("12"), .equalsPressed, .amountTyped("12.00+"), .amountTyped("12.00"), .amountTyped("12.005"))
        == "12.005")
  }

  @Test("after a swap, undo or new line, typing doesn't replace the amount")
  func afterASwapUndoOrNewLineTypingDoesntReplaceTheAmount() {
    for event in [CalculatorEvent.swapped(at: 0), .undo, .lineAdded(after: nil, sign: .plus), .cleared()] {
      var machine = finished("2*19.90")
      _ = machine.send(event)
      #expect(!machine.state.isFinished, "\(event)")
    }
    var machine = finished("2*19.90")
    machine.send(all: [.resultAdded(.chf), .dayChosen(CalculatorSample.today)])
    #expect(machine.state.isFinished)
  }
}
