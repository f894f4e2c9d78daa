// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@testable import KursWorkflow

/// Tests which result currencies are stored for all of the user's computers, and how changes from another computer are
/// shown.
@Suite struct CalculatorResultsTests {
  private func codes(_ currencies: [Currency]) -> String { currencies.map(\.code).joined(separator: " ") }
  private func shown(_ machine: CalculatorMachine) -> String { codes(machine.state.results.map(\.currency)) }
  private func chosen(_ machine: CalculatorMachine) -> String { codes(machine.sheet.chosen) }

  /// Returns the event that another computer has changed the stored result currencies.
  private func arrives(_ list: String) -> CalculatorEvent {
    .resultsReplaced(list.split(separator: " ").compactMap { Currency($0) })
  }

  /// Whether the machine answers the event by saving the changed result currencies, and by nothing else.
  private func tells(_ machine: inout CalculatorMachine, _ event: CalculatorEvent) -> Bool {
    let before = machine.sheet.chosen
    let edits = machine.send(event).filter { if case .saveEdit = $0 { true } else { false } }
    return edits == [.saveEdit(.results(CurrencyEdit(before: before, after: machine.sheet.chosen)))]
  }

  @Test("changes of the result currencies are saved and can be undone")
  func changesOfTheResultCurrenciesAreSavedAndCanBeUndone() {
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

  @Test("swaps, typed currencies and opened lists don't change the chosen result currencies")
  func swapsTypedCurrenciesAndOpenedListsDontChangeTheChosenResultCurrencies() {
    var machine = CalculatorSample.machine()
    let reader = CalculationReader(symbols: .english, catalogue: CalculatorSample.catalogue)
    let events: [CalculatorEvent] = [
      .sourceChosen(.usd), .swapped(at: 1), .amountTyped("12 TRY in CHF"), .equalsPressed, .cleared(),
      .opened(reader.read("10 USD").calculation, result: .eur, targets: [.chf]), .undo, .redo,
    ]
    for event in events { #expect(!tells(&machine, event), "\(event)") }
    #expect(chosen(machine) == "USD GBP JPY")
    #expect(shown(machine) == "EUR CHF")
    // The user didn't choose the currencies of the opened list. So only the added currency is stored.
    #expect(tells(&machine, .resultAdded(currency("SEK"))))
    #expect(chosen(machine) == "USD GBP JPY SEK")
  }

  @Test("result currencies from another computer are shown without an undo step")
  func resultCurrenciesFromAnotherComputerAreShownWithoutAnUndoStep() {
    var machine = CalculatorSample.machine()
    machine.send(all: [.amountTyped("50"), .resultAdded(currency("SEK"))])
    _ = machine.send(arrives("CHF USD JPY SEK"))
    #expect(machine.resultsText == "CHF 48.00, USD 62.50, JPY 8000, SEK 550.00")
    #expect(machine.state.typed == "50")
    // Undo reverts this computer's step and keeps the other computer's change.
    _ = machine.send(.undo)
    #expect(shown(machine) == "CHF USD JPY")
    _ = machine.send(.undo)
    #expect((machine.state.typed, shown(machine)) == ("100", "CHF USD JPY"))
    #expect(!machine.state.canUndo)
    #expect(machine.send(arrives("CHF USD JPY")) == [])
  }

  @Test("typing stays one undo step if another computer changes the results")
  func typingStaysOneUndoStepIfAnotherComputerChangesTheResults() {
    var machine = CalculatorSample.machine()
    machine.send(all: [.amountTyped("5"), arrives("USD"), .amountTyped("55"), .undo])
    #expect((machine.state.typed, shown(machine)) == ("100", "USD"))
  }

  @Test("a result in the amount's currency is hidden until that currency changes")
  func aResultInTheAmountsCurrencyIsHiddenUntilThatCurrencyChanges() {
    var machine = CalculatorSample.machine()
    _ = machine.send(arrives("USD EUR CHF"))
    #expect((chosen(machine), shown(machine)) == ("USD EUR CHF", "USD CHF"))
    _ = machine.send(.sourceChosen(.gbp))
    #expect(shown(machine) == "USD EUR CHF")
    _ = machine.send(.sourceChosen(.eur))
    // The euro replaces the pound as the amount's currency. So the results show the pound in the euro's position.
    #expect(shown(machine) == "USD GBP CHF")
    #expect(chosen(machine) == "USD EUR CHF")
  }

  @Test("the chosen result currencies survive a restart") func theChosenResultCurrenciesSurviveARestart() {
    var machine = CalculatorSample.machine()
    machine.send(all: [.resultAdded(.chf), .swapped(at: 0)])
    let stored = machine.sessionValues.values
    let again = CalculatorSample.machine(stored)
    #expect(shown(again) == "EUR GBP JPY CHF")
    #expect(chosen(again) == "USD GBP JPY CHF")
  }

  @Test("synced result currencies replace the currencies that an older version saved")
  func syncedResultCurrenciesReplaceTheCurrenciesThatAnOlderVersionSaved() {
    var machine = CalculatorSample.machine(["results": "CHF,SEK", "source": "EUR"])
    _ = machine.send(arrives("USD"))
    #expect(shown(machine) == "USD")
  }

  @Test("after the provider order changes, a chosen day's trend line loads again")
  func afterTheProviderOrderChangesAChosenDaysTrendLineLoadsAgain() {
    var machine = CalculatorSample.machine()
    _ = machine.ratesLoaded(Resolver(CalculatorSample.early), on: day("2008-09-15"), today: CalculatorSample.today)
    _ = machine.send(.trendsWanted)
    _ = machine.send(.dayChosen(day("2008-09-15")))
    let key = Trend.Key(from: .eur, to: .usd, day: day("2008-09-15"))
    #expect(machine.ratesUpdated(.orderChanged).contains(.loadTrend(key)))
    #expect(!machine.ratesUpdated(.newest(provider: .ecb, CalculatorSample.today)).contains(.loadTrend(key)))
  }
}
