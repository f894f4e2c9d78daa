// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursStorage
import Testing

@Suite struct HistoryTests {
  let file = PersonFile()

  func keep(_ texts: [String], in database: UserDatabase, of member: MemberID = .withoutAccount) async throws {
    for text in texts {
      try await database.history.add(text, fingerprint: text.lowercased(), folded: text.lowercased(), of: member)
    }
  }

  @Test("the newest history entry comes first, and a repeated entry moves up")
  func theNewestHistoryEntryComesFirstAndARepeatedEntryMovesUp() async throws {
    let database = try file.open()
    try await keep(["1 EUR", "2 EUR", "3 EUR", "1 eur"], in: database)
    #expect(try await database.history.rows(of: "").map(\.record) == ["1 eur", "3 EUR", "2 EUR"])
    #expect(try await file.open().history.rows(of: "").count == 3)
    #expect(try await database.history.rows(of: "a").isEmpty)
  }

  @Test("the 1,001st history entry removes the oldest entry")
  func the1001stHistoryEntryRemovesTheOldestEntry() async throws {
    let database = try file.open()
    try await keep((1...HistoryStore.limit).map { "\($0) EUR" }, in: database)
    try await keep(["1 USD"], in: database, of: "a")
    try await keep(["1 EUR", "last"], in: database)
    let history = try await database.history.rows(of: "")
    #expect(history.count == HistoryStore.limit)
    #expect(history.first?.record == "last" && history[1].record == "1 EUR" && history.last?.record == "3 EUR")
    #expect(try await database.history.rows(of: "a").count == 1)
  }

  @Test("a restored history entry returns to its position")
  func aRestoredHistoryEntryReturnsToItsPosition() async throws {
    let database = try file.open()
    try await keep(["1", "2", "3"], in: database)
    let before = try await database.history.rows(of: "")
    let one = try await database.history.remove(before[1].id, of: "")
    #expect(try await database.history.rows(of: "").map(\.record) == ["3", "1"])
    try await database.history.restore(one, of: "")
    #expect(try await database.history.rows(of: "") == before)
    let all = try await database.history.remove(nil, of: "")
    #expect(try await database.history.rows(of: "").isEmpty && all.count == 3)
    try await keep(["2"], in: database)
    try await database.history.restore(all, of: "")
    #expect(try await Set(database.history.rows(of: "").map(\.record)) == ["1", "2", "3"])
  }

  @Test("the entries of a restored history are below newer entries")
  func theEntriesOfARestoredHistoryAreBelowNewerEntries() async throws {
    let database = try file.open()
    try await keep(["1 EUR", "2 EUR", "1 EUR", "2 EUR", "3 EUR"], in: database)
    let removed = try await database.history.remove(nil, of: .withoutAccount)
    try await keep(["4 EUR", "5 EUR"], in: database)
    try await database.history.restore(removed, of: .withoutAccount)
    #expect(try await database.history.rows(of: "").map(\.record) == ["5 EUR", "4 EUR", "3 EUR", "2 EUR", "1 EUR"])
  }

  @Test("at sign-in, calculations made without an account become the newest entries")
  func atSignInCalculationsMadeWithoutAnAccountBecomeTheNewestEntries() async throws {
    let database = try file.open()
    try await database.signIn("a")
    try await keep((1...HistoryStore.limit).map { "\($0) EUR" }, in: database, of: "a")
    try await keep(["new", "7 EUR", "newest"], in: database)
    for code in ["EUR", "USD"] { try await database.noteRecent(Currency(code) ?? .eur, of: "a") }
    try await database.noteRecent(.jpy, of: .withoutAccount)
    try await database.adoptObjects(by: "a")
    try await keep(["1000 EUR"], in: database, of: "a")
    let history = try await database.history.rows(of: "a")
    #expect(history.prefix(4).map(\.record) == ["1000 EUR", "newest", "7 EUR", "new"])
    #expect(history.count == HistoryStore.limit)
    #expect(try await database.recentCurrencies(of: "a", limit: 9) == [.jpy, .usd, .eur])
  }

  @Test("a history entry is restored even if another entry uses its number")
  func aHistoryEntryIsRestoredEvenIfAnotherEntryUsesItsNumber() async throws {
    let (database, other) = (try file.open(), PersonFile())
    try await keep(["1", "2"], in: database)
    try await keep(["3", "4", "1"], in: try other.open())
    try await database.history.restore(try other.open().history.rows(of: ""), of: "")
    #expect(try await Set(database.history.rows(of: "").map(\.record)) == ["1", "2", "3", "4"])
    #expect(try await Set(database.history.rows(of: "").map(\.id)).count == 4)
  }

  @Test("another member's history cannot be removed") func anotherMembersHistoryCannotBeRemoved() async throws {
    let database = try file.open()
    try await keep(["1"], in: database, of: "a")
    let id = try #require(await database.history.rows(of: "a").first?.id)
    #expect(try await database.history.remove(id, of: "b").isEmpty)
    #expect(try await database.history.row(id, of: "b") == nil)
    #expect(try await database.history.rows(of: "a").count == 1)
  }

  @Test("the list of recent currencies begins with the last used currency")
  func theListOfRecentCurrenciesBeginsWithTheLastUsedCurrency() async throws {
    let database = try file.open()
    for currency in [Currency.eur, .usd, .jpy, .eur] { try await database.noteRecent(currency, of: "") }
    #expect(try await database.recentCurrencies(of: "", limit: 8) == [.eur, .jpy, .usd])
    #expect(try await database.recentCurrencies(of: "", limit: 2) == [.eur, .jpy])
  }
}
