// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import KursWorkflow
import Testing

/// The calculator with its archive: what is finished is kept, own rates are the same in all windows and after closing.
@Suite struct KeeperTests {
  struct Window {
    let calculator: CalculatorWorkflow
    let objects: PersonObjects
    let archive: CalculationArchive
    let keeper: CalculationKeeper

    init(_ folder: TemporaryFolder) async throws {
      calculator = try await StartTests().start(environment(folder, country: "DE")).0
      let catalogue = calculator.catalogue
      objects = calculator.personObjects()
      archive = calculator.archive(
        of: objects, order: { [.ecb] }, symbols: .english,
        reader: { CalculationReader(symbols: .english, catalogue: catalogue) }, makeID: CountedIDs().make)
      keeper = CalculationKeeper(calculator: calculator, archive: archive, rates: OwnRateList(of: objects))
      await keeper.start()
    }
  }

  @Test func aFinishedCalculationIsInTheHistoryWithEveryRateItNeeded() async throws {
    let window = try await Window(TemporaryFolder())
    var lists = await window.archive.historyLists().makeAsyncIterator()
    #expect(await lists.next()?.isEmpty == true)
    await window.calculator.send(.feeChosen(Fee(percent: Rational(2), direction: .iPay)))
    await window.calculator.send(.amountTyped("2 × (5 USD + 3 GBP) + 1 CHF"))
    await window.calculator.send(.equalsPressed)
    let record = try #require(await lists.next()?.first?.record)
    let total = try #require(await window.calculator.state.total?.value)
    #expect(record.total == total)
    #expect(record.fee == Fee(percent: Rational(2), direction: .iPay))
    let comparison = try await window.archive.comparison(record)
    #expect(comparison.then.total == total)
    #expect(comparison.totals.map(\.then) == comparison.totals.map(\.today))
    #expect(comparison.totals.filter { $0.then != nil }.count == 1 + record.targets.count)

    // And back into the window, on another list.
    await window.calculator.send(.cleared())
    await window.calculator.send(.feeChosen(nil))
    await window.calculator.open(record, from: window.archive)
    let state = await window.calculator.state
    #expect(state.total?.value == total)
    #expect(state.fee == record.fee)
    #expect(state.results.map(\.currency) == record.targets)
  }

  @Test func anOwnRateIsThereAfterClosingAndInTheOtherWindow() async throws {
    let folder = TemporaryFolder()
    let window = try await Window(folder)
    let rates = OwnRateList(of: window.objects)
    var lists = await rates.lists().makeAsyncIterator()
    #expect(await lists.next() == [])
    let own = try #require(OwnRate(from: .eur, to: .usd, value: Rational(2), note: "fair"))
    await window.calculator.send(.ownRateSet(own))
    #expect(await lists.next() == [own])

    // Closed and opened again.
    let again = try await Window(folder)
    for await state in await again.calculator.states() where state.ownRates == [own] { break }

    // Set elsewhere, it reaches the calculator; taken out there, it is gone from the list.
    let other = try #require(OwnRate(from: .gbp, to: .eur, value: Rational(3)))
    try await rates.set(other)
    for await state in await window.calculator.states() where state.ownRates.count == 2 { break }
    await window.calculator.send(.ownRateRemoved(from: .eur, to: .usd))
    while await lists.next() != [other] {}
    #expect(try await rates.rates() == [other])
  }
}
