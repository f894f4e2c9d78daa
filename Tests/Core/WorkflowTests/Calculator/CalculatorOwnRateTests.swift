// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@testable import KursWorkflow

/// Custom rates apply to each conversion of their pair, and undo reverts them.
@Suite struct CalculatorOwnRateTests {
  private func own(_ from: String, _ to: String, _ value: String) throws -> CustomRate {
    try #require(CustomRate(from: currency(from), to: currency(to), value: number(value)))
  }

  private func keep(_ before: [CustomRate], _ after: [CustomRate]) -> CalculatorMachine.Action {
    .saveEdit(.ownRates(before: before, after: after))
  }

  @Test("a custom rate applies to its pair in both directions")
  func aCustomRateAppliesToItsPairInBothDirections() throws {
    var machine = CalculatorSample.machine()
    machine.send(all: [.amountTyped("10 EUR + 10 GBP"), .equalsPressed])
    #expect(machine.linesText == "+10 EUR=10.00 +10 GBP=12.50")
    _ = machine.send(.ownRateSet(try own("EUR", "GBP", "0.5")))
    #expect(machine.linesText == "+10 EUR=10.00 +10 GBP=20.00")
    guard case .value(_, _, let rate?) = machine.state.lines[1].outcome, rate.isOwn else {
      Issue.record("the line does not say that it used an own rate")
      return
    }
    #expect(machine.totalText == "30.00 EUR")
    #expect(machine.resultsText.hasPrefix("USD 37.50, GBP 15.00"))
  }

  @Test("setting, changing and removing a custom rate can be undone")
  func settingChangingAndRemovingACustomRateCanBeUndone() throws {
    var machine = CalculatorSample.machine()
    let (first, second) = (try own("EUR", "USD", "2"), try own("USD", "EUR", "4"))
    machine.send(all: [.ownRateSet(first), .ownRateSet(second)])
    #expect(machine.state.ownRates == [second])
    #expect(machine.resultsText.hasPrefix("USD 25.00"))
    #expect(machine.send(.undo) == [.saveSession, keep([second], [first])])
    #expect(machine.resultsText.hasPrefix("USD 200.00"))
    #expect(machine.send(.undo) == [.saveSession, keep([first], [])])
    #expect(machine.resultsText.hasPrefix("USD 125.00"))
    #expect(!machine.state.canUndo)
    #expect(machine.send(.redo) == [.saveSession, keep([], [first])])
    #expect(machine.send(.ownRateRemoved(from: .usd, to: .eur)) == [.saveSession, keep([first], [])])
    #expect(machine.send(.undo) == [.saveSession, keep([], [first])])
    #expect(machine.send(.ownRateSet(first)) == [])
  }

  @Test("changing the currencies of a custom rate is one undo step")
  func changingTheCurrenciesOfACustomRateIsOneUndoStep() throws {
    var machine = CalculatorSample.machine()
    let (dollar, pound) = (try own("EUR", "USD", "2"), try own("EUR", "GBP", "3"))
    machine.send(all: [.ownRateSet(dollar), .ownRateSet(pound, replacing: dollar)])
    #expect(machine.state.ownRates == [pound])
    _ = machine.send(.undo)
    #expect(machine.state.ownRates == [dollar])
  }

  @Test("undo keeps custom rates that came from another computer")
  func undoKeepsCustomRatesThatCameFromAnotherComputer() throws {
    var machine = CalculatorSample.machine()
    let (mine, theirs) = (try own("EUR", "USD", "2"), try own("EUR", "GBP", "3"))
    machine.send(all: [.ownRateSet(mine), .amountTyped("50")])
    #expect(machine.send(.ownRatesReplaced([mine, theirs])) == [])
    #expect(machine.state.ownRates == [theirs, mine])
    // A different order of the stored rates does not count as a change.
    #expect(machine.send(.ownRatesReplaced([mine, theirs])) == [])
    #expect(machine.send(.undo) == [.saveSession])
    #expect(machine.state.typed == "100")
    #expect(machine.state.ownRates == [theirs, mine])
    #expect(!machine.state.canUndo)
  }

  @Test("opening a calculation keeps the custom rates") func openingACalculationKeepsTheCustomRates() throws {
    var machine = CalculatorSample.machine()
    let dollar = try own("EUR", "USD", "2")
    _ = machine.send(.ownRateSet(dollar))
    let reader = CalculationReader(symbols: .english, catalogue: CalculatorSample.catalogue)
    #expect(machine.send(.opened(reader.read("10 USD").calculation, result: .eur, targets: [])) == [.saveSession])
    #expect(machine.state.ownRates == [dollar])
    #expect(machine.resultsText.hasPrefix("EUR 5.00"))
  }
}
