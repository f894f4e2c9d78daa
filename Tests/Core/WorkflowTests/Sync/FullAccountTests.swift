// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import KursStorage
import Synchronization
import Testing
import TestSupport

@testable import KursWorkflow

/// Tests servers where the account's storage is full, and servers with impossible responses.
@Suite struct FullAccountTests {
  private let server = SharedServer()
  private let clock = HandClock()

  private func synced(_ machine: SyncedMachine, _ exchange: @escaping SyncWorkflow.Exchange) async -> SyncStatus {
    let workflow = SyncWorkflow(
      objects: machine.objects, exchange: exchange, sleep: { _ in try? await Task.sleep(for: .seconds(3600)) },
      jitter: { 0 })
    await workflow.memberChanged(to: SyncedMachine.member)
    let status = await workflow.settled()
    await workflow.end()
    return status
  }

  /// A server where the account's storage is full. It accepts only deletions.
  private var full: SyncWorkflow.Exchange {
    { [server] member, request async throws(SyncFailure) in
      guard request.changes.allSatisfy(\.isDeleted) else { throw .quotaFull }
      return try await server.exchange(member, request)
    }
  }

  @Test("an account with full storage still receives changes and sends deletions")
  func anAccountWithFullStorageStillReceivesChangesAndSendsDeletions() async throws {
    let (one, other) = (try await SyncedMachine(server, clock: clock), try await SyncedMachine(server, clock: clock))
    try await Favourites(of: one.objects).add(.eur)
    try await one.sync()
    try await other.sync()
    try await Favourites(of: other.objects).add(.usd)
    try await other.sync()
    clock.advance(by: 1_000)
    try await Favourites(of: one.objects).remove(.eur)
    try await Favourites(of: one.objects).add(.chf)

    let status = await synced(one, full)
    #expect(status.failure == .quotaFull)
    #expect(Set(try await Favourites(of: one.objects).currencies()) == [.usd, .chf])
    try await other.sync()
    #expect(try await Favourites(of: other.objects).currencies() == [.usd])
    // The account's storage has free space again.
    #expect(try await one.sync().failure == nil)
    try await other.sync()
    #expect(Set(try await Favourites(of: other.objects).currencies()) == [.usd, .chf])
  }

  @Test("a list that the full account refuses doesn't block other lists", .fault("B12"))
  func aListThatTheFullAccountRefusesDoesntBlockOtherLists() async throws {
    let (one, other) = (try await SyncedMachine(server, clock: clock), try await SyncedMachine(server, clock: clock))
    let now = clock.now()
    func put(_ name: String, _ text: String, edited: Timestamp) async throws {
      let id = UserObject.ID(.saved, named: name)
      try await one.objects.change(id, .saved) { object in
        var object = object ?? UserObject(id: id, kind: .saved)
        object.set(["title": name, "calculation": text], now: edited)
        return object
      }
    }
    let (long, longer) = (String(repeating: "1", count: 100), String(repeating: "2", count: 200))
    try await put("edited", longer, edited: now)
    try await one.sync()
    for name in ["a", "b"] { try await put(name, "1 EUR", edited: now) }
    try await put("no room", long, edited: now)
    try await put("edited", longer + "3", edited: now + 1)
    let requests = Mutex(0)
    // The server refuses only the list called "no room".
    let status = await synced(one) { [server] member, request async throws(SyncFailure) in
      requests.withLock { $0 += 1 }
      guard request.changes.allSatisfy({ $0["title"] != "no room" }) else { throw .quotaFull }
      return try await server.exchange(member, request)
    }
    #expect(status.failure == .quotaFull)
    #expect(requests.withLock { $0 } < 30)
    #expect(try await one.database.unsentObjects(of: SyncedMachine.member, limit: 9).map(\.title) == ["no room"])
    try await other.sync()
    #expect(Set(try await other.objects.objects(.saved).compactMap(\.title)) == ["a", "b", "edited"])
  }

  @Test("a server that always reports more changes gets few requests")
  func endlessPagesEnd() async throws {
    let machine = try await SyncedMachine(server, clock: clock)
    let requests = Mutex(0)
    let status = await synced(machine) { _, request async throws(SyncFailure) in
      requests.withLock { $0 += 1 }
      return SyncAnswer(revision: request.since + 1, hasMore: true, changes: [], removed: [])
    }
    #expect(status.failure == .unsound)
    #expect(requests.withLock { $0 } == 1)
    let id = try #require(UserObject.ID("0d2f9a3c-1111-4222-8333-444455556666"))
    let busy = await synced(machine) { _, request async throws(SyncFailure) in
      requests.withLock { $0 += 1 }
      return SyncAnswer(revision: request.since + 1, hasMore: true, changes: [], removed: [id])
    }
    #expect(busy.failure == .unsound)
    #expect(requests.withLock { $0 } <= SyncMachine.pagesInARow + 2)
  }

  @Test("if local objects differ from the server, all objects are read again")
  func ifLocalObjectsDifferFromTheServerAllObjectsAreReadAgain() async throws {
    let (one, other) = (try await SyncedMachine(server, clock: clock), try await SyncedMachine(server, clock: clock))
    try await Favourites(of: one.objects).add(.eur)
    try await Favourites(of: one.objects).add(.usd)
    try await one.sync()
    try await other.sync()
    let id = try #require(try await one.database.objects(.favourite, of: SyncedMachine.member).first?.id)
    // One wrong response removes an object on one computer.
    let bad = Mutex(true)
    let status = await synced(one) { [server] member, request async throws(SyncFailure) in
      let answer = try await server.exchange(member, request)
      let isBad = bad.withLock { isBad in
        defer { isBad = false }
        return isBad
      }
      return SyncAnswer(
        revision: answer.revision, changes: answer.changes, removed: answer.removed + (isBad ? [id] : []),
        digest: server.withModel(\.digest))
    }
    #expect(status.failure == nil)
    #expect(Set(try await Favourites(of: one.objects).currencies()) == [.eur, .usd])
    #expect(try await one.picture() == other.picture())
  }

  @Test("data that differs from the server's after a full sync is reported")
  func dataThatDiffersFromTheServersAfterAFullSyncIsReported() async throws {
    let machine = try await SyncedMachine(server, clock: clock)
    try await Favourites(of: machine.objects).add(.eur)
    let requests = Mutex(0)
    let status = await synced(machine) { [server] member, request async throws(SyncFailure) in
      requests.withLock { $0 += 1 }
      let answer = try await server.exchange(member, request)
      return SyncAnswer(
        revision: answer.revision, changes: answer.changes, removed: answer.removed,
        digest: String(repeating: "f", count: 32))
    }
    #expect(status.failure == .differs)
    #expect(requests.withLock { $0 } < 10)
    #expect(try await Favourites(of: machine.objects).currencies() == [.eur])
  }

  @Test("the digest of synced objects matches the example in the server's contract")
  func theDigestOfSyncedObjectsMatchesTheExampleInTheServersContract() throws {
    func object(_ id: String, _ value: String, deleted: Timestamp? = nil) throws -> UserObject {
      // 2026-11-20T10:00:00.000Z
      let edited = Timestamp(milliseconds: 1_795_168_800_000)
      return UserObject(
        id: try #require(UserObject.ID(id)), kind: .favourite, fields: ["currency": .init(value, edited: edited)],
        deleted: deleted)
    }
    let one = try object("0d2f9a3c-1111-4222-8333-444455556666", "EUR")
    let second = try object("0d2f9a3c-1111-4222-8333-444455557777", "\u{20AC}\n")
    let gone = try object("0d2f9a3c-1111-4222-8333-444455557777", "\u{20AC}\n", deleted: .init(milliseconds: .max / 2))
    // The server's test expects the same digests.
    #expect(ObjectsDigest.text(of: [one]) == "fd8033cbbec41db8a1d8d7da42c261f0")
    #expect(ObjectsDigest.text(of: [second, one]) == "64591acb37518386850db6a3d9009711")
    #expect(ObjectsDigest.text(of: [one, gone]) == "fd8033cbbec41db8a1d8d7da42c261f0")
  }

  @Test("a response with edits from the far future is refused completely")
  func aResponseWithEditsFromTheFarFutureIsRefusedCompletely() async throws {
    let machine = try await SyncedMachine(server, clock: clock)
    try await Favourites(of: machine.objects).add(.eur)
    try await machine.sync()
    let future = Timestamp(milliseconds: 253_000_000_000_000)
    let known = try #require(try await machine.database.objects(.favourite, of: SyncedMachine.member).first)
    let gone = UserObject(
      id: known.id, kind: .favourite, fields: known.fields, deleted: future, revision: 9, isUnsent: false)
    let status = await synced(machine) { _, request async throws(SyncFailure) in
      SyncAnswer(revision: request.since + 1, changes: [gone], removed: [])
    }
    #expect(status.failure == .unsound)
    #expect(try await Favourites(of: machine.objects).currencies() == [.eur])
    #expect(try await machine.sync().failure == nil)
  }
}
