// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import Testing

@testable import KursWorkflow

/// Tests the state of the window with history and saved calculations.
@Suite struct SavedListsWorkflowTests {
  @Test("the page of saved calculations shows each total at today's rates")
  func thePageOfSavedCalculationsShowsEachTotalAtTodaysRates() async throws {
    let desk = try Desk()
    let id = try await desk.archive.save(title: "Trip", await desk.record("100 EUR + 160 USD", targets: [.jpy]))
    let kept = await SavedListsWorkflow.open(desk.archive, page: .saved)
    let state = try #require(await kept.state(where: { $0.comparisons[id] != nil }))
    #expect(state.saved.map(\.title) == ["Trip"])
    #expect(state.comparisons[id]?.totals.map(\.today) == [number("228"), number("36480")])
  }

  @Test("after an edit of the list, its comparison is calculated again")
  func afterAnEditOfTheListItsComparisonIsCalculatedAgain() async throws {
    let desk = try Desk()
    let id = try await desk.archive.save(title: "Trip", await desk.record("100 EUR + 160 USD", targets: [.jpy]))
    let kept = await SavedListsWorkflow.open(desk.archive, page: .saved)
    _ = try #require(await kept.state(where: { $0.comparisons[id] != nil }))
    desk.clock.advance(by: 1000)
    #expect(try await desk.archive.write(await desk.record("200 EUR"), into: id) != nil)
    #expect(await kept.state(where: { $0.comparisons[id]?.totals.map(\.today) == [number("200")] }) != nil)
  }

  @Test("a write based on an older version of a list is refused")
  func aWriteBasedOnAnOlderVersionOfAListIsRefused() async throws {
    let archive = try Desk().archive
    func record(_ text: String) async -> CalculationRecord {
      await archive.record(
        FinishedCalculation(Desk.reader.read(text).calculation, result: .eur, rates: FlatRates.then))
    }
    let id = try await archive.save(title: "Trip", await record("1 EUR"))
    let first = try #require(try await archive.saved(id)?.version)
    let second = try #require(try await archive.write(await record("2 EUR"), into: id, over: first))
    #expect(second != first)
    #expect(try await archive.saved(id)?.version == second)
    #expect(try await archive.write(await record("3 EUR"), into: id, over: first) == nil)
    #expect(try await archive.saved(id)?.record.lines.map(\.text) == ["2 EUR"])
    #expect(try await archive.isGone(id) == false)
    try await archive.delete(id)
    #expect(try await archive.isGone(id))
  }

  @Test("when rates change, a comparison is calculated again")
  func whenRatesChangeAComparisonIsCalculatedAgain() async throws {
    let desk = try Desk()
    let id = try await desk.archive.save(title: "Trip", await desk.record("100 EUR + 160 USD", targets: [.jpy]))
    let kept = await SavedListsWorkflow.open(desk.archive, page: .saved)
    _ = try #require(await kept.state(where: { $0.comparisons[id] != nil }))
    desk.rates.change(FlatRates(perEuro: [.eur: .one, .usd: number("2"), .jpy: number("100")]))
    let expected = [number("180"), number("18000")]
    #expect(await kept.state(where: { $0.comparisons[id]?.totals.map(\.today) == expected }) != nil)
  }

  @Test("a search filters saved lists and history") func aSearchFiltersSavedListsAndHistory() async throws {
    let desk = try Desk()
    try await desk.archive.keepInHistory(await desk.record("40 EUR"))
    try await desk.archive.save(title: "Rent", await desk.record("900 USD"))
    let kept = await SavedListsWorkflow.open(desk.archive, page: .history)
    await kept.send(.searched("rent"))
    let state = try #require(await kept.state(where: { $0.search == "rent" && $0.history.isEmpty }))
    #expect(state.saved.map(\.title) == ["Rent"])
  }

  @Test("removing saved lists or history can be undone completely", arguments: [SavedListsState.Page.history, .saved])
  func removingSavedListsOrHistoryCanBeUndoneCompletely(_ page: SavedListsState.Page) async throws {
    let desk = try Desk()
    try await desk.archive.keepInHistory(await desk.record("40 EUR"))
    let id = try await desk.archive.save(title: "Rent", await desk.record("900 USD"))
    let kept = await SavedListsWorkflow.open(desk.archive, page: page)
    let before = try #require(await kept.state(where: { $0.history.count == 1 && $0.saved.count == 1 }))
    await kept.send(page == .history ? .historyCleared : .savedRemoved(id))
    let emptied = try #require(await kept.state(where: { $0.removed != nil }))
    #expect(page == .history ? emptied.history.isEmpty : emptied.saved.isEmpty)
    await kept.send(.removalUndone)
    let after = try #require(await kept.state(where: { $0.removed == nil }))
    #expect(after.history == before.history && after.saved == before.saved)
  }

  @Test("a history entry can be saved under a title and renamed")
  func aHistoryEntryCanBeSavedUnderATitleAndRenamed() async throws {
    let desk = try Desk()
    let record = await desk.record("40 EUR")
    try await desk.archive.keepInHistory(record)
    let kept = await SavedListsWorkflow.open(desk.archive, page: .history)
    let entry = try #require(await kept.state(where: { !$0.history.isEmpty })?.history.first)
    await kept.send(.saved(entry.id, title: "Lunch"))
    let saved = try #require(await kept.state(where: { !$0.saved.isEmpty })?.saved.first)
    #expect(saved.title == "Lunch" && saved.record.rates == entry.record.rates)
    await kept.send(.renamed(saved.id, title: "Dinner"))
    #expect(await kept.state(where: { $0.saved.first?.title == "Dinner" }) != nil)
    #expect(await desk.archive.open(entry.record).lines.map(\.text) == ["40 EUR"])
  }
}

extension SavedListsWorkflow {
  fileprivate func state(where fits: @Sendable (SavedListsState) -> Bool) async -> SavedListsState? {
    for await state in states() where fits(state) { return state }
    return nil
  }
}
