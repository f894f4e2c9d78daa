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
          + (SELECT coalesce(sum(200 + length(CAST(fields AS BLOB))), 0) FROM object WHERE member = :id)
          + (SELECT coalesce(sum(200 + length(bytes)), 0) FROM avatar WHERE member = :id)
          + (SELECT coalesce(sum(300 + length(body)), 0) FROM answered WHERE scope = :id)
          """, arguments: ["id": member])
      return (try Space(database: database).used(by: member), counted ?? 0)
    }
  }

  // fault: N04
  @Test("a member's stored bytes are counted and deleted with them")
  func everythingAMemberKeepsIsCountedAndGoesWithThem() async throws {
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
  @Test("a full account can be read and reduced") func anAccountThatIsFullIsStillReadAndMadeSmaller() async throws {
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

  // fault: N04
  @Test("a full server refuses writes and still responds")
  func aServerThatIsFullTakesNothingMoreAndAnswersOn() async throws {
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

  @Test("anonymous events are limited by bytes") func strangersEventsTakeSoManyBytesAndNoMore() async throws {
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
