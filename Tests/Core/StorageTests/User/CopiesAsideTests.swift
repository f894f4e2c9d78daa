// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursStorage
import Testing

/// A member's data after an account or session ended without the user's request.
@Suite struct CopiesAsideTests {
  let file = PersonFile()

  private func ended() async throws -> UserDatabase {
    let database = try file.open()
    try await database.put(favourite("EUR", ["place": ("1/1", 5)]), of: .nobody)
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

  @Test("data from before and after sign-in is kept without an account")
  func dataFromBeforeAndAfterSignInIsKeptWithoutAnAccount() async throws {
    let database = try await ended()
    #expect(try await database.objects(.favourite, of: "a").isEmpty)
    #expect(try await database.objects(.favourite, of: .nobody).isEmpty)
    #expect(try await database.recoveredCopies() == 2)
    #expect(try await database.saveRecoveredCopies() == [.favourite])
    #expect(Set(try await database.objects(.favourite, of: .nobody).compactMap { $0["place"] }) == ["1/1", "2/1"])
    #expect(try await database.recoveredCopies() == 0)
  }

  @Test("the user can delete the leftover copies") func theUserCanDeleteTheLeftoverCopies() async throws {
    let database = try await ended()
    try await database.discardRecoveredCopies()
    #expect(try await database.recoveredCopies() == 0)
    #expect(try await database.saveRecoveredCopies().isEmpty)
    #expect(try await database.objects(.favourite, of: .nobody).isEmpty)
  }

  @Test("signing in again discards only that member's copies")
  func signingInAgainDiscardsOnlyThatMembersCopies() async throws {
    let database = try await ended()
    try await database.discardRecoveredCopies(of: "b")
    #expect(try await database.recoveredCopies() == 2)
    try await database.discardRecoveredCopies(of: "a")
    #expect(try await database.recoveredCopies() == 0)
  }

  @Test("a member's copy stays if the session ends while it is adopted", arguments: [false, true])
  func endsMeanwhile(isForgotten: Bool) async throws {
    let database = try file.open()
    try await database.signIn("a")
    try await database.put(favourite("USD", ["place": ("2/1", 6)]), of: "a")
    try await database.leave("a", until: isForgotten ? nil : .rows)
    try await database.discardRecoveredCopies(of: "a")
    #expect(try await database.recoveredCopies() == 1)
  }

  @Test("newer data without an account is kept") func newerDataWithoutAnAccountIsKept() async throws {
    let database = try await ended()
    try await database.put(favourite("USD", ["place": ("3/1", 9)]), of: .nobody)
    _ = try await database.saveRecoveredCopies()
    #expect(Set(try await database.objects(.favourite, of: .nobody).compactMap { $0["place"] }) == ["1/1", "3/1"])
  }
}
