// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
import KursCore
import KursModel
import KursStorage
import KursWorkflow
import Synchronization
import Testing

/// Tests the running sync: it sends edits, notifies windows of changes, and stops when the member leaves.
@Suite struct SyncWorkflowTests {
  /// Alarms that ring when the test calls `ring`.
  final class Alarms: Sendable {
    private let waiting = Mutex<[(Timestamp, CheckedContinuation<Void, Never>)]>([])
    private let (set, announced) = AsyncStream.makeStream(of: Timestamp.self)

    var sleep: @Sendable (Timestamp) async -> Void {
      { [self] moment in
        await withTaskCancellationHandler {
          await withCheckedContinuation { continuation in
            waiting.withLock { $0.append((moment, continuation)) }
            announced.yield(moment)
          }
        } onCancel: {
        }
      }
    }

    func next() async -> Timestamp? { await set.first { _ in true } }

    func ring() {
      let all = waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
      for (_, continuation) in all { continuation.resume() }
    }

    deinit { ring() }
  }

  @Test("an edit is sent two seconds later and reaches the other computer")
  func anEditIsSentTwoSecondsLaterAndReachesTheOtherComputer() async throws {
    let (server, clock, alarms) = (SharedServer(), HandClock(), Alarms())
    let (one, other) = (try await SyncedMachine(server, clock: clock), try await SyncedMachine(server, clock: clock))
    let sync = SyncWorkflow(objects: one.objects, exchange: server.exchange, sleep: alarms.sleep, jitter: { 0 })
    await sync.memberChanged(to: SyncedMachine.member)
    _ = await sync.settled()
    #expect(await alarms.next() == Timestamp(milliseconds: evening.milliseconds + 900_000))

    try await Favourites(of: one.objects).add(.eur)
    #expect(await alarms.next() == Timestamp(milliseconds: evening.milliseconds + 2_000))
    clock.advance(by: 2_000)
    alarms.ring()
    _ = await alarms.next()
    #expect(await sync.settled().lastDone == Timestamp(milliseconds: evening.milliseconds + 2_000))

    // Observes the favourites on the other computer, as an open window does.
    var lists = await Favourites(of: other.objects).lists().makeAsyncIterator()
    #expect(await lists.next() == [])
    try await other.sync()
    #expect(await lists.next() == [.eur])
    await sync.end()
    alarms.ring()
  }

  @Test("a sync response that arrives after the data's deletion isn't stored")
  func aSyncResponseThatArrivesAfterTheDatasDeletionIsntStored() async throws {
    let machine = try await SyncedMachine(SharedServer(), clock: HandClock())
    let (database, member) = (machine.database, SyncedMachine.member)
    let sync = SyncWorkflow(
      objects: machine.objects,
      exchange: { _, _ async throws(SyncFailure) in
        let leaving = Member(id: member, server: "https://example.org", email: "")
        try? await database.startLeaving(leaving, .user, at: evening)
        for step in [.rows, .files, .secrets] as [LeavingStep] { try? await database.finish(step, of: member) }
        let object = UserObject(
          id: .init(.favourite, named: "EUR"), kind: .favourite,
          fields: ["currency": .init("EUR", edited: evening), "place": .init("0/1", edited: evening)], revision: 1)
        return SyncAnswer(revision: 1, changes: [object], removed: [])
      }, sleep: { _ in try? await Task.sleep(for: .seconds(3600)) }, jitter: { 0 })
    await sync.memberChanged(to: member)
    #expect(await sync.settled().failure == .signedOut)
    #expect(try await database.objects(.favourite, of: member).isEmpty)
    #expect(try await database.syncedRevision(of: member) == 0)
    await sync.end()
  }

  @Test("a sync reports a too large object and sends the other objects")
  func aSyncReportsATooLargeObjectAndSendsTheOtherObjects() async throws {
    let server = SharedServer()
    let machine = try await SyncedMachine(server, clock: HandClock())
    let long = String(repeating: "x", count: ServiceLimits().value + 1)
    let id = UserObject.ID(.saved, named: "long")
    try await machine.database.changeObject(id, of: SyncedMachine.member) { _ in
      var object = UserObject(id: id, kind: .saved)
      object.set(["title": "Everything", "calculation": long], now: evening)
      return object
    }
    try await Favourites(of: machine.objects).add(.eur)
    let status = try await machine.sync()
    #expect(status.tooLargeTitles == ["Everything"])
    #expect(status.failure == nil)
    #expect(server.withModel { $0.ids } == [UserObject.ID(.favourite, named: "EUR").text])
  }

  @Test("an edit just before closing is sent at the next start")
  func anEditJustBeforeClosingIsSentAtTheNextStart() async throws {
    let server = SharedServer()
    let machine = try await SyncedMachine(server, clock: HandClock())
    let sync = SyncWorkflow(
      objects: machine.objects, exchange: server.exchange,
      sleep: { _ in try? await Task.sleep(for: .seconds(3600)) }, jitter: { 0 })
    await sync.memberChanged(to: SyncedMachine.member)
    _ = await sync.settled()
    try await Favourites(of: machine.objects).add(.jpy)
    await sync.end()
    #expect(server.withModel { $0.ids }.isEmpty, "it waits for what else is edited in two seconds")
    try machine.restart()
    try await machine.sync()
    #expect(server.withModel { $0.ids } == [UserObject.ID(.favourite, named: "JPY").text])
  }

  @Test("objects from before sign-in are sent as objects of the member")
  func objectsFromBeforeSignInAreSentAsObjectsOfTheMember() async throws {
    let server = SharedServer()
    let machine = try await SyncedMachine(server, clock: HandClock())
    await machine.objects.memberChanged(to: .withoutAccount)
    try await Favourites(of: machine.objects).add(.eur)
    try await machine.sync()
    #expect(server.withModel { $0.ids } == [UserObject.ID(.favourite, named: "EUR").text])
    #expect(try await Favourites(of: machine.objects).currencies() == [.eur])
    #expect(try await machine.database.objects(.favourite, of: .withoutAccount).isEmpty)
  }

  @Test("the next sync moves objects that sign-in couldn't move to the account")
  func theNextSyncMovesObjectsThatSignInCouldntMoveToTheAccount() async throws {
    let server = SharedServer()
    let machine = try await SyncedMachine(server, clock: HandClock())
    await machine.objects.memberChanged(to: .withoutAccount)
    try await Favourites(of: machine.objects).add(.eur)
    try await machine.database.file.write {
      try $0.execute(
        sql: "CREATE TRIGGER full BEFORE DELETE ON object BEGIN SELECT RAISE(ABORT, 'full'); END")
    }
    let sync = SyncWorkflow(
      objects: machine.objects, exchange: server.exchange,
      sleep: { _ in try? await Task.sleep(for: .seconds(3600)) }, jitter: { 0 })
    await sync.memberChanged(to: SyncedMachine.member)
    guard case .storage? = await sync.settled().failure else { Issue.record("the failure isn't reported"); return }
    try await machine.database.file.write { try $0.execute(sql: "DROP TRIGGER full") }
    await sync.requestSync()
    #expect(await sync.settled().failure == nil)
    #expect(server.withModel { $0.ids } == [UserObject.ID(.favourite, named: "EUR").text])
    await sync.end()
  }

  @Test("a signed-out member is not synced")
  func aSignedOutMemberIsNotSynced() async throws {
    let server = SharedServer()
    let machine = try await SyncedMachine(server, clock: HandClock())
    let sync = SyncWorkflow(objects: machine.objects, exchange: server.exchange, sleep: { _ in }, jitter: { 0 })
    await sync.memberChanged(to: MemberID("other"), canAsk: false)
    #expect(await sync.settled().phase == .signedOut)
    #expect(await machine.objects.member == MemberID("other"))
    #expect(server.withModel { $0.requests } == 0)
  }

  @Test("edits dated by a clock that was ahead get new times")
  func editsDatedByAClockThatWasAheadGetNewTimes() async throws {
    let (server, clock) = (SharedServer(), HandClock())
    let machine = try await SyncedMachine(server, clock: clock)
    clock.advance(by: 900_000_000)
    try await Favourites(of: machine.objects).add(.eur)
    clock.advance(by: -900_000_000)
    let limit = clock.now().milliseconds + 86_400_000
    let sync = SyncWorkflow(
      objects: machine.objects,
      exchange: { member, request async throws(SyncFailure) in
        guard request.changes.flatMap(\.fields.values).allSatisfy({ $0.edited.milliseconds <= limit }) else {
          throw .clockIsAhead
        }
        return try await server.exchange(member, request)
      }, sleep: { _ in try? await Task.sleep(for: .seconds(3600)) }, jitter: { 0 })
    await sync.memberChanged(to: SyncedMachine.member)
    #expect(await sync.settled().failure == nil)
    await sync.end()
    #expect(server.withModel { $0.ids.count } == 1)
    #expect(try await machine.database.unsentObjects(of: SyncedMachine.member, limit: 1).isEmpty)
  }
}
