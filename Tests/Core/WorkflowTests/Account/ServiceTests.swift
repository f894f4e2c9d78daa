// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursNetwork
import KursStorage
import Testing
import TestSupport

@testable import KursWorkflow

/// Tests how account and sync use the service data of the server: a message, the oldest allowed version, and limits.
@Suite(.timeLimit(.minutes(1))) struct ServiceTests {
  let machine: AccountMachine
  let objects: UserObjects

  init() throws {
    machine = try AccountMachine()
    objects = UserObjects(database: machine.user, clock: { [clock = machine.clock] in clock.wall })
  }

  private static func answer(_ data: String) -> ModelServer.Fault {
    .answer(status: 200, body: #"{"status":"OK","reason":"","data":\#(data)}"#)
  }

  private func say(_ service: String) async {
    await machine.server.always(
      "updateconfig", Self.answer(#"{"config":{},"config_revision":0,"service":{\#(service)}}"#))
  }

  /// Signs Ada in and syncs. The server accepts every request.
  private func synced() async throws -> (AccountWorkflow, SyncWorkflow) {
    await machine.server.always("sync", Self.answer(#"{"revision":1,"changes":[],"removed":[]}"#))
    let program = try await machine.signedIn(release: "1.4")
    let sync = AccountSync.workflow(of: objects, through: program)
    await sync.memberChanged(to: AccountMachine.ada)
    _ = await sync.settled()
    return (program, sync)
  }

  private func unsent() async throws -> Int {
    try await machine.user.unsentObjects(of: AccountMachine.ada, limit: 10).count
  }

  @Test("the server's message is shown at the first sync and updated hourly")
  func theServersMessageIsShownAtTheFirstSyncAndUpdatedHourly() async throws {
    await say(#""message":"Closed on Sunday.""#)
    let (program, sync) = try await synced()
    #expect(await sync.status.failure == nil)
    #expect(await program.state.service.message == "Closed on Sunday.")
    await sync.requestSync()
    _ = await sync.settled()
    #expect(await machine.server.count("updateconfig") == 1, "not at each exchange")
    #expect(await machine.server.count("sync") == 2)
    machine.clock.advance(seconds: 3600)
    await machine.server.waitForRequests("updateconfig", 2)
    await sync.end()
  }

  @Test("an outdated program version keeps unsent changes and stays signed in", .fault("N07"))
  func anOutdatedProgramVersionKeepsUnsentChangesAndStaysSignedIn() async throws {
    await say(#""oldest_client":"2.0""#)
    try await Favourites(of: objects).add(.eur)
    let (program, sync) = try await synced()
    let needed = try #require(ReleaseNumber("2"))
    #expect(await sync.status.failure == .tooOld(needed: needed))
    #expect(await program.state.neededRelease == needed)
    #expect(await program.state.phase == .signedIn)
    #expect(await machine.server.count("sync") == 0)
    #expect(try await unsent() == 1)
    let next = Timestamp(milliseconds: machine.clock.wall.milliseconds + 900_000)
    #expect(await sync.status.phase == .waiting(until: next), "no storm of questions")
    // The operator allows the old version again.
    await say("")
    await sync.requestSync()
    #expect(await sync.settled().failure == nil)
    #expect(await program.state.neededRelease == nil)
    #expect(try await unsent() == 0)
    await sync.end()
  }

  @Test("sync succeeds with a server that reports no limits or message", .fault("N08"), arguments: [
    ModelServer.Fault.answer(status: 404, body: #"{"status":"ERROR","reason":"not-found","data":{}}"#),
    .answer(status: 404, body: "<html>"), .answer(status: 500, body: ""), answer(#"{"config":{},"config_revision":0}"#),
    answer("{}"),
  ])
  func syncSucceedsWithAServerThatReportsNoLimitsOrMessage(fault: ModelServer.Fault) async throws {
    await machine.server.always("updateconfig", fault)
    try await Favourites(of: objects).add(.eur)
    let (program, sync) = try await synced()
    #expect(await sync.status.failure == nil)
    #expect(await program.state.service == ServiceTerms())
    #expect(try await unsent() == 0)
    #expect(await machine.server.count("updateconfig") == 1)
    await sync.end()
  }

  @Test("while the server's limits can't be fetched, no other request is sent")
  func whileTheServersLimitsCantBeFetchedNoOtherRequestIsSent() async throws {
    await machine.server.always("updateconfig", .network(.resolve))
    let (program, sync) = try await synced()
    #expect(await sync.status.failure == .unavailable(retryAfter: nil))
    #expect(await machine.server.count("sync") == 0)
    await say(#""message":"Back.""#)
    await sync.requestSync()
    #expect(await sync.settled().failure == nil)
    #expect(await program.state.service.message == "Back.")
    await sync.end()
  }

  @Test("the server's limits apply to pictures and saved lists")
  func theServersLimitsApplyToPicturesAndSavedLists() async throws {
    await say(#""limits":{"picture_bytes":100,"value_bytes":1000}"#)
    let id = UserObject.ID(.saved, named: "long")
    try await machine.user.changeObject(id, of: .withoutAccount) { [clock = machine.clock] _ in
      var object = UserObject(id: id, kind: .saved)
      object.set(["title": "Everything", "calculation": String(repeating: "x", count: 1001)], now: clock.wall)
      return object
    }
    let (program, sync) = try await synced()
    #expect(await sync.status.tooLargeTitles == ["Everything"])
    await #expect(throws: AccountCallFailure.refused(status: 413, reason: "too-large", retryAfter: nil)) {
      try await program.profile.replacePicture([UInt8](repeating: 0, count: 101), idempotencyKey: "1")
    }
    #expect(await machine.server.count("avatar") == 0, "it was not sent")
    await sync.end()
  }

  @Test("a sync request has no more changes than the server allows")
  func aSyncRequestHasNoMoreChangesThanTheServerAllows() async throws {
    await say(#""limits":{"changes":2}"#)
    for currency in [Currency.eur, .jpy, .usd] { try await Favourites(of: objects).add(currency) }
    let (_, sync) = try await synced()
    #expect(await machine.server.count("sync") == 2)
    #expect(try await unsent() == 0)
    await sync.end()
  }
}
