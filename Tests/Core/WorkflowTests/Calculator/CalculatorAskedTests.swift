// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@testable import KursWorkflow

/// The amounts that the program was started with.
@Suite struct CalculatorAskedTests {
  @Test func anAmountAndACurrencyTakeThePlaceOfTheList() {
    var machine = CalculatorSample.machine()
    machine.send(all: [.lineAdded(after: nil, sign: .minus), .amountTyped("5"), .asked("100 USD GBP")])
    #expect(machine.linesText == "+100 USD=100.00")
    #expect(machine.state.results.first?.currency == .gbp)
    _ = machine.send(.undo)
    #expect(machine.linesText == "+100 EUR=100.00 -5 EUR=-5.00")
  }

  @Test func aFileOfAmountsBecomesTheList() {
    var machine = CalculatorSample.machine()
    _ = machine.send(.asked("1000 TRY\n5500 USD / 2\n-100 EUR\n"))
    #expect(machine.state.lines.map(\.currency.code) == ["TRY", "USD", "EUR"])
    #expect(machine.state.total?.currency.code == "TRY")
  }

  @Test func whatIsNotUnderstoodIsShownAndChangesNothing() {
    var machine = CalculatorSample.machine()
    let before = machine.linesText
    _ = machine.send(.asked("100 EUR in firefox"))
    #expect(machine.linesText == before)
    #expect(machine.state.pasted != nil)
  }
}
