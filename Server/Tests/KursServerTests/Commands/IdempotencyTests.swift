// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
import Testing

@testable import KursServer

@Suite struct IdempotencyTests {
  private let config = "/api/v1/member/updateconfig/"
  private let key = ["Idempotency-Key": #""8e03978e-40d5-43dd-bc93-6894a57f9324""#]

  @Test("repeating a request with its idempotency key returns the first response")
  func repeatingARequestWithItsIdempotencyKeyReturnsTheFirstResponse() async throws {
    try await withServer { client in
      let member = try await client.registered()
      let first = try await member.post(config, #"{"config":{"theme":"dark"}}"#, headers: key)
      try await member.post(config, #"{"config":{"theme":"light"}}"#).ok()
      let again = try await member.post(config, #"{"config":{"theme":"dark"}}"#, headers: key)
      #expect(again.body == first.body)
      #expect(again.header("Idempotency-Replayed") == "true")
      let profile = try await member.post("/api/v1/member/profile/").ok()
      #expect(profile["member"]?["config"] == .object(["theme": .string("light")]))
    }
  }

  @Test("idempotency keys with and without quotes are equal")
  func idempotencyKeysWithAndWithoutQuotesAreEqual() async throws {
    try await withServer { client in
      let member = try await client.registered()
      let first = try await member.post(config, #"{"config":{"a":"1"}}"#, headers: ["Idempotency-Key": #""k""#])
      let again = try await member.post(config, #"{"config":{"a":"1"}}"#, headers: ["Idempotency-Key": "k"])
      #expect(again.body == first.body && again.header("Idempotency-Replayed") == "true")
    }
  }

  // fault: Q10
  @Test("an idempotency key that is reused for another request is refused")
  func anIdempotencyKeyThatIsReusedForAnotherRequestIsRefused() async throws {
    try await withServer { client in
      let member = try await client.registered()
      try await member.post(config, #"{"config":{"a":"1"}}"#, headers: key).ok()
      try await member.post(config, #"{"config":{"a":"2"}}"#, headers: key).refused(.keyReused)
      try await member.post("/api/v1/member/profile/", #"{"config":{"a":"1"}}"#, headers: key).refused(.keyReused)
      try await member.post("/api/v1/sync/", SyncTests.request([]), headers: key).refused(.keyReused)
      let picture = try await member.client.putPicture(SyncTests.png, key: key.values.first)
      picture.refused(.keyReused)
    }
  }

  @Test("two members can send the same idempotency key") func twoMembersCanSendTheSameIdempotencyKey() async throws {
    try await withServer { client in
      let one = try await client.registered()
      let two = try await client.registered("grace@example.org")
      try await one.post(config, #"{"config":{"a":"1"}}"#, headers: key).ok()
      #expect(
        try await two.post(config, #"{"config":{"a":"2"}}"#, headers: key).ok()["config"]
          == .object(["a": .string("2")]))
    }
  }

  @Test("idempotency keys are stored for as many days as openapi.yaml states")
  func idempotencyKeysAreStoredForAsManyDaysAsOpenapiYamlStates() async throws {
    let contract = URL(filePath: #filePath).appending(path: "../../../../openapi.yaml").standardizedFileURL
    let text = try String(contentsOf: contract, encoding: .utf8)
    let days = try #require(text.firstMatch(of: /for (\d+) days the same key/)?.output.1)
    #expect(Int64(days).map { $0 * 86_400 } == AnsweredKeys.seconds)
  }

  @Test("an idempotency key is stored for eight days") func anIdempotencyKeyIsStoredForEightDays() async throws {
    try await withServer { client in
      let member = try await client.registered()
      try await member.post(config, #"{"config":{"a":"1"}}"#, headers: key).ok()
      client.clock.advance(seconds: 8 * 86_400 - 1)
      try await client.signedIn().post(config, #"{"config":{"a":"2"}}"#, headers: key).refused(.keyReused)
      client.clock.advance(seconds: 1)
      let now = client.clock.now
      try await client.signedIn().post(config, #"{"config":{"a":"2"}}"#, headers: key).ok()
      client.clock.advance(seconds: 8 * 86_400)
      try await client.server.database.write { try Upkeep(database: $0, now: now.adding(seconds: 8 * 86_400)).run() }
      #expect(
        try await client.server.database.write { try Int.fetchOne($0, sql: "SELECT count(*) FROM answered") } == 0)
    }
  }

  @Test("a refusal is not stored under its idempotency key")
  func aRefusalIsNotStoredUnderItsIdempotencyKey() async throws {
    try await withServer { client in
      let member = try await client.registered()
      try await member.post("/api/v1/sync/", SyncTests.request([], since: 1), headers: key).refused(.sinceAhead)
      try await member.post("/api/v1/sync/", SyncTests.request([]), headers: key).ok()
    }
  }

  @Test("of a hundred simultaneous requests with one idempotency key, one is executed")
  func ofAHundredSimultaneousRequestsWithOneIdempotencyKeyOneIsExecuted() async throws {
    try await withServer { client in
      let member = try await client.registered()
      let body = SyncTests.request([SyncTests.object()])
      let bodies = try await withThrowingTaskGroup(of: [UInt8].self) { group in
        for _ in 0..<100 { group.addTask { [key] in try await member.post("/api/v1/sync/", body, headers: key).body } }
        return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
      }
      #expect(bodies.count == 1)
      #expect(try await member.post("/api/v1/sync/", SyncTests.request([])).ok()["revision"] == .number(1))
    }
  }

  @Test("an invalid idempotency key is refused", arguments: ["\"", "a b", "\"\"", String(repeating: "k", count: 101)])
  func anInvalidIdempotencyKeyIsRefused(value: String) async throws {
    try await withServer { client in
      let member = try await client.registered()
      try await member.post(config, #"{"config":{}}"#, headers: ["Idempotency-Key": value]).refused(.malformed)
    }
  }
}
