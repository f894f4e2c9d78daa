// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
import Testing

@testable import KursServer

@Suite struct SpaceTests {
  private let config = "/api/v1/member/updateconfig/"

  private func recounted(_ client: Client, _ member: String) async throws -> (kept: Int, counted: Int) {
    try await client.server.database.read { database in
      let counted = try Int.fetchOne(
        database,
        sql: """
          SELECT (SELECT 500 + length(CAST(config AS BLOB)) FROM member WHERE id = :id)
          + (SELECT coalesce(sum(200 + iif(deleted IS NULL, length(CAST(fields AS BLOB)), 0)), 0)
             FROM object WHERE member = :id)
          + (SELECT coalesce(sum(200 + length(bytes)), 0) FROM avatar WHERE member = :id)
          + (SELECT coalesce(sum(300 + length(body)), 0) FROM answered WHERE scope = :id)
          """, arguments: ["id": member])
      return (try Space(database: database).used(by: member), counted ?? 0)
    }
  }

  // fault: N04
  @Test("a member's counted storage equals the stored bytes, and zero after deletion")
  func aMembersCountedStorageEqualsTheStoredBytesAndZeroAfterDeletion() async throws {
    try await withServer { client in
      let member = try await client.registered()
      try await member.post("/api/v1/sync/", SyncTests.request([SyncTests.object(value: "\u{20AC}uro")])).ok()
      try await member.post("/api/v1/sync/", SyncTests.request([SyncTests.object(edited: "2026-11-21T00:00:00.000Z")]))
        .ok()
      try await member.post(config, #"{"config":{"theme":"dark"}}"#, headers: ["Idempotency-Key": "k"]).ok()
      #expect(try await member.client.putPicture(SyncTests.png).status == 200)
      let sums = try await recounted(client, member.member)
      #expect(sums.kept == sums.counted && sums.kept > 1000)
      try await member.post("/api/v1/member/delete/", #"{"password":"correct horse"}"#).ok()
      #expect(try await client.server.database.read { try Space(database: $0).used(by: member.member) } == 0)
    }
  }

  // fault: N04
  @Test("a member whose storage is full can still read and delete")
  func aMemberWhoseStorageIsFullCanStillReadAndDelete() async throws {
    var terms = SpaceTerms()
    terms.member = 20_000
    try await withServer(ServerSetup(space: terms)) { client in
      let member = try await client.registered()
      let large = #"{"config":{"a":"\#(String(repeating: "x", count: 4000))"}}"#
      for number in 0..<3 { try await member.post(config, large, headers: ["Idempotency-Key": "\(number)"]).ok() }
      try await member.post(config, large, headers: ["Idempotency-Key": "3"]).refused(.quotaFull)
      try await member.post("/api/v1/member/profile/").ok()
      try await member.post(config, #"{"config":{"a":null}}"#).ok()
      try await member.client.putPicture([UInt8](SyncTests.png) + [UInt8](repeating: 0, count: 20_000)).refused(
        .quotaFull)
      try await member.post("/api/v1/member/profile/", #"{"name":"Ada"}"#).ok()
    }
  }

  private static func id(_ number: Int) -> String { "0d2f9a3c-1111-4222-8333-\(number.padded(to: 12))" }
  private static let large = String(repeating: "x", count: 4000)
  private static let then = "2026-11-20T11:00:00.000Z"

  @Test("an account with full storage can still receive changes and delete objects")
  func anAccountWithFullStorageCanStillReceiveChangesAndDeleteObjects() async throws {
    var terms = SpaceTerms()
    terms.member = 20_000
    try await withServer(ServerSetup(space: terms)) { client in
      let path = "/api/v1/sync/"
      let member = try await client.registered()
      for number in 0..<4 {
        try await member.post(path, SyncTests.request([SyncTests.object(Self.id(number), value: Self.large)])).ok()
      }
      let more = SyncTests.object(Self.id(9), value: Self.large)
      try await member.post(path, SyncTests.request([more]), headers: ["Idempotency-Key": "a"]).refused(.quotaFull)
      let pulled = try await member.post(path, SyncTests.request([]), headers: ["Idempotency-Key": "b"]).ok()
      #expect(pulled["changes"]?.elements.count == 4)
      // This deletion frees fewer bytes than its idempotency key takes.
      let key = ["Idempotency-Key": String(repeating: "k", count: 100)]
      let never = SyncTests.object(Self.id(8), value: "", deleted: Self.then)
      try await member.post(path, SyncTests.request([never]), headers: key).ok()
      // The new objects need more space than the deletion frees, so the request is refused.
      let gone = SyncTests.object(Self.id(0), value: Self.large, deleted: Self.then)
      let tooMuch = (10..<13).map { SyncTests.object(Self.id($0), value: Self.large) }
      try await member.post(path, SyncTests.request([gone] + tooMuch, since: 4)).refused(.quotaFull)
      let left = try await member.post(path, SyncTests.request([])).ok()["changes"]?.elements ?? []
      #expect(left.filter { $0["deleted"] == .null }.count == 3)
      try await member.post(path, SyncTests.request([more])).ok()
      let sums = try await recounted(client, member.member)
      #expect(sums.kept == sums.counted)
    }
  }

  @Test("if storage is full, contents of the oldest deleted objects are removed")
  func ifStorageIsFullContentsOfTheOldestDeletedObjectsAreRemoved() async throws {
    var terms = SpaceTerms()
    terms.member = 20_000
    try await withServer(ServerSetup(space: terms)) { client in
      let path = "/api/v1/sync/"
      let member = try await client.registered()
      for number in 0..<12 {
        let later = "2026-11-20T11:00:\(number.padded(to: 2)).000Z"
        let put = SyncTests.request([SyncTests.object(Self.id(number), value: Self.large)])
        let since = try #require(try await member.post(path, put).ok()["revision"]?.number)
        let gone = SyncTests.object(Self.id(number), value: Self.large, deleted: later)
        try await member.post(path, SyncTests.request([gone], since: since)).ok()
      }
      let (used, inDeleted) = try await client.server.database.read { database in
        let space = Space(database: database)
        return (
          try space.used(by: member.member), try space.used(by: Schema.Scope.deleted(of: member.member))
        )
      }
      #expect(used < 10_000)
      #expect((4_000...20_000).contains(inDeleted))
      let all = try await member.post(path, SyncTests.request([])).ok()
      #expect(all["removed"]?.elements.contains(.string(Self.id(0))) == true)
      #expect(all["changes"]?.elements.contains { $0["id"] == .string(Self.id(11)) } == true)
      let sums = try await recounted(client, member.member)
      #expect(sums.kept == sums.counted)
      try await member.post("/api/v1/member/delete/", #"{"password":"correct horse"}"#).ok()
      let scopes = try await client.server.database.read {
        try Int.fetchOne($0, sql: "SELECT count(*) FROM space WHERE scope LIKE ?", arguments: ["%" + member.member])
      }
      #expect(scopes == 0)
    }
  }

  // fault: N04
  @Test("a server with full storage refuses changes but still responds")
  func aServerWithFullStorageRefusesChangesButStillResponds() async throws {
    var terms = SpaceTerms()
    terms.server = 1_000_000
    try await withServer(ServerSetup(space: terms)) { client in
      let member = try await client.registered()
      let value = String(repeating: "x", count: 200_000)
      var refused = 0
      for number in 0..<8 {
        let object = SyncTests.object("0d2f9a3c-1111-4222-8333-\(number.padded(to: 12))", value: value)
        let reply = try await member.post("/api/v1/sync/", SyncTests.request([object]))
        if reply.status != 200 { reply.refused(.unavailable) }
        refused += reply.status == 200 ? 0 : 1
      }
      #expect((3...6).contains(refused))
      let read = try await member.post("/api/v1/sync/", SyncTests.request([])).ok()
      #expect(read["changes"]?.elements.isEmpty == false)
      _ = try await client.signedIn().renewed()
      try await member.client.putPicture(SyncTests.png + [UInt8](repeating: 0, count: 400_000)).refused(.unavailable)
      let gone = SyncTests.object(
        "0d2f9a3c-1111-4222-8333-000000000000", value: "", edited: "2026-11-21T00:00:00.000Z",
        deleted: "2026-11-21T00:00:00.000Z")
      try await member.post("/api/v1/sync/", SyncTests.request([gone])).ok()
    }
  }

  @Test("above the storage limit, the oldest statistics events are deleted")
  func aboveTheStorageLimitTheOldestStatisticsEventsAreDeleted() async throws {
    var terms = SpaceTerms()
    let limit = (1 << 21) + 10_000
    terms.events = limit
    try await withServer(ServerSetup(space: terms)) { client in
      for number in 0..<40 {
        let id = "0d2f9a3c-0000-4000-8000-\(number.padded(to: 12))"
        try await client.post("/api/v1/track/notification/", Self.event.replacing(Self.id, with: id)).ok()
      }
      let kept = try await client.server.database.read { database in
        (
          try Space(database: database).used(by: Schema.Scope.events),
          try Int.fetchOne(database, sql: "SELECT max(number) FROM event")
        )
      }
      #expect(kept.0 <= limit)
      #expect(kept.1 == 40)
    }
  }

  private static let id = "0d2f9a3c-0000-4000-8000-000000000001"
  private static let event =
    #"{"installation":"0d2f9a3c-1111-4222-8333-444455556666","events":[{"id":"\#(id)","name":"list.opened","time":"2026-11-21T06:00:00.000Z","properties":{"lines":"\#(String(repeating: "x", count: 200))"}}]}"#
}
