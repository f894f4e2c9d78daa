// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursStorage
import Testing
import TestSupport

/// A member's data after the account or session ended without the user's request.
@Suite struct EndedAccountCopyTests {
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

  @Test("after an account ends, its data can be used without an account")
  func afterAnAccountEndsItsDataCanBeUsedWithoutAnAccount() async throws {
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

  @Test("when a member signs in again, only that member's copy is removed")
  func whenAMemberSignsInAgainOnlyThatMembersCopyIsRemoved() async throws {
    let database = try await ended()
    try await database.signIn("b")
    #expect(try await database.recovered.reclaimCopy(of: "b") == false)
    #expect(try await database.recovered.copies().map(\.count) == [2])
    #expect(try await database.recovered.reclaimCopy(of: "a"))
    #expect(try await database.recovered.copies().isEmpty)
    #expect(try await database.recovered.copies() == [])
  }

  @Test("when a member signs in again, history and daily copies are kept", .fault("B09"))
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

  @Test("when a member signs in again, objects of the copy become unsent", .fault("B09"))
  func whenAMemberSignsInAgainObjectsOfTheCopyBecomeUnsent() async throws {
    let database = try await ended()
    #expect(try await database.recovered.reclaimCopy(of: "a"))
    let returned = try await database.objects(.favourite, of: "a")
    #expect(returned.map { $0["place"] } == ["1/1"])
    #expect(returned.map(\.isUnsent) == [true])
    // Kurs offers to restore the unsent objects.
    #expect(try await database.recovered.savedUnsent(of: "a") == 2)
  }

  @Test("each ended account has a separate copy with account and reason")
  func eachEndedAccountHasASeparateCopyWithAccountAndReason() async throws {
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

  @Test("while a member is being signed out, that member's copy isn't restored", arguments: [false, true])
  func whileAMemberIsBeingSignedOutThatMembersCopyIsntRestored(isForgotten: Bool) async throws {
    let database = try file.open()
    try await database.signIn("a")
    try await database.put(favourite("USD", ["place": ("2/1", 6)]), of: "a")
    try await database.leave("a", until: isForgotten ? nil : .rows)
    #expect(try await database.recovered.reclaimCopy(of: "a") == false)
    #expect(try await database.recovered.copies().map(\.count) == [1])
  }

  @Test("using the copy of an ended account doesn't replace newer data")
  func usingTheCopyOfAnEndedAccountDoesntReplaceNewerData() async throws {
    let database = try await ended()
    try await database.put(favourite("USD", ["place": ("3/1", 9)]), of: .withoutAccount)
    _ = try await database.recovered.saveCopy(of: "a")
    #expect(
      Set(try await database.objects(.favourite, of: .withoutAccount).compactMap { $0["place"] }) == ["1/1", "3/1"])
  }
}
