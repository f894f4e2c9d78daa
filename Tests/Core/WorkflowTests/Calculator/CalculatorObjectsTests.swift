// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import Testing

@testable import KursWorkflow

/// Tests the calculator with the user's stored data.
///
/// Finished calculations are saved. Custom rates are the same in all windows and after a restart.
@Suite struct CalculatorObjectsTests {
  @Test("the history saves a finished calculation with every used rate")
  func theHistorySavesAFinishedCalculationWithEveryUsedRate() async throws {
    let folder = TemporaryFolder()
    let calculator = try await StartTests().start(environment(folder, country: "DE")).0
    await calculator.send(.feeChosen(Fee(percent: Rational(2), direction: .iPay)))
    await calculator.send(.amountTyped("2 × (5 USD + 3 GBP) + 1 CHF"))
    await calculator.send(.equalsPressed)
    await calculator.flush()
    let record = try #require(try await calculator.archive.history().first?.record)
    let total = try #require(await calculator.state.total?.value)
    #expect(record.total == total)
    #expect(record.fee == Fee(percent: Rational(2), direction: .iPay))
    let comparison = try await calculator.archive.comparison(record)
    #expect(comparison.then.total == total)
    #expect(comparison.totals.map(\.then) == comparison.totals.map(\.today))
    #expect(comparison.totals.filter { $0.then != nil }.count == 1 + record.targets.count)

    // Opens the saved calculation in an empty calculator without a fee.
    await calculator.send(.cleared())
    await calculator.send(.feeChosen(nil))
    await calculator.open(record)
    let state = await calculator.state
    #expect(state.total?.value == total)
    #expect(state.fee == record.fee)
    #expect(state.results.map(\.currency) == record.targets)
  }

  @Test("a custom rate appears after a restart and in other windows")
  func aCustomRateAppearsAfterARestartAndInOtherWindows() async throws {
    let folder = TemporaryFolder()
    let calculator = try await StartTests().start(environment(folder, country: "DE")).0
    let own = try #require(CustomRate(from: .eur, to: .usd, value: Rational(2), note: "fair"))
    await calculator.send(.ownRateSet(own))
    await calculator.flush()
    #expect(try await calculator.objects.ownRates() == [own])

    // After a restart, the calculator's first state already contains the custom rate.
    let again = try await StartTests().start(environment(folder, country: "DE")).0
    #expect(await again.state.ownRates == [own])

    // Stores a second custom rate without using the calculator. The calculator shows this rate, and can still remove
    // the first custom rate.
    let other = try #require(CustomRate(from: .gbp, to: .eur, value: Rational(3)))
    try await calculator.objects.set(other)
    for await state in await calculator.states() where state.ownRates.count == 2 { break }
    await calculator.send(.ownRateRemoved(from: .eur, to: .usd))
    await calculator.flush()
    #expect(try await calculator.objects.ownRates() == [other])
    #expect(await calculator.state.ownRates == [other])
  }

  @Test("editing two custom rates quickly never shows an older list of rates")
  func editingTwoCustomRatesQuicklyNeverShowsAnOlderListOfRates() async throws {
    let folder = TemporaryFolder()
    let calculator = try await StartTests().start(environment(folder, country: "DE")).0
    let first = try #require(CustomRate(from: .eur, to: .usd, value: Rational(2)))
    await calculator.send(.ownRateSet(first))
    let states = await calculator.states()
    let second = try #require(CustomRate(from: .eur, to: .gbp, value: Rational(3)))
    await calculator.send(.ownRateSet(second))
    await calculator.objectsChanged()
    await calculator.flush()
    #expect(await calculator.state.ownRates == [second, first])
    for await state in states {
      #expect(state.ownRates.contains(first))
      if state.ownRates.count == 2 { break }
    }
  }
}
