// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing
import TestSupport

@testable import KursWorkflow

@Suite struct CalculatorSessionTests {
  @Test("after any sequence of events, a restart restores the list", arguments: 1...100)
  func afterAnySequenceOfEventsARestartRestoresTheList(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var machine = CalculatorSample.machine()
    for _ in 0..<30 { _ = machine.send(EventMaker.event(for: machine.state, using: &random)) }
    var again = CalculatorSample.machine(machine.sessionValues.values)
    // The custom rates aren't stored in the session, so the test passes them to the calculator.
    _ = again.send(.ownRatesReplaced(machine.state.ownRates))
    #expect(again.linesText == machine.linesText)
    #expect(again.state.lines.map(\.note) == machine.state.lines.map(\.note))
    #expect(again.totalText == machine.totalText)
    #expect(again.state.results.map(\.currency) == machine.state.results.map(\.currency))
    #expect(again.state.typed == machine.state.typed)
    #expect(again.state.active == machine.state.active)
    #expect(again.state.amount == machine.state.amount)
    #expect(again.state.fee == machine.state.fee)
    #expect(again.state.day == machine.state.day)
  }

  @Test("values saved by the old one-line calculator are read")
  func valuesSavedByTheOldOneLineCalculatorAreRead() {
    let machine = CalculatorSample.machine(
      ["amount": "15725", "exact": "31449/2", "source": "JPY", "results": "USD,EUR", "window": "500x700"])
    #expect(machine.state.typed == "15725")
    #expect(machine.state.amount == number("15724.5"))
    #expect(machine.state.source == .jpy)
    #expect(machine.state.results.map(\.currency) == [.usd, .eur])
    #expect(machine.state.window == WindowSize(width: 500, height: 700))
    #expect(machine.state.lines.count == 1)
  }

  @Test("removing a line of the list also removes the saved line")
  func removingALineOfTheListAlsoRemovesTheSavedLine() {
    var machine = CalculatorSample.machine()
    machine.send(all: [.amountTyped("1 EUR + 2 USD"), .equalsPressed])
    #expect(machine.sessionValues.values["lines"]?.split(separator: "\n").count == 2)
    _ = machine.send(.lineRemoved(at: 1))
    #expect(machine.sessionValues.values["lines"] == "")
  }

  @Test("saved text with tabs, line breaks and backslashes is read back unchanged")
  func savedTextWithTabsLineBreaksAndBackslashesIsReadBackUnchanged() {
    for text in ["", "a\tb", "a\\tb", "\\", "line\nline\r", "ends\\"] {
      #expect(RowField.read(RowField.write(text)) == text)
    }
  }

  @Test("after a restart, fee, cash rounding and date are restored")
  func afterARestartFeeCashRoundingAndDateAreRestored() {
    var machine = CalculatorSample.machine()
    let fee = Fee(percent: number("2.5"), direction: .iReceive)
    machine.send(all: [.feeChosen(fee), .cashRoundingSwitched(true), .dayChosen(day("2008-09-15"))])
    let again = CalculatorSample.machine(machine.sessionValues.values)
    #expect(again.state.fee == fee)
    #expect(again.state.roundsCash)
    #expect(again.state.day == day("2008-09-15"))
  }

  @Test("the keypad's visibility is saved without an undo step") func theKeypadsVisibilityIsSavedWithoutAnUndoStep() {
    var machine = CalculatorSample.machine()
    #expect(machine.state.hasKeypad == nil)
    #expect(machine.send(.keypadSwitched(false)) == [.saveSession])
    #expect(machine.send(.keypadSwitched(false)) == [])
    #expect(!machine.state.canUndo)
    #expect(CalculatorSample.machine(machine.sessionValues.values).state.hasKeypad == false)
  }

  @Test("the compact window remembers its own size") func theCompactWindowRemembersItsOwnSize() {
    var machine = CalculatorSample.machine()
    _ = machine.send(.windowResized(WindowSize(width: 820, height: 640)))
    #expect(machine.send(.compactSwitched(true)) == [.saveSession])
    #expect(machine.send(.compactSwitched(true)) == [])
    _ = machine.send(.windowResized(WindowSize(width: 280, height: 200)))
    let state = CalculatorSample.machine(machine.sessionValues.values).state
    #expect(state.isCompact)
    #expect(state.compactWindow == WindowSize(width: 280, height: 200))
    #expect(state.window == WindowSize(width: 820, height: 640))
  }

  @Test("only a short amount on the clipboard is offered for pasting", arguments: [
    ("42.50 GBP", true), ("€ 1,299.00", true), (" 12 ", true), ("Dear Sir or Madam", false), ("", false),
    ("1 EUR\n2 USD", false), ("https://example.org/1", false), ("100 EUR", false),
  ]) func onlyAShortAmountOnTheClipboardIsOfferedForPasting(text: String, isOffered: Bool) {
    var machine = CalculatorSample.machine()
    _ = machine.send(.amountTyped("100 EUR"))
    #expect(machine.isOffered(text) == isOffered)
  }

  @Test("damaged saved values give a list with one line", arguments: [
    ["lines": "nonsense"], ["lines": "+\tEUR"], ["active": "-4"], ["active": "99", "lines": "+\tEUR\t\t\t\t5\t"],
    ["results": "EUR,EUR,USD,USD"], ["fee": "x"], ["exact": "1/0"],
  ]) func damagedSavedValuesGiveAListWithOneLine(stored: [String: String]) {
    let machine = CalculatorSample.machine(stored)
    #expect(machine.state.lines.count == 1)
    #expect(machine.state.active == 0)
    #expect(machine.state.amount != nil)
  }
}
