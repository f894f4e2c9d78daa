// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@testable import KursWorkflow

/// Tests amounts that are passed to the program at its start.
@Suite struct PassedCalculationTests {
  @Test("a calculation that is passed to the program replaces the list")
  func aCalculationThatIsPassedToTheProgramReplacesTheList() {
    var machine = CalculatorSample.machine()
    machine.send(all: [.lineAdded(after: nil, sign: .minus), .amountTyped("5"), .textReceived("100 USD GBP")])
    #expect(machine.linesText == "+100 USD=100.00")
    #expect(machine.state.results.first?.currency == .gbp)
    _ = machine.send(.undo)
    #expect(machine.linesText == "+100 EUR=100.00 -5 EUR=-5.00")
  }

  @Test("amounts in an opened text file replace the list") func amountsInAnOpenedTextFileReplaceTheList() {
    var machine = CalculatorSample.machine()
    _ = machine.send(.textReceived("1000 TRY\n5500 USD / 2\n-100 EUR\n"))
    #expect(machine.state.lines.map(\.currency.code) == ["TRY", "USD", "EUR"])
    #expect(machine.state.total?.currency.code == "TRY")
  }

  /// At the published rate, 100 USD are 80 EUR.
  @Test("a rate typed with an amount becomes the pair's custom rate")
  func aRateTypedWithAnAmountBecomesThePairsCustomRate() {
    for event in [CalculatorEvent.amountTyped("100 USD in EUR at 0.9"), .textReceived("100 USD in EUR at 0.9")] {
      var machine = CalculatorSample.machine()
      let actions = machine.send(event) + machine.send(.equalsPressed)
      #expect(machine.state.results.first?.currency == .eur)
      #expect(machine.resultsText.hasPrefix("EUR 90.00"))
      #expect(machine.state.ownRates.map { "\($0.from) \($0.to) \($0.value) \($0.note)" } == ["USD EUR 0.9 "])
      #expect(actions.contains { if case .saveEdit(.ownRates) = $0 { true } else { false } })
      while machine.state.canUndo { _ = machine.send(.undo) }
      #expect(machine.state.ownRates.isEmpty)
    }
    var machine = CalculatorSample.machine()
    _ = machine.send(.amountTyped("100 USD + 5 GBP in EUR at 0.9"))
    #expect(machine.state.ownRates.isEmpty)
    #expect(machine.state.problem != nil)
  }

  @Test("passed text that Kurs can't read leaves the list unchanged")
  func passedTextThatKursCantReadLeavesTheListUnchanged() {
    var machine = CalculatorSample.machine()
    let before = machine.linesText
    _ = machine.send(.textReceived("100 EUR in firefox"))
    #expect(machine.linesText == before)
    #expect(machine.state.pasted != nil)
  }
}
