// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursStorage
import Testing
import TestSupport

/// A member's data after an account or session ended without the user's request.
@Suite struct CopiesAsideTests {
  let file = PersonFile()

  private func ended() async throws -> UserDatabase {
    let database = try file.open()
    try await database.put(favourite("EUR", ["place": ("1/1", 5)]), of: .withoutAccount)
    try await database.signIn("a")
    _ = try await database.adoptObjects(by: "a")
    let sent = try await database.unsentObjects(of: "a", limit: 10)
    _ = try await database.merge([], removed: [], revision: 1, sent: sent, of: "a")
    try await database.put(favourite("USD", ["place": ("2/1", 6)]), of: "a")
    try await database.put(favourite("CHF", deleted: 7), of: "a")
    try await database.leave("a")
    try await database.signIn("a")
    return database
  }

  @Test("data of an ended account can be saved without an account")
  func dataOfAnEndedAccountCanBeSavedWithoutAnAccount() async throws {
    let database = try await ended()
    #expect(try await database.objects(.favourite, of: "a").isEmpty)
    #expect(try await database.objects(.favourite, of: .withoutAccount).isEmpty)
    #expect(try await database.recovered.copies().map(\.count) == [2])
    #expect(try await database.recovered.saveCopy(of: "a") == [.favourite])
    #expect(
      Set(try await database.objects(.favourite, of: .withoutAccount).compactMap { $0["place"] }) == ["1/1", "2/1"])
    #expect(try await database.recovered.copies().isEmpty)
  }

  @Test("the user can delete the copy of an ended account's data")
  func theUserCanDeleteTheCopyOfAnEndedAccountsData() async throws {
    let database = try await ended()
    try await database.recovered.discardCopy(of: "a")
    #expect(try await database.recovered.copies().isEmpty)
    #expect(try await database.recovered.saveCopy(of: "a").isEmpty)
    #expect(try await database.objects(.favourite, of: .withoutAccount).isEmpty)
  }

  @Test("signing in again discards only that member's copied objects")
  func signingInAgainDiscardsOnlyThatMembersCopiedObjects() async throws {
    let database = try await ended()
    try await database.signIn("b")
    #expect(try await database.recovered.reclaimCopy(of: "b") == false)
    #expect(try await database.recovered.copies().map(\.count) == [2])
    #expect(try await database.recovered.reclaimCopy(of: "a"))
    #expect(try await database.recovered.copies().isEmpty)
    #expect(try await database.recovered.copies() == [])
  }

  @Test("signing in again returns the history and keeps the daily copies", .fault("B09"))
  func historyReturns() async throws {
    let database = try file.open()
    try await database.signIn("a")
    try await database.history.add("old", fingerprint: "1", folded: "", of: "a")
    try await database.leave("a")
    #expect(try await database.history.rows(of: "a").isEmpty)
    try await database.signIn("a")
    try await database.history.add("new", fingerprint: "2", folded: "", of: "a")
    try await database.dailyCopies.make(Day(number: 20_780))
    #expect(try await database.recovered.reclaimCopy(of: "a"))
    #expect(try await database.history.rows(of: "a").map(\.record) == ["new", "old"])
    #expect(database.dailyCopies.all().count == 1)
    #expect(try await database.recovered.reclaimCopy(of: "a") == false)
  }

  @Test("signing in again sends the copied objects to the server", .fault("B09"))
  func signingInAgainSendsTheCopiedObjectsToTheServer() async throws {
    let database = try await ended()
    #expect(try await database.recovered.reclaimCopy(of: "a"))
    let returned = try await database.objects(.favourite, of: "a")
    #expect(returned.map { $0["place"] } == ["1/1"])
    #expect(returned.map(\.isUnsent) == [true])
    // The unsent one is offered.
    #expect(try await database.recovered.savedUnsent(of: "a") == 2)
  }

  @Test("each copy names its account and reason and is kept separately")
  func eachCopyNamesItsAccountAndReasonAndIsKeptSeparately() async throws {
    let database = try file.open()
    for id in ["a", "b", "empty"] as [MemberID] {
      try await database.signIn(id)
      if id != "empty" { try await database.put(favourite(id.text, ["place": ("1/1", 1)]), of: id) }
      try await database.leave(id, id == "a" ? .wrongPassword : .accountDeleted)
    }
    let copies = try await database.recovered.copies()
    #expect(copies.map(\.member) == ["a", "b"])
    #expect(copies.map(\.reason) == [.wrongPassword, .accountDeleted])
    #expect(copies.map(\.server) == ["https://example.org", "https://example.org"])
    _ = try await database.recovered.saveCopy(of: "a")
    #expect(try await database.recovered.copies().map(\.member) == ["b"])
    #expect(try await database.objects(.favourite, of: .withoutAccount).count == 1)
  }

  @Test("a member's copy stays if the session ends during its adoption", arguments: [false, true])
  func aMembersCopyStaysIfTheSessionEndsDuringItsAdoption(isForgotten: Bool) async throws {
    let database = try file.open()
    try await database.signIn("a")
    try await database.put(favourite("USD", ["place": ("2/1", 6)]), of: "a")
    try await database.leave("a", until: isForgotten ? nil : .rows)
    #expect(try await database.recovered.reclaimCopy(of: "a") == false)
    #expect(try await database.recovered.copies().map(\.count) == [1])
  }

  @Test("saving a copy doesn't replace newer data without an account")
  func savingACopyDoesntReplaceNewerDataWithoutAnAccount() async throws {
    let database = try await ended()
    try await database.put(favourite("USD", ["place": ("3/1", 9)]), of: .withoutAccount)
    _ = try await database.recovered.saveCopy(of: "a")
    #expect(
      Set(try await database.objects(.favourite, of: .withoutAccount).compactMap { $0["place"] }) == ["1/1", "3/1"])
  }
}
