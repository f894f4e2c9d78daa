// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@testable import KursWorkflow

/// Which of what happens to the results is a choice for all machines, and what comes of a choice made elsewhere.
@Suite struct CalculatorResultsTests {
  private func codes(_ currencies: [Currency]) -> String { currencies.map(\.code).joined(separator: " ") }
  private func shown(_ machine: CalculatorMachine) -> String { codes(machine.state.results.map(\.currency)) }
  private func chosen(_ machine: CalculatorMachine) -> String { codes(machine.sheet.chosen) }

  /// The objects said `before` and say `after`.
  private func arrives(_ before: String, _ after: String) -> CalculatorEvent {
    let lists = [before, after].map { $0.split(separator: " ").compactMap { Currency($0) } }
    return .resultsShared(CurrencyEdit(before: lists[0], after: lists[1]))
  }

  @Test func addingRemovingReplacingAndMovingAreChoicesAndUndoTakesThemBack() {
    var machine = CalculatorSample.machine()
    #expect(machine.keptResults == [.usd, .gbp, .jpy])
    #expect(machine.send(.resultAdded(.chf)).contains(.shareResults))
    #expect(chosen(machine) == "USD GBP JPY CHF")
    #expect(machine.send(.resultRemoved(at: 1)).contains(.shareResults))
    #expect(machine.send(.resultChosen(at: 0, currency("SEK"))).contains(.shareResults))
    #expect(machine.send(.resultMoved(from: 2, to: 0)).contains(.shareResults))
    #expect(chosen(machine) == "CHF SEK JPY")
    #expect(shown(machine) == "CHF SEK JPY")
    for expected in ["SEK JPY CHF", "USD JPY CHF", "USD GBP JPY CHF", "USD GBP JPY"] {
      #expect(machine.send(.undo).contains(.shareResults))
      #expect((chosen(machine), shown(machine)) == (expected, expected))
    }
    #expect(machine.send(.redo).contains(.shareResults))
    #expect(chosen(machine) == "USD GBP JPY CHF")
    // What both agreed on last is no matter of undo.
    #expect(machine.keptResults == [.usd, .gbp, .jpy])
  }

  @Test func anotherAmountCurrencyASwapAndAnOpenedCalculationAreNone() {
    var machine = CalculatorSample.machine()
    let reader = CalculationReader(symbols: .english, catalogue: CalculatorSample.catalogue)
    let events: [CalculatorEvent] = [
      .sourceChosen(.usd), .swapped(at: 1), .amountTyped("12 TRY in CHF"), .equalsPressed, .cleared(),
      .opened(reader.read("10 USD").calculation, result: .eur, targets: [.chf]), .undo, .redo,
    ]
    for event in events { #expect(!machine.send(event).contains(.shareResults), "\(event)") }
    #expect(chosen(machine) == "USD GBP JPY")
    #expect(shown(machine) == "EUR CHF")
    // In it a choice is one, and about that currency alone.
    #expect(machine.send(.resultAdded(currency("SEK"))).contains(.shareResults))
    #expect(chosen(machine) == "USD GBP JPY SEK")
  }

  @Test func aChoiceFromElsewhereShowsAtOnceAndIsNoStep() {
    var machine = CalculatorSample.machine()
    machine.send(all: [.amountTyped("50"), .resultAdded(currency("SEK"))])
    _ = machine.send(arrives("USD GBP JPY SEK", "CHF USD JPY SEK"))
    #expect(machine.resultsText == "CHF 48.00, USD 62.50, JPY 8000, SEK 550.00")
    #expect(machine.keptResults == machine.sheet.chosen)
    #expect(machine.state.typed == "50")
    // My own step goes back, theirs stays.
    _ = machine.send(.undo)
    #expect(shown(machine) == "CHF USD JPY")
    _ = machine.send(.undo)
    #expect((machine.state.typed, shown(machine)) == ("100", "CHF USD JPY"))
    #expect(!machine.state.canUndo)
    #expect(machine.send(arrives("CHF USD JPY", "CHF USD JPY")) == [.saveSession])
    #expect(machine.send(arrives("CHF USD JPY", "CHF USD JPY")) == [])
  }

  @Test func whatIsTypedGoesOnAsOneStep() {
    var machine = CalculatorSample.machine()
    machine.send(all: [.amountTyped("5"), arrives("USD GBP JPY", "USD"), .amountTyped("55"), .undo])
    #expect((machine.state.typed, shown(machine)) == ("100", "USD"))
  }

  @Test func theTotalsOwnCurrencyWaitsUntilItIsNoLongerTheTotals() {
    var machine = CalculatorSample.machine()
    _ = machine.send(arrives("USD GBP JPY", "USD EUR CHF"))
    #expect((chosen(machine), shown(machine)) == ("USD EUR CHF", "USD CHF"))
    _ = machine.send(.sourceChosen(.gbp))
    #expect(shown(machine) == "USD EUR CHF")
    _ = machine.send(.sourceChosen(.eur))
    // The pound stands in for it, as ever.
    #expect(shown(machine) == "USD GBP CHF")
    #expect(chosen(machine) == "USD EUR CHF")
  }

  @Test func closedAndOpenedItKnowsWhatWasChosenSince() {
    var machine = CalculatorSample.machine()
    machine.send(all: [.resultAdded(.chf), .swapped(at: 0)])
    let stored = machine.sessionValues.values
    let again = CalculatorSample.machine(stored)
    #expect(shown(again) == "EUR GBP JPY CHF")
    #expect(chosen(again) == "USD GBP JPY CHF")
    #expect(again.keptResults == [.usd, .gbp, .jpy])
  }

  @Test func aSessionOfAnOlderKursHasChosenNothing() {
    var machine = CalculatorSample.machine(["results": "CHF,SEK", "source": "EUR"])
    #expect(machine.keptResults == machine.sheet.chosen)
    _ = machine.send(arrives("CHF SEK", "USD"))
    #expect(shown(machine) == "USD")
  }
}
