// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursItems
import KursModel
import KursStorage
import KursWorkflow
import Synchronization
import Testing

@Suite struct ArchiveTests {
  @Test("comparing a saved calculation gives the totals at saved and today's rates")
  func comparingASavedCalculationGivesTheTotalsAtSavedAndTodaysRates() async throws {
    let desk = try Desk()
    let id = try await desk.archive.save(title: "Trip", await desk.record("100 EUR + 160 USD", targets: [.jpy]))
    let saved = try #require(await desk.archive.saved(id))
    #expect(saved.title == "Trip" && saved.record.savedAt == evening)
    #expect(saved.record.total == .money(Money(number("200"), .eur)))
    let comparison = try await desk.archive.comparison(saved.record)
    #expect(comparison.totals.map(\.then) == [number("200"), number("30000")])
    #expect(comparison.totals.map(\.today) == [number("228"), number("36480")])
    #expect(await desk.archive.open(saved.record).lines.map(\.text) == ["100 EUR", "160 USD"])
  }

  @Test("saved calculations are found by title and text, newest first")
  func savedCalculationsAreFoundByTitleAndTextNewestFirst() async throws {
    let desk = try Desk()
    for (title, text) in [("Rent", "900 EUR"), ("Flight", "Hotel: 300 USD"), ("Food", "40 EUR")] {
      desk.clock.advance(by: 1)
      try await desk.archive.save(title: title, await desk.record(text))
    }
    #expect(try await desk.archive.saved().map(\.title) == ["Food", "Flight", "Rent"])
    #expect(try await desk.archive.saved(search: "0 EUR").map(\.title) == ["Food", "Rent"])
    #expect(try await desk.archive.saved(search: "fLi").map(\.title) == ["Flight"])
    #expect(try await desk.archive.saved(search: "hotel").map(\.title) == ["Flight"])
    #expect(try await desk.archive.saved(search: "nothing").isEmpty)
  }

  @Test("a search ignores accents, Arabic hamza and the dot of İ")
  func aSearchIgnoresAccentsArabicHamzaAndTheDotOfI() async throws {
    let desk = try Desk()
    for title in ["İzmir", "أجرة"] { try await desk.archive.save(title: title, await desk.record("1 EUR")) }
    try await desk.archive.keepInHistory(await desk.record("Zürich: 5 EUR"))
    #expect(try await desk.archive.saved(search: "izmir").map(\.title) == ["İzmir"])
    #expect(try await desk.archive.saved(search: "اجره").map(\.title) == ["أجرة"])
    #expect(try await desk.archive.history(search: "zurich").count == 1)
    #expect(try await desk.archive.history(search: "bern").isEmpty)
  }

  @Test("deleting a saved calculation can be undone") func deletingASavedCalculationCanBeUndone() async throws {
    let desk = try Desk()
    let id = try await desk.archive.save(title: "Trip", await desk.record("1 EUR"))
    let before = try await desk.archive.saved(id)
    try await desk.archive.delete(id)
    #expect(try await desk.archive.saved().isEmpty)
    #expect(try await desk.archive.saved(id) == nil)
    try await desk.archive.restore(id)
    #expect(try await desk.archive.saved(id) == before)
  }

  @Test("renaming a saved calculation changes nothing else")
  func renamingASavedCalculationChangesNothingElse() async throws {
    let desk = try Desk()
    let id = try await desk.archive.save(title: "Trip", await desk.record("1 EUR"))
    desk.clock.advance(by: 5)
    try await desk.archive.rename(id, title: "Journey")
    let saved = try #require(await desk.archive.saved(id))
    #expect(saved.title == "Journey" && saved.record.savedAt == evening)
  }

  @Test("a new list is above lists from other computers", arguments: [
    ["place": "-99000000000000/1"], ["place": "-198000000000001/2"], [:], ["place": "?"],
  ])
  func aNewListIsAboveListsFromOtherComputers(fields: [String: String]) async throws {
    let desk = try Desk()
    for title in ["First", "Second"] {
      try await desk.archive.save(title: title, await desk.record("1 EUR"))
      #expect(try await desk.archive.saved().first?.title == title)
    }
    // Stores a list from another computer whose clock was far ahead. So this list comes before the other two lists.
    var record = await desk.record("2 EUR")
    record.savedAt = Timestamp(milliseconds: 99_000_000_000_000)
    var other = UserObject(id: UserObject.ID(.saved, named: "other"), kind: .saved)
    other.set(
      fields.merging(["title": "Other", "calculation": CalculationRecordDocument.text(of: record)]) { $1 },
      now: desk.clock.now())
    try await desk.objects.database.put(other, of: .withoutAccount)
    #expect(try await desk.archive.saved().first?.title == "Other")
    for title in ["Third", "Fourth"] {
      try await desk.archive.save(title: title, await desk.record("1 EUR"))
      #expect(try await desk.archive.saved().first?.title == title)
    }
  }

  @Test("a new list is saved without reading the other lists")
  func aNewListIsSavedWithoutReadingTheOtherLists() async throws {
    let desk = try Desk()
    for title in ["First", "Second"] { try await desk.archive.save(title: title, await desk.record("1 EUR")) }
    let asked = Mutex(0)
    try await desk.objects.database.addFirst(of: .withoutAccount) { _ in
      asked.withLock { $0 += 1 }
      return nil
    } list: { first in
      #expect(first != nil)
      return UserObject(id: UserObject.ID(.saved, named: "third"), kind: .saved)
    }
    #expect(asked.withLock { $0 } == 0)
  }

  @Test("a repeated calculation moves to the history's top with its new result")
  func aRepeatedCalculationMovesToTheHistorysTopWithItsNewResult() async throws {
    let desk = try Desk()
    try await desk.archive.keepInHistory(await desk.record("160 USD"))
    try await desk.archive.keepInHistory(await desk.record("1 EUR"))
    let again = await desk.archive.record(
      FinishedCalculation(Desk.reader.read("160 USD").calculation, result: .eur, rates: FlatRates.today))
    try await desk.archive.keepInHistory(again)
    let history = try await desk.archive.history()
    #expect(history.map(\.record.text) == ["160 USD\nin EUR", "1 EUR"])
    #expect(history[0].record.total == .money(Money(number("128"), .eur)))
    #expect(try await desk.archive.historyEntry(history[1].id) == history[1])
  }

  @Test("an empty calculation is not stored in the history")
  func anEmptyCalculationIsNotStoredInTheHistory() async throws {
    let desk = try Desk()
    try await desk.archive.keepInHistory(await desk.record(""))
    #expect(try await desk.archive.history().isEmpty)
  }

  @Test("clearing the history can be undone") func clearingTheHistoryCanBeUndone() async throws {
    let desk = try Desk()
    for text in ["1 EUR", "2 EUR"] { try await desk.archive.keepInHistory(await desk.record(text)) }
    let before = try await desk.archive.history()
    let removed = try await desk.archive.removeHistory(nil)
    #expect(removed.count == 2)
    #expect(try await desk.archive.history().isEmpty)
    try await desk.archive.restore(removed)
    #expect(try await desk.archive.history() == before)
  }

  @Test("a second window receives the first window's changes")
  func aSecondWindowReceivesTheFirstWindowsChanges() async throws {
    let desk = try Desk()
    let other = CurrencyList(of: desk.objects)
    var lists = await other.lists().makeAsyncIterator()
    #expect(await lists.next() == [])
    try await CurrencyList(of: desk.objects).add(.usd)
    #expect(await lists.next() == [.usd])
    var saved = await desk.archive.savedLists().makeAsyncIterator()
    #expect(await saved.next()?.isEmpty == true)
    try await desk.archive.save(title: "Trip", await desk.record("1 EUR"))
    #expect(await saved.next()?.map(\.title) == ["Trip"])
  }
}
