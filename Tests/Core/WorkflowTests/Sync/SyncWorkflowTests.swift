// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import KursStorage
import KursWorkflow
import Synchronization
import Testing

/// The sync as it runs: edits go by themselves, windows hear of what comes, leaving ends it.
@Suite struct SyncWorkflowTests {
  /// Alarms that ring when the test says so.
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

    /// The next alarm that is set.
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

  @Test func anEditIsSentAfterAMomentAndTheOtherWindowHearsOfIt() async throws {
    let (server, clock, alarms) = (SharedServer(), HandClock(), Alarms())
    let (one, other) = (try SyncedMachine(server, clock: clock), try SyncedMachine(server, clock: clock))
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

    // The other machine, and a window on it that is open meanwhile.
    var lists = await Favourites(of: other.objects).lists().makeAsyncIterator()
    #expect(await lists.next() == [])
    try await other.sync()
    #expect(await lists.next() == [.eur])
    await sync.end()
    alarms.ring()
  }

  @Test func anAnswerAfterTheMemberLeftIsNotWritten() async throws {
    let machine = try SyncedMachine(SharedServer(), clock: HandClock())
    let (asked, announced) = AsyncStream.makeStream(of: Void.self)
    let gate = Mutex<CheckedContinuation<Void, Never>?>(nil)
    let sync = SyncWorkflow(
      objects: machine.objects,
      exchange: { _, _ async throws(SyncFailure) in
        await withCheckedContinuation { continuation in
          gate.withLock { $0 = continuation }
          announced.yield()
        }
        let object = PersonObject(
          id: .init(.favourite, named: "EUR"), kind: .favourite,
          fields: ["currency": .init("EUR", edited: evening), "place": .init("0/1", edited: evening)], revision: 1)
        return SyncAnswer(revision: 1, changes: [object], removed: [])
      }, sleep: { _ in }, jitter: { 0 })
    await sync.memberChanged(to: SyncedMachine.member)
    _ = await asked.first { true }
    async let left: Void = sync.end()
    // The answer comes once leaving has begun: the status says so before the flight is over.
    while await sync.status.phase != .signedOut { await Task.yield() }
    gate.withLock { $0?.resume() }
    await left
    #expect(try await machine.database.objects(.favourite, of: SyncedMachine.member).isEmpty)
    #expect(try await machine.database.syncedRevision(of: SyncedMachine.member) == 0)
  }

  @Test func aMemberWhoIsNotSignedInIsShownButNotAskedFor() async throws {
    let server = SharedServer()
    let machine = try SyncedMachine(server, clock: HandClock())
    let sync = SyncWorkflow(objects: machine.objects, exchange: server.exchange, sleep: { _ in }, jitter: { 0 })
    await sync.memberChanged(to: "other", canAsk: false)
    #expect(await sync.settled().phase == .signedOut)
    #expect(await machine.objects.member == "other")
    #expect(server.withModel { $0.requests } == 0)
  }

  @Test func editsFromAClockThatWasAheadBecomeEditsOfNow() async throws {
    let (server, clock) = (SharedServer(), HandClock())
    let machine = try SyncedMachine(server, clock: clock)
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
