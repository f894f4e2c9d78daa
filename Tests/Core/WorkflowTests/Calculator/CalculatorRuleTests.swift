// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import KursStorage
import Testing

@testable import KursWorkflow

@Suite struct CalculatorRuleTests {
  private let folder = TemporaryFolder()

  private func rule(_ name: String) throws -> NamedRule { try #require(NamedRule(name)) }

  @Test("a date rule applies immediately and loads its rates once")
  func aDateRuleAppliesImmediatelyAndLoadsItsRatesOnce() throws {
    var machine = CalculatorSample.machine()
    let before = try rule("before")
    let actions = machine.send(.ruleChosen(before))
    #expect(actions.contains(.loadRates(nil, by: before)))
    #expect(machine.state.rule == before)
    #expect(machine.resultsText == "USD waiting, GBP waiting, JPY waiting")
    // The newest rates arrive before the rates that the date rule needs. The calculator must not use the newest rates.
    _ = machine.ratesLoaded(Resolver(CalculatorSample.newest), on: nil, today: CalculatorSample.today)
    #expect(machine.resultsText == "USD waiting, GBP waiting, JPY waiting")
    _ = machine.ratesLoaded(Resolver(CalculatorSample.early), on: nil, by: before, today: CalculatorSample.today)
    #expect(machine.resultsText == "USD 160.00, GBP unavailable, JPY 15000")
    #expect(machine.state.rates.newest == day("2008-09-15"))
    #expect(machine.send(.ruleChosen(nil)) == [.saveSession])
    #expect(machine.resultsText == "USD 125.00, GBP 80.00, JPY 16000")
    #expect(machine.state.rates.newest == CalculatorSample.today)
    #expect(machine.send(.undo) == [.saveSession])
    #expect(machine.state.rule == before)
    #expect(machine.resultsText == "USD 160.00, GBP unavailable, JPY 15000")
  }

  @Test("removing a date rule that found no rates removes the error")
  func removingADateRuleThatFoundNoRatesRemovesTheError() throws {
    var machine = CalculatorSample.machine()
    let polish = try rule("pl-vat")
    _ = machine.send(.ruleChosen(polish))
    let failure = RatesFailure.rate(.noRates(provider: ProviderID("nbp")))
    _ = machine.ratesFailed(failure, on: nil, by: polish)
    #expect(machine.state.rates.failure == failure)
    #expect(machine.state.results[0].outcome == .unavailable(.noRates(provider: ProviderID("nbp"))))
    _ = machine.send(.ruleChosen(nil))
    #expect(machine.state.rates.failure == nil)
    #expect(machine.resultsText == "USD 125.00, GBP 80.00, JPY 16000")
  }

  private func start() async throws -> CalculatorWorkflow {
    let core = try Core(environment(folder))
    try await core.rates.importer.importRates(core.bundle)
    return try await StartTests().start(environment(folder, country: "DE")).0
  }

  private func observed(_ calculator: CalculatorWorkflow) async -> Day? {
    guard case .value(_, let rate?) = await calculator.state.results[0].outcome else { return nil }
    return rate.observed
  }

  /// At Easter 2026, rates are missing from Friday 3 April to Monday 6 April.
  @Test("the list's rates are from the day that the date rule selects", arguments: [
    ("before", "2026-04-02"), ("on-or-after", "2026-04-07"), ("eu-vat", "2026-04-02"), ("eu-customs", "2026-03-18"),
    ("month-end", "2026-04-30"),
  ])
  func theListsRatesAreFromTheDayThatTheDateRuleSelects(name: String, expected: String) async throws {
    let calculator = try await start()
    await calculator.send(.dayChosen(day("2026-04-06")))
    await calculator.send(.ruleChosen(try rule(name)))
    await calculator.flush()
    #expect(await observed(calculator) == day(expected))
    let explanation = try #require(await calculator.explanation(to: .usd))
    let applied = NamedRule.Applied(try rule(name), to: day("2026-04-06"))
    #expect(explanation.rule == applied)
  }

  @Test("a date rule applies to each line's own date") func aDateRuleAppliesToEachLinesOwnDate() async throws {
    let calculator = try await start()
    await calculator.send(.amountTyped("100 USD + 100 USD"))
    await calculator.send(.equalsPressed)
    await calculator.send(.totalCurrencyChosen(.eur))
    await calculator.send(.lineDayChosen(at: 0, day("2026-04-07")))
    await calculator.send(.lineDayChosen(at: 1, day("2026-10-30")))
    await calculator.send(.ruleChosen(try rule("before")))
    await calculator.flush()
    let days = await calculator.state.lines.map { line -> Day? in
      guard case .value(_, _, let rate?) = line.outcome else { return nil }
      return rate.observed
    }
    #expect(days == [day("2026-04-02"), day("2026-10-29")])
  }

  @Test("after a date change, a named list is saved with new rates")
  func afterADateChangeANamedListIsSavedWithNewRates() async throws {
    let calculator = try await start()
    await calculator.send(.amountTyped("100 EUR"))
    try await calculator.nameList("Invoices")
    await calculator.send(.dayChosen(day("2026-04-02")))
    await calculator.flush()
    let kept = try #require(await calculator.archive.saved().first?.record)
    #expect(kept.day == day("2026-04-02"))
    #expect(kept.rates.allSatisfy { $0.observed == day("2026-04-02") } && !kept.rates.isEmpty)
  }

  @Test("each list keeps its own date rule") func eachListKeepsItsOwnDateRule() async throws {
    let calculator = try await start()
    await calculator.send(.amountTyped("100 EUR"))
    try await calculator.nameList("Invoices")
    await calculator.send(.dayChosen(day("2026-04-06")))
    await calculator.send(.ruleChosen(try rule("month-average")))
    await calculator.flush()
    let mean = await calculator.state.results[0].outcome
    try await calculator.openList(nil)
    #expect(await calculator.state.rule == nil)
    await calculator.send(.ruleChosen(try rule("after")))
    try await calculator.openList(calculator.state.lists.first?.id)
    await calculator.flush()
    #expect(await calculator.state.rule?.name == "month-average")
    #expect(await calculator.state.results[0].outcome == mean)
    // The saved rates are marked as averages.
    let kept = try #require(await calculator.archive.saved().first?.record)
    #expect(kept.rule?.name == "month-average")
    #expect(kept.rates.contains { $0.rate.means.first?.count == 20 })

    let again = try await StartTests().start(environment(folder, country: "DE")).0
    #expect(await again.state.rule?.name == "month-average")
    try await again.openList(nil)
    #expect(await again.state.rule?.name == "after")
  }
}
