// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
import KursModel
import Testing
import TestSupport

@testable import KursStorage

/// The stored state of a member whose data is being removed.
@Suite struct LeavingTests {
  let file = PersonFile()

  private func signedIn() async throws -> UserDatabase {
    let database = try file.open()
    try await database.signIn("a")
    try await database.put(favourite("USD", ["place": ("2/1", 6)]), of: "a")
    return database
  }

  @Test("each completed step of a member's removal stores the next step", arguments: [
    (SignOutReason.user, [LeavingStep.rows, .files, .secrets]),
    (.sessionEnded, [.recovery, .rows, .files, .secrets]), (.accountDeleted, [.recovery, .rows, .files, .secrets]),
  ])
  func eachCompletedStepOfAMembersRemovalStoresTheNextStep(
    reason: SignOutReason, expected: [LeavingStep]
  ) async throws {
    let database = try await signedIn()
    try await database.leave("a", reason, until: expected[0])
    for step in expected {
      #expect(try await database.state(of: "a") == .leaving(reason, step))
      try await database.finish(step, of: "a")
    }
    #expect(try await database.state(of: "a") == nil)
    #expect(try await database.objects(.favourite, of: "a").isEmpty)
    #expect(try await database.recovered.copies().map(\.count) == (reason == .user ? [] : [1]))
    #expect(try await database.recovered.savedUnsent(of: "a") == (reason == .sessionEnded ? 1 : 0))
  }

  @Test("signing out without removing data only deletes the keyring entry")
  func signingOutWithoutRemovingDataOnlyDeletesTheKeyringEntry() async throws {
    let database = try await signedIn()
    let member = try #require(try await database.members().first?.member)
    try await database.makeCurrent("a", at: at(1))
    try await database.startLeaving(member, .user, keepingData: true, at: at(1))
    #expect(try await database.state(of: "a") == .leaving(.user, .secretsOnly))
    try await database.finish(.secretsOnly, of: "a")
    let stored = try #require(try await database.members().first)
    #expect(stored.state == .active && !stored.isSignedIn && !stored.isCurrent)
    #expect(try await database.objects(.favourite, of: "a").count == 1)
  }

  @Test("removal steps delete no data of a member who signed in again", arguments: LeavingStep.allCases, [
    SignOutReason.user, .sessionEnded,
  ])
  func removalStepsDeleteNoDataOfAMemberWhoSignedInAgain(step: LeavingStep, reason: SignOutReason) async throws {
    let database = try await signedIn()
    try await database.leave("a", reason, until: step == .secretsOnly ? .secrets : step)
    try await database.signIn("a")
    try await database.put(favourite("CHF", ["place": ("3/1", 7)]), of: "a")
    for step in LeavingStep.allCases { try await database.finish(step, of: "a") }
    #expect(try await database.state(of: "a") == .active)
    #expect(try await database.objects(.favourite, of: "a").contains { $0["place"] == "3/1" })
  }

  /// Each step is one transaction. A full disk or a power cut makes the whole transaction fail.
  @Test("a failed removal step changes nothing and can be repeated", arguments: [
    LeavingStep.recovery, .rows, .files, .secrets, .secretsOnly,
  ])
  func aFailedRemovalStepChangesNothingAndCanBeRepeated(step: LeavingStep) async throws {
    let database = try await signedIn()
    let member = try #require(try await database.members().first?.member)
    if step == .secretsOnly {
      try await database.startLeaving(member, .user, keepingData: true, at: at(0))
    } else {
      try await database.leave("a", until: step)
    }
    let before = try await contents(of: database)
    try await database.file.write {
      try $0.execute(
        sql: """
          CREATE TRIGGER stop_update BEFORE UPDATE ON account BEGIN SELECT RAISE(ABORT, 'stopped'); END;
          CREATE TRIGGER stop_delete BEFORE DELETE ON account BEGIN SELECT RAISE(ABORT, 'stopped'); END;
          """)
    }
    await #expect(throws: StorageError.self) { try await database.finish(step, of: "a") }
    #expect(try await contents(of: database) == before)
    try await database.file.write { try $0.execute(sql: "DROP TRIGGER stop_update; DROP TRIGGER stop_delete") }
    while case .leaving(_, let step)? = try await database.state(of: "a") { try await database.finish(step, of: "a") }
    #expect(try await database.state(of: "a") == (step == .secretsOnly ? .active : nil))
  }

  @Test("signing out deletes the open list's text, deleting the account doesn't", .fault("B11"), arguments: [
    SignOutReason.user, .accountDeleted,
  ])
  func signingOutDeletesTheOpenListsTextDeletingTheAccountDoesnt(reason: SignOutReason) async throws {
    let database = try await signedIn()
    let id = try #require(try await database.objects(.favourite, of: "a").first?.id)
    try await database.saveSession(
      ["list": id.text, "list-title": "Trip", "amount": "100", "lines": "a\nb", "aside": "draft", "keypad": "1"])
    try await database.leave("a", reason)
    let left = Set(try await database.session().keys)
    #expect(left.isDisjoint(with: ["list-title", "amount", "lines"]) == (reason == .user))
    #expect(left.isSuperset(of: ["list", "aside", "keypad"]))
    try await database.recovered.discardCopy(of: "a")
    #expect(Set(try await database.session().keys) == ["list", "aside", "keypad"])
  }

  @Test("the data of a member without a stored profile can be removed")
  func theDataOfAMemberWithoutAStoredProfileCanBeRemoved() async throws {
    let database = try file.open()
    try await database.put(favourite("USD", ["place": ("2/1", 6)]), of: "a")
    try await database.leave("a", .user)
    #expect(try await database.objects(.favourite, of: "a").isEmpty)
  }

  @Test("a late profile response doesn't restore a removed member")
  func aLateProfileResponseDoesntRestoreARemovedMember() async throws {
    let database = try await signedIn()
    var member = try #require(try await database.members().first?.member)
    member.name = "late"
    try await database.leave("a", until: .rows)
    try await database.update(member, isSignedIn: true, at: at(9))
    #expect(try await database.members().map(\.isSignedIn) == [false])
    try await database.leave("a")
    try await database.update(member, isSignedIn: true, at: at(9))
    #expect(try await database.members().isEmpty)
  }

  @Test("a cancelled sign-in resumes the member's removal, unless a later sign-in followed", arguments: [false, true])
  func aCancelledSignInResumesTheMembersRemovalUnlessALaterSignInFollowed(isLater: Bool) async throws {
    let database = try await signedIn()
    try await database.leave("a", until: .rows)
    let before = try await database.state(of: "a")
    let member = try #require(try await database.members().first?.member)
    try await database.save(member, isSignedIn: true, at: at(5))
    if isLater { try await database.save(member, isSignedIn: true, at: at(6)) }
    try await database.undoSignIn("a", to: before, saved: at(5))
    #expect(try await database.state(of: "a") == (isLater ? .active : .leaving(.sessionEnded, .rows)))
  }

  @Test("a cancelled sign-in returns to the earlier member, unless another was selected", arguments: [false, true])
  func aCancelledSignInReturnsToTheEarlierMemberUnlessAnotherWasSelected(isLater: Bool) async throws {
    let database = try await signedIn()
    for id in ["b", "c"] as [MemberID] { try await database.signIn(id) }
    try await database.makeCurrent("b", at: at(4))
    let before = try await database.state(of: "a")
    let member = try #require(try await database.members().first { $0.member.id == "a" }?.member)
    try await database.save(member, isSignedIn: true, isCurrent: true, at: at(5))
    #expect(try await database.members().first(where: \.isCurrent)?.member.id == "a")
    if isLater { try await database.makeCurrent("c", at: at(6)) }
    try await database.undoSignIn("a", to: before, shown: "b", saved: at(5))
    #expect(try await database.members().first(where: \.isCurrent)?.member.id == (isLater ? "c" : "b"))
  }

  @Test("a member's removal that an older version stored starts again", arguments: [
    (nil, MemberState.active), ("person", .leaving(.user, .rows)), ("session-ended", .leaving(.sessionEnded, .recovery)),
    ("token-reused", .leaving(.tokenReused, .recovery)), ("of a later Kurs", .leaving(.sessionEnded, .recovery)),
  ] as [(String?, MemberState)])
  func aMembersRemovalThatAnOlderVersionStoredStartsAgain(reason: String?, expected: MemberState) async throws {
    let database = try await signedIn()
    try await database.file.write {
      try $0.execute(sql: "ALTER TABLE account DROP COLUMN leaving_step")
      try $0.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = 'leaving-step'")
      try $0.execute(sql: "UPDATE account SET wipe_reason = ?", arguments: [reason])
    }
    try database.close()
    let next = try file.open()
    #expect(try await next.state(of: "a") == expected)
    #expect(try await next.objects(.favourite, of: "a").count == 1)
    while case .leaving(_, let step)? = try await next.state(of: "a") { try await next.finish(step, of: "a") }
    #expect(try await next.members().isEmpty == (reason != nil))
  }

  /// Returns the rows of the table of accounts and of all tables with a column `member`.
  private func contents(of database: UserDatabase) async throws -> [String] {
    try await database.file.read { database in
      let tables: [String] = try database.values(
        """
        SELECT master.name FROM sqlite_master AS master, pragma_table_info(master.name) AS field
        WHERE master.type = 'table' AND field.name = 'member' ORDER BY master.name
        """)
      return try (["account"] + tables).flatMap { table in
        try Row.fetchAll(database, sql: "SELECT * FROM \(table.quotedDatabaseIdentifier)").map { "\(table) \($0)" }
      }
    }
  }
}
