// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
import KursAPI
import KursModel
import KursWorkflow
import Testing
import TestSupport
@testable import KursStorage

/// Rows A07, A08, A21, A32 and A33 of docs/FAULTS.md: the server refuses permanently, and the member's local data is
/// deleted.
@Suite(.timeLimit(.minutes(1))) struct WipeTests {
  let machine: AccountMachine
  var server: ModelServer { machine.server }
  static let canary = "canary-4711-of-ada"

  init() throws {
    machine = try AccountMachine()
    try machine.user.prepareNotes()
  }

  @Test("refusing a member's token and password deletes only that member's data", .fault("A07", "A21", "S16"))
  func refusingAMembersTokenAndPasswordDeletesOnlyThatMembersData() async throws {
    let program = try await machine.signedIn(keepsPassword: true)
    try await program.signIn(.bob)
    try await program.switchTo(AccountMachine.ada)
    try machine.user.note(Self.canary, of: AccountMachine.ada)
    try machine.user.note("bob's", of: AccountMachine.bob)
    try machine.user.note("nobody's", of: .withoutAccount)
    #expect(try hits(of: Self.canary) > 0)
    await server.change("another", of: "ada@example.org")
    await server.endSessions()
    #expect(await program.call() == .failure(.auth(.signedOut)))
    await program.reaches(.signedOut(.wrongPassword))
    #expect(await program.state.members.map(\.name) == ["bob"])
    #expect(try machine.user.notes() == ["bob's", "nobody's"])
    #expect(try hits(of: Self.canary) == 0)
    #expect(try hits(of: "aaaaaaaaaaaa@") == 0)
    let kept = await machine.keyring.secrets.keys
    #expect(Set(kept) == [.session(AccountMachine.bob)])
    // Ada and Bob signed in once each. Ada's saved password, which is now wrong, was tried once.
    #expect(await server.count("login/email") == 3)
  }

  @Test("without a stored password, one refused token deletes the member's data", .fault("A08"))
  func withoutAStoredPasswordOneRefusedTokenDeletesTheMembersData() async throws {
    let program = try await machine.signedIn()
    try machine.user.note(Self.canary, of: AccountMachine.ada)
    #expect(try hits(of: Self.canary) > 0)
    #expect(await machine.tokens() != nil)
    await server.endSessions()
    #expect(await program.call() == .failure(.auth(.signedOut)))
    await program.reaches(.signedOut(.sessionEnded))
    #expect(try machine.user.notes().isEmpty)
    #expect(try hits(of: Self.canary) == 0)
    #expect(try await machine.user.members().isEmpty)
    #expect(await machine.keyring.secrets.isEmpty)
    #expect(await server.count("login/refresh") == 1)
    #expect(await server.count("login/email") == 1)
  }

  @Test("an account deleted elsewhere is removed from this computer")
  func anAccountDeletedElsewhereIsRemovedFromThisComputer() async throws {
    let program = try await machine.signedIn()
    await server.next(
      "updateconfig", .answer(status: 410, body: #"{"status":"ERROR","reason":"account-deleted","data":{}}"#))
    #expect(await program.call() == .failure(.auth(.signedOut)))
    await program.reaches(.signedOut(.accountDeleted))
    #expect(await machine.keyring.secrets.isEmpty)
  }

  @Test("deleting the account removes it from this computer")
  func deletingTheAccountRemovesItFromThisComputer() async throws {
    let program = try await machine.signedIn()
    try await program.deleteAccount(password: Secret("correct horse"))
    #expect(await program.state.phase == .signedOut(.accountDeleted))
    #expect(try await machine.user.members().isEmpty)
  }

  /// The last step that a deletion reached before the program was killed.
  enum Step: CaseIterable, Sendable { case marked, rowsGone, partsGone, sessionGone, passwordGone, all }

  /// `isEarlier`: an older version of Kurs began the deletion and stored no steps.
  @Test(
    "at the start, an unfinished wipe is completed before data is shown", .fault("A32"),
    arguments: Step.allCases, [false, true])
  func atTheStartAnUnfinishedWipeIsCompletedBeforeDataIsShown(step: Step, isEarlier: Bool) async throws {
    _ = try await machine.signedIn(keepsPassword: true)
    try machine.user.note(Self.canary, of: AccountMachine.ada)
    let ada = AccountMachine.ada
    let member = try #require(try await machine.user.members().first?.member)
    try await machine.user.startLeaving(member, .sessionEnded, at: machine.clock.wall)
    let part = machine.folder.path + "/data/part-of-ada"
    try Data(Self.canary.utf8).write(to: URL(filePath: part))
    if step != .marked {
      for step in [.recovery, .rows] as [LeavingStep] { try await machine.user.finish(step, of: ada) }
    }
    if step != .marked, step != .rowsGone { try FileManager.default.removeItem(atPath: part) }
    if [.sessionGone, .passwordGone, .all].contains(step) {
      try await machine.user.finish(.files, of: ada)
      try await machine.keyring.remove(.session(ada))
    }
    if [.passwordGone, .all].contains(step) { try await machine.keyring.remove(.password(ada)) }
    if step == .all { try await machine.user.finish(.secrets, of: ada) }
    if isEarlier { try machine.user.forgetSteps() }
    let data = MemberData(name: "part") { member in
      #expect(member == ada)
      // The killed program may already have deleted the file.
      if FileManager.default.fileExists(atPath: part) { try FileManager.default.removeItem(atPath: part) }
    }
    let next = machine.program(boot: "boot-2", data: [data])
    let states = await next.states()
    await next.start()
    for await state in states {
      #expect(state.phase != .signedIn && state.phase != .checking)
      if state.phase == .signedOut(step == .all ? nil : .sessionEnded) { break }
    }
    #expect(try machine.user.notes().isEmpty)
    // No file of the data folder contains the member's text, not even in the space of deleted rows.
    #expect(try hits(of: Self.canary) == 0)
    #expect(await machine.keyring.secrets.isEmpty)
    #expect(try await machine.user.members().isEmpty)
    #expect(await server.count("login/refresh") == 0)
  }

  @Test("a wipe that fails three times is repeated at the next start", .fault("A33"))
  func aWipeThatFailsThreeTimesIsRepeatedAtTheNextStart() async throws {
    let attempts = Attempts()
    let stubborn = MemberData(name: "stubborn") { _ in try await attempts.fail() }
    let program = machine.program(data: [stubborn])
    await program.start()
    try await program.signIn(.ada())
    await server.endSessions()
    #expect(await program.call() == .failure(.auth(.signedOut)))
    for count in 1...3 {
      await attempts.reach(count)
      await program.reaches { [.signingOut, .signedOut(.sessionEnded)].contains($0) }
      while await attempts.count == count, count < 3 {
        machine.clock.advance(seconds: 1)
        await Task.yield()
      }
    }
    await program.reaches(.signedOut(.sessionEnded))
    #expect(await attempts.count == 3)
    // The fourth try of the deletion happens only after the next start.
    machine.clock.advance(seconds: 3600)
    await program.finishRemovals()
    #expect(await attempts.count == 3)
    #expect(await program.state.members.isEmpty)
    #expect(try await machine.user.members().map(\.state) == [.leaving(.sessionEnded, .files)])
    try await isHiddenAndTriedAgain(attempts, stubborn)
    let next = machine.program(data: [MemberData(name: "willing") { _ in }])
    await next.start()
    await next.finishRemovals()
    #expect(try await machine.user.members().isEmpty)
  }

  /// Checks that the next program, which can't delete the data either, hides the member and tries the deletion again.
  private func isHiddenAndTriedAgain(_ attempts: Attempts, _ stubborn: MemberData) async throws {
    let next = machine.program(boot: "boot-2", data: [stubborn])
    await next.start()
    #expect(await next.state.members.isEmpty)
    #expect(await next.state.phase != .signedIn)
    await attempts.reach(4)
    #expect(await next.state.members.isEmpty)
    #expect(try await machine.user.members().map(\.state) == [.leaving(.sessionEnded, .files)])
    #expect(await next.call() == .failure(.auth(.signedOut)))
    await next.close()
    #expect(await server.count("login/refresh") == 1)
  }

  @Test("a locked keyring delays the deletion of secrets but not of data")
  func aLockedKeyringDelaysTheDeletionOfSecretsButNotOfData() async throws {
    let program = try await machine.signedIn()
    try machine.user.note(Self.canary, of: AccountMachine.ada)
    await machine.keyring.fail(writing: .fails(.locked))
    await server.endSessions()
    _ = await program.call()
    await program.reaches(.signedOut(.sessionEnded))
    #expect(try machine.user.notes().isEmpty)
    #expect(try await machine.user.members().map(\.state) == [.leaving(.sessionEnded, .secrets)])
    await machine.keyring.fail(writing: nil)
    let next = machine.program()
    await next.start()
    await next.finishRemovals()
    #expect(await machine.keyring.secrets.isEmpty)
    #expect(try await machine.user.members().isEmpty)
  }

  @Test(
    "signing in again stops an unfinished deletion of the member's data",
    arguments: [SignOutReason.user, .sessionEnded], [true, false])
  func signingInAgainStopsAnUnfinishedDeletionOfTheMembersData(
    reason: SignOutReason, isKeyringOpenAgain: Bool
  ) async throws {
    let program = try await machine.signedIn()
    try machine.user.note("before", of: AccountMachine.ada)
    await machine.keyring.fail(writing: .fails(.locked))
    if reason == .user {
      #expect(await program.signOut() == .keyring(.locked))
    } else {
      await server.endSessions()
      _ = await program.call()
      await program.reaches(.signedOut(reason))
    }
    #expect(try await machine.user.members().map(\.state) == [.leaving(reason, .secrets)])
    if isKeyringOpenAgain { await machine.keyring.fail(writing: nil) }
    try await program.signIn(.ada())
    #expect(try await machine.user.members().map(\.state) == [.active])
    try machine.user.note("after", of: AccountMachine.ada)
    await machine.keyring.fail(writing: nil)
    let next = machine.program()
    await next.start()
    await next.finishRemovals()
    #expect(try machine.user.notes() == ["after"])
    #expect(try await machine.user.members().map(\.member.id) == [AccountMachine.ada])
  }

  @Test("data kept at sign-out can be deleted by signing out again")
  func dataKeptAtSignOutCanBeDeletedBySigningOutAgain() async throws {
    let program = try await machine.signedIn()
    try machine.user.note(Self.canary, of: AccountMachine.ada)
    await program.signOut(keepingData: true)
    try await program.switchTo(AccountMachine.ada)
    #expect(await program.state.phase == .signedOut(nil))
    #expect(await program.signOut() == nil)
    #expect(try machine.user.notes().isEmpty)
    #expect(try await machine.user.members().isEmpty)
  }

  @Test("a sign-out with a locked keyring is completed after unlocking")
  func aSignOutWithALockedKeyringIsCompletedAfterUnlocking() async throws {
    _ = try await machine.signedIn()
    await machine.keyring.fail(reading: .fails(.locked))
    await machine.keyring.fail(writing: .fails(.locked))
    let program = machine.program(boot: "boot-2")
    await program.start()
    await program.reaches(.locked)
    #expect(await program.signOut(keepingData: true) == .keyring(.locked))
    #expect(await program.signOut() == .keyring(.locked))
    #expect(await server.sessions.map(\.isEnded) == [false])
    await machine.keyring.fail(reading: nil)
    await machine.keyring.fail(writing: nil)
    let next = machine.program(boot: "boot-3")
    await next.start()
    await next.finishRemovals()
    #expect(await server.sessions.map(\.isEnded) == [true])
    #expect(await machine.keyring.secrets.isEmpty)
    #expect(try await machine.user.members().isEmpty)
  }

  @Test("once the keyring is unlocked, Kurs signs in without a prompt")
  func onceTheKeyringIsUnlockedKursSignsInWithoutAPrompt() async throws {
    _ = try await machine.signedIn()
    await machine.keyring.fail(reading: .fails(.locked))
    let program = machine.program()
    await program.start()
    await program.reaches(.locked)
    #expect(await program.state.keyringFailure == .locked)
    await machine.keyring.fail(reading: nil)
    while await program.state.phase != .signedIn {
      machine.clock.advance(seconds: 5)
      for _ in 0..<20 { await Task.yield() }
    }
    #expect(await machine.keyring.prompts == 0)
  }

  private func hits(of text: String) throws -> Int {
    let folder = machine.folder.path + "/data/"
    return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
      (FileManager.default.contents(atPath: folder + name) ?? Data()).range(of: Data(text.utf8)) != nil
    }
  }
}

actor Attempts {
  private(set) var count = 0
  private var waiting: [(Int, CheckedContinuation<Void, Never>)] = []

  func fail() throws {
    count += 1
    for wait in waiting where wait.0 <= count { wait.1.resume() }
    waiting.removeAll { $0.0 <= count }
    throw AuthFailure.busy
  }

  func reach(_ wanted: Int) async {
    guard count < wanted else { return }
    await withCheckedContinuation { waiting.append((wanted, $0)) }
  }
}

extension UserDatabase {
  /// Creates a table whose rows belong to members, like the tables of other parts of Kurs.
  func prepareNotes() throws {
    try file.queue.write { try $0.execute(sql: "CREATE TABLE note (text TEXT, member TEXT NOT NULL)") }
  }

  func note(_ text: String, of member: MemberID) throws {
    try file.queue.write {
      try $0.execute(sql: "INSERT INTO note (text, member) VALUES (?, ?)", arguments: [text, member.text])
    }
  }

  func notes() throws -> [String] {
    try file.queue.read { try String.fetchAll($0, sql: "SELECT text FROM note ORDER BY text") }
  }

  /// Removes the stored steps, as if an older version of Kurs, which stored no steps, had begun the deletion.
  fileprivate func forgetSteps() throws {
    try file.queue.write { try $0.execute(sql: "UPDATE account SET leaving_step = NULL") }
  }
}
