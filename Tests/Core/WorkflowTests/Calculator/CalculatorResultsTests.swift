// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@testable import KursWorkflow

/// Which changes to the results become a choice for all machines, and how a choice from another machine arrives.
@Suite struct CalculatorResultsTests {
  private func codes(_ currencies: [Currency]) -> String { currencies.map(\.code).joined(separator: " ") }
  private func shown(_ machine: CalculatorMachine) -> String { codes(machine.state.results.map(\.currency)) }
  private func chosen(_ machine: CalculatorMachine) -> String { codes(machine.sheet.chosen) }

  /// The result currencies as they arrive from the stored objects.
  private func arrives(_ list: String) -> CalculatorEvent {
    .resultsReplaced(list.split(separator: " ").compactMap { Currency($0) })
  }

  /// Whether the event saves exactly its own change to the result currencies, and nothing else.
  private func tells(_ machine: inout CalculatorMachine, _ event: CalculatorEvent) -> Bool {
    let before = machine.sheet.chosen
    let edits = machine.send(event).filter { if case .saveEdit = $0 { true } else { false } }
    return edits == [.saveEdit(.results(CurrencyEdit(before: before, after: machine.sheet.chosen)))]
  }

  @Test("result changes are saved and can be undone")
  func resultChangesAreSavedAndCanBeUndone() {
    var machine = CalculatorSample.machine()
    #expect(tells(&machine, .resultAdded(.chf)))
    #expect(chosen(machine) == "USD GBP JPY CHF")
    #expect(tells(&machine, .resultRemoved(at: 1)))
    #expect(tells(&machine, .resultChosen(at: 0, currency("SEK"))))
    #expect(tells(&machine, .resultMoved(from: 2, to: 0)))
    #expect(chosen(machine) == "CHF SEK JPY")
    #expect(shown(machine) == "CHF SEK JPY")
    for expected in ["SEK JPY CHF", "USD JPY CHF", "USD GBP JPY CHF", "USD GBP JPY"] {
      #expect(tells(&machine, .undo))
      #expect((chosen(machine), shown(machine)) == (expected, expected))
    }
    #expect(tells(&machine, .redo))
    #expect(chosen(machine) == "USD GBP JPY CHF")
  }

  @Test("other edits do not change the chosen results") func otherEditsDoNotChangeTheChosenResults() {
    var machine = CalculatorSample.machine()
    let reader = CalculationReader(symbols: .english, catalogue: CalculatorSample.catalogue)
    let events: [CalculatorEvent] = [
      .sourceChosen(.usd), .swapped(at: 1), .amountTyped("12 TRY in CHF"), .equalsPressed, .cleared(),
      .opened(reader.read("10 USD").calculation, result: .eur, targets: [.chf]), .undo, .redo,
    ]
    for event in events { #expect(!tells(&machine, event), "\(event)") }
    #expect(chosen(machine) == "USD GBP JPY")
    #expect(shown(machine) == "EUR CHF")
    // In the opened list, adding a result is a choice, but only about that currency.
    #expect(tells(&machine, .resultAdded(currency("SEK"))))
    #expect(chosen(machine) == "USD GBP JPY SEK")
  }

  @Test("another device's choice of results is shown without an undo step")
  func anotherDevicesChoiceOfResultsIsShownWithoutAnUndoStep() {
    var machine = CalculatorSample.machine()
    machine.send(all: [.amountTyped("50"), .resultAdded(currency("SEK"))])
    _ = machine.send(arrives("CHF USD JPY SEK"))
    #expect(machine.resultsText == "CHF 48.00, USD 62.50, JPY 8000, SEK 550.00")
    #expect(machine.state.typed == "50")
    // Undo reverts this machine's own step and keeps the other machine's.
    _ = machine.send(.undo)
    #expect(shown(machine) == "CHF USD JPY")
    _ = machine.send(.undo)
    #expect((machine.state.typed, shown(machine)) == ("100", "CHF USD JPY"))
    #expect(!machine.state.canUndo)
    #expect(machine.send(arrives("CHF USD JPY")) == [])
  }

  @Test("typing during another device's change stays one undo step")
  func typingDuringAnotherDevicesChangeStaysOneUndoStep() {
    var machine = CalculatorSample.machine()
    machine.send(all: [.amountTyped("5"), arrives("USD"), .amountTyped("55"), .undo])
    #expect((machine.state.typed, shown(machine)) == ("100", "USD"))
  }

  @Test("a result in the total's currency is hidden until the total changes")
  func aResultInTheTotalsCurrencyIsHiddenUntilTheTotalChanges() {
    var machine = CalculatorSample.machine()
    _ = machine.send(arrives("USD EUR CHF"))
    #expect((chosen(machine), shown(machine)) == ("USD EUR CHF", "USD CHF"))
    _ = machine.send(.sourceChosen(.gbp))
    #expect(shown(machine) == "USD EUR CHF")
    _ = machine.send(.sourceChosen(.eur))
    // The pound replaces it on the screen, as always.
    #expect(shown(machine) == "USD GBP CHF")
    #expect(chosen(machine) == "USD EUR CHF")
  }

  @Test("the chosen results survive a restart") func theChosenResultsSurviveARestart() {
    var machine = CalculatorSample.machine()
    machine.send(all: [.resultAdded(.chf), .swapped(at: 0)])
    let stored = machine.sessionValues.values
    let again = CalculatorSample.machine(stored)
    #expect(shown(again) == "EUR GBP JPY CHF")
    #expect(chosen(again) == "USD GBP JPY CHF")
  }

  @Test("a session saved by an older version has no chosen results")
  func aSessionSavedByAnOlderVersionHasNoChosenResults() {
    var machine = CalculatorSample.machine(["results": "CHF,SEK", "source": "EUR"])
    _ = machine.send(arrives("USD"))
    #expect(shown(machine) == "USD")
  }

  @Test("changing the bank loads the trend of a chosen day again")
  func changingTheBankLoadsTheTrendOfAChosenDayAgain() {
    var machine = CalculatorSample.machine()
    _ = machine.ratesLoaded(Resolver(CalculatorSample.early), on: day("2008-09-15"), today: CalculatorSample.today)
    _ = machine.send(.trendsWanted)
    _ = machine.send(.dayChosen(day("2008-09-15")))
    let key = Trend.Key(from: .eur, to: .usd, day: day("2008-09-15"))
    #expect(machine.ratesUpdated(.orderChanged).contains(.loadTrend(key)))
    #expect(!machine.ratesUpdated(.newest(provider: .ecb, CalculatorSample.today)).contains(.loadTrend(key)))
  }
}
