// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursAPI
import KursModel
import KursNetwork
import KursStorage
import KursWorkflow
import Testing
import TestSupport

@testable import KursCore

/// Tests the queue with real sockets, libcurl and schemas.
@Suite struct QueueWireTests {
  static func queue(in folder: TemporaryFolder, commands: [Endpoint]) throws -> OfflineQueue {
    try queue(in: folder.path, commands: commands)
  }

  static func queue(
    in folder: String, commands: [Endpoint], at time: Int64 = 1_700_000_000_123
  ) throws -> OfflineQueue {
    var environment = environment(TemporaryFolder())
    environment.dataFolder = folder + "/data"
    let network = LiveNetwork(version: "test", cacheFolder: folder + "/cache")
    environment.transport = { network.transport }
    let core = try Core(environment)
    return core.offlineQueue(
      try core.openUser(), commands: commands, clock: { Timestamp(milliseconds: time) })
  }

  @Test("the server remembers idempotency keys longer than requests stay queued")
  func theServerRemembersIdempotencyKeysLongerThanRequestsStayQueued() throws {
    let contract = try String(contentsOfFile: packageRoot + "Server/openapi.yaml", encoding: .utf8)
    let days = try #require(contract.firstMatch(of: /for (\d+) days the same key/)?.output.1)
    #expect(try #require(Int64(days)) * 86_400_000 > QueuePolicy().maximumAge)
  }

  @Test("a queued request is sent with a quoted UUID and unchanged body", .fault("Q28"))
  func aQueuedRequestIsSentWithAQuotedUUIDAndUnchangedBody() async throws {
    let (folder, server) = (TemporaryFolder(), CountingServer())
    try await server.serving { address in
      let queue = try Self.queue(in: folder, commands: [])
      for number in 1...3 {
        try await queue.enqueue(QueueFixture.command(), body: Array("{\"n\":\(number)}".utf8), to: address)
      }
      await queue.flush()
      #expect(await queue.state().commands.isEmpty)
    }
    #expect(await server.effects.map(\.body) == [1, 2, 3].map { "{\"n\":\($0)}" })
    for key in await server.keys {
      let uuid = try #require(key.wholeMatch(of: /"([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})"/))
      #expect(UUID(uuidString: String(uuid.1)) != nil)
    }
    #expect(await server.paths == Array(repeating: "/api/v1/favourites/", count: 3))
  }

  @Test("a million new idempotency keys are different random UUIDs", .fault("Q28"))
  func aMillionNewIdempotencyKeysAreDifferentRandomUUIDs() async throws {
    let newKey = try Core(environment(TemporaryFolder())).makeQueueEnvironment(nil).newKey
    var (keys, odd) = (Set<UUID>(minimumCapacity: 1_000_000), 0)
    for round in 0..<1_000_000 {
      // Lets other tests use this thread, because they have time limits.
      if round.isMultiple(of: 1000) { await Task.yield() }
      // Each key must be a UUID of version 4 and of the variant of RFC 9562 (section 5.4).
      guard let key = UUID(uuidString: newKey()), key.uuid.6 >> 4 == 4, key.uuid.8 >> 6 == 2 else {
        odd += 1
        continue
      }
      keys.insert(key)
    }
    #expect((keys.count, odd) == (1_000_000, 0))
  }

  @Test("a request refused with 409 is repeated with the same idempotency key", .fault("Q09"))
  func aRequestRefusedWith409IsRepeatedWithTheSameIdempotencyKey() async throws {
    let (folder, server) = (TemporaryFolder(), CountingServer())
    await server.answers(409)
    try await server.serving { address in
      let queue = try Self.queue(in: folder, commands: [])
      try await queue.enqueue(QueueFixture.command(), body: [1], to: address)
      await queue.flush()
      #expect(await queue.state().waiting.map(\.history.fault) == [.status(409)])
      await queue.close()
      await server.answers(200)
      let later = try Self.queue(in: folder.path, commands: [], at: 1_700_000_060_000)
      #expect(await later.flush().delivered == 1)
    }
    #expect(await server.requests >= 2)
    #expect(await Set(server.keysSent).count == 1)
  }

  @Test("a redirect of a queued request is not followed", .fault("Q20"), arguments: [301, 302, 303, 307, 308])
  func aRedirectOfAQueuedRequestIsNotFollowed(status: Int) async throws {
    let (folder, server) = (TemporaryFolder(), CountingServer())
    await server.answers(status)
    try await server.serving(headers: ["Location": "/elsewhere/"]) { address in
      let queue = try Self.queue(in: folder, commands: [])
      try await queue.enqueue(QueueFixture.command(), body: [1], to: address)
      await queue.flush()
      #expect(await queue.state().commands.map(\.history.fault) == [.status(status)])
    }
    #expect(await server.paths == ["/api/v1/favourites/"])
  }

  @Test("an invalid response doesn't count as delivery") func anInvalidResponseDoesntCountAsDelivery() async throws {
    let (folder, server) = (TemporaryFolder(), CountingServer())
    let command = Endpoint(
      "keep", method: .post, path: "/keep/", accept: "application/json", schema: "nbp", queueing: .perResource("r"))
    try await server.serving { address in
      let queue = try Self.queue(in: folder, commands: [command])
      try await queue.enqueue(command, body: [1], to: address)
      await queue.flush()
      #expect(await queue.state().commands.map(\.history.fault) == [.unusableAnswer])
    }
  }

  @Test("sending to an unreachable server doesn't count as an attempt")
  func sendingToAnUnreachableServerDoesntCountAsAnAttempt() async throws {
    let folder = TemporaryFolder()
    let queue = try Self.queue(in: folder, commands: [])
    try await queue.enqueue(QueueFixture.command(), body: [1], to: "http://127.0.0.1:1")
    #expect(await queue.flush().fault == nil)
    let history = try #require(await queue.state().commands.first?.history)
    #expect((history.attempts, history.fault) == (0, .unreachable))
    #expect(history.tries >= 1)
  }
}
