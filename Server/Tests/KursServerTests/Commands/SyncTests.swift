// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
import Testing

@testable import KursServer

@Suite struct SyncTests {
  private static let path = "/api/v1/sync/"
  static let png: [UInt8] = png(width: 1, height: 1)

  /// Returns the header of a PNG picture of this size.
  static func png(width: Int, height: Int) -> [UInt8] {
    let size = [width, height].flatMap { side in (0..<4).map { UInt8(truncatingIfNeeded: side >> (24 - 8 * $0)) } }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + size
      + [8, 2, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3]
  }
  static let firstID = "0d2f9a3c-1111-4222-8333-444455556666"
  static let secondID = "0d2f9a3c-1111-4222-8333-444455557777"

  static func object(
    _ id: String = firstID, kind: String = "favourite", value: String = "EUR",
    edited: String = "2026-11-20T10:00:00.000Z",
    deleted: String? = nil
  ) -> String {
    let deleted = deleted.map { #""\#($0)""# } ?? "null"
    return
      #"{"id":"\#(id)","kind":"\#(kind)","fields":{"currency":{"value":"\#(value)","edited":"\#(edited)"}},"deleted":\#(deleted),"revision":0}"#
  }

  static func request(_ objects: [String], since: Int = 0) -> String {
    #"{"since":\#(since),"changes":[\#(objects.joined(separator: ","))]}"#
  }

  @Test("objects that one device sends are received by another device")
  func objectsThatOneDeviceSendsAreReceivedByAnotherDevice() async throws {
    try await withServer { client in
      let desk = try await client.registered()
      let laptop = try await client.signedIn()
      let sent = try await desk.post(Self.path, Self.request([Self.object()])).ok()
      #expect(sent["revision"] == .number(1))
      let received = try await laptop.post(Self.path, Self.request([])).ok()
      #expect(received == sent)
      let object = try #require(received["changes"]?[0])
      #expect(object["id"] == .string(Self.firstID))
      #expect(object["fields"]?["currency"]?["value"] == .string("EUR"))
      #expect(object["deleted"] == .null)
      #expect(object["revision"] == .number(1))
      let nothing = try await laptop.post(Self.path, Self.request([], since: 1)).ok()
      #expect(nothing["changes"] == .array([]))
      #expect(nothing["revision"] == .number(1))
    }
  }

  @Test("the response to an older edit contains the newer value")
  func theResponseToAnOlderEditContainsTheNewerValue() async throws {
    try await withServer { client in
      let member = try await client.registered()
      try await member.post(Self.path, Self.request([Self.object(value: "EUR")])).ok()
      let older = Self.object(value: "USD", edited: "2026-11-19T10:00:00.000Z")
      let answer = try await member.post(Self.path, Self.request([older], since: 1)).ok()
      #expect(answer["revision"] == .number(1))
      #expect(answer["changes"]?[0]?["fields"]?["currency"]?["value"] == .string("EUR"))
      let same = try await member.post(Self.path, Self.request([Self.object(value: "EUR")], since: 1)).ok()
      // The response omits an object that was stored as sent.
      #expect(same["changes"] == .array([]))
      #expect(same["revision"] == .number(1))
    }
  }

  @Test("a deletion is synced, and a later edit restores the object")
  func aDeletionIsSyncedAndALaterEditRestoresTheObject() async throws {
    try await withServer { client in
      let member = try await client.registered()
      try await member.post(Self.path, Self.request([Self.object()])).ok()
      let gone = Self.object(deleted: "2026-11-20T11:00:00.000Z")
      let deleted = try await member.post(Self.path, Self.request([gone], since: 1)).ok()
      #expect(deleted["changes"]?[0]?["deleted"] == .string("2026-11-20T11:00:00.000Z"))
      let before = Self.object(value: "USD", edited: "2026-11-20T10:59:59.999Z")
      let lost = try await member.post(Self.path, Self.request([before], since: 2)).ok()
      #expect(lost["changes"]?[0]?["deleted"] == .string("2026-11-20T11:00:00.000Z"))
      let after = Self.object(value: "CHF", edited: "2026-11-20T11:00:00.001Z")
      let back = try await member.post(Self.path, Self.request([after], since: 3)).ok()
      #expect(back["changes"]?[0]?["deleted"] == .null)
      #expect(back["changes"]?[0]?["fields"]?["currency"]?["value"] == .string("CHF"))
    }
  }

  @Test("a deletion is synced even after months, and editing restores the object")
  func aDeletionIsSyncedEvenAfterMonthsAndEditingRestoresTheObject() async throws {
    try await withServer { client in
      var member = try await client.registered()
      try await member.post(Self.path, Self.request([Self.object(deleted: "2026-11-20T11:00:00.000Z")])).ok()
      client.clock.advance(seconds: 181 * 86_400)
      member = try await client.signedIn()
      let recent = Self.object(Self.secondID, deleted: "2027-05-20T00:00:00.000Z")
      try await member.post(Self.path, Self.request([recent])).ok()
      let now = client.clock.now
      try await client.server.database.write { try Upkeep(database: $0, now: now).run() }
      let answer = try await member.post(Self.path, Self.request([], since: 2)).ok()
      #expect(answer["revision"] == .number(3))
      #expect(answer["changes"] == .array([]))
      #expect(answer["removed"] == .array([.string(Self.firstID)]))
      let old = try await member.post(Self.path, Self.request([Self.object(value: "USD")], since: 3)).ok()
      #expect(old["removed"] == .array([.string(Self.firstID)]))
      #expect(old["changes"] == .array([]))
      let new = Self.object(value: "USD", edited: "2027-05-01T00:00:00.000Z")
      let back = try await member.post(Self.path, Self.request([new], since: 3)).ok()
      #expect(back["changes"]?[0]?["deleted"] == .null)
      #expect(back["removed"] == .array([]))
    }
  }

  @Test("an edit based on an outdated revision isn't merged")
  func newerThanKnown() async throws {
    try await withServer { client in
      let member = try await client.registered()
      try await member.post(Self.path, Self.request([Self.object()])).ok()
      let other = Self.object(value: "USD", edited: "2026-11-20T11:00:00.000Z")
      try await member.post(Self.path, Self.request([other], since: 1)).ok()
      // This client edited the object later than the other client, but before it received the other client's edit.
      let late = Self.object(value: "CHF", edited: "2026-11-20T12:00:00.000Z")
      let new = Self.object(Self.secondID)
      let answer = try await member.post(Self.path, Self.request([late, new], since: 1)).ok()
      let values = answer["changes"]?.elements.map { $0["fields"]?["currency"]?["value"] }
      #expect(values == [.string("USD"), .string("EUR")])
      let again = try await member.post(Self.path, Self.request([late], since: 3)).ok()
      #expect(again["changes"]?[0]?["fields"]?["currency"]?["value"] == .string("CHF"))
      #expect(again["revision"] == .number(4))
    }
  }

  @Test("a deletion based on an outdated revision isn't merged")
  func aDeletionBasedOnAnOutdatedRevisionIsntMerged() async throws {
    try await withServer { client in
      let member = try await client.registered()
      try await member.post(Self.path, Self.request([Self.object()])).ok()
      let other = Self.object(value: "USD", edited: "2026-11-20T11:00:00.000Z")
      try await member.post(Self.path, Self.request([other], since: 1)).ok()
      let gone = Self.object(deleted: "2026-11-20T12:00:00.000Z")
      let answer = try await member.post(Self.path, Self.request([gone], since: 1)).ok()
      #expect(answer["changes"]?[0]?["deleted"] == .null)
      #expect(answer["changes"]?[0]?["fields"]?["currency"]?["value"] == .string("USD"))
      let again = try await member.post(Self.path, Self.request([gone], since: 2)).ok()
      #expect(again["changes"]?[0]?["deleted"] == .string("2026-11-20T12:00:00.000Z"))
    }
  }

  @Test("objects of an unknown kind are stored and returned")
  func objectsOfAnUnknownKindAreStoredAndReturned() async throws {
    try await withServer { client in
      let member = try await client.registered()
      let answer = try await member.post(Self.path, Self.request([Self.object(kind: "from-the-future")])).ok()
      #expect(answer["changes"]?[0]?["kind"] == .string("from-the-future"))
    }
  }

  @Test("a member can't read another member's objects") func aMemberCantReadAnotherMembersObjects() async throws {
    try await withServer { client in
      try await client.registered().post(Self.path, Self.request([Self.object(value: "EUR")])).ok()
      let other = try await client.registered("grace@example.org")
      #expect(try await other.post(Self.path, Self.request([])).ok()["changes"] == .array([]))
      // Another member can have a different object with the same id.
      try await other.post(Self.path, Self.request([Self.object(value: "USD")])).ok()
      let first = try await client.signedIn().post(Self.path, Self.request([])).ok()
      #expect(first["changes"]?[0]?["fields"]?["currency"]?["value"] == .string("EUR"))
    }
  }

  @Test("a client whose revision is ahead of the server's gets an error")
  func aClientWhoseRevisionIsAheadOfTheServersGetsAnError() async throws {
    try await withServer { client in
      let member = try await client.registered()
      let data = try await member.post(Self.path, Self.request([], since: 7)).refused(.sinceAhead)
      #expect(data["revision"] == .number(0))
    }
  }

  @Test("an edit with a date more than a day ahead is refused")
  func anEditWithADateMoreThanADayAheadIsRefused() async throws {
    try await withServer { client in
      let member = try await client.registered()
      let near = Self.object(edited: "2026-11-22T06:20:05.123Z")
      try await member.post(Self.path, Self.request([near])).ok()
      let far = Self.object(edited: "2026-11-22T06:20:05.124Z")
      let data = try await member.post(Self.path, Self.request([far])).refused(.clockAhead)
      #expect(data["now"] == .string("2026-11-21T06:20:05.123Z"))
      try await member.post(Self.path, Self.request([Self.object(deleted: "2027-01-01T00:00:00.000Z")]))
        .refused(.clockAhead)
    }
  }

  @Test("a sync request with one malformed object is refused completely", arguments: [
      ("{}", Reason.malformed), (request([object()], since: -1), .malformed), (request([object("no-id")]), .malformed),
      (request([object(firstID.uppercased())]), .malformed), (request([object(kind: "Custom rate")]), .malformed),
      (request([object(edited: "2026-11-20T10:00:00Z")]), .malformed),
      (request([object(deleted: "yesterday")]), .malformed),
      (
        request([#"{"id":"\#(firstID)","kind":"a","fields":{"a b":{"value":"","edited":"2026-11-20T10:00:00.000Z"}}}"#]
        ), .malformed
      ),
      (request([object(value: String(repeating: "x", count: 262_145))]), .tooLarge),
      (request(Array(repeating: object(), count: 1001)), .tooLarge),
    ])
  func aSyncRequestWithOneMalformedObjectIsRefusedCompletely(body: String, reason: Reason) async throws {
    try await withServer { client in
      let member = try await client.registered()
      try await member.post(Self.path, body).refused(reason)
      #expect(try await member.post(Self.path, Self.request([])).ok()["revision"] == .number(0))
    }
  }

  @Test("objects over a member's storage limit are refused")
  func objectsOverAMembersStorageLimitAreRefused() async throws {
    try await withServer { client in
      let member = try await client.registered()
      let value = String(repeating: "\u{E4}", count: 131_000)
      var next = 0
      for _ in 0..<17 {
        let objects = (0..<15).map {
          Self.object("0d2f9a3c-1111-4222-8333-\((next + $0).padded(to: 12))", value: value)
        }
        try await member.post(Self.path, Self.request(objects, since: next)).ok()
        next += objects.count
      }
      // The quota counts bytes. Each of these letters has two bytes. A full account accepts no more data but
      // can still be read.
      let over = [Self.object(value: value), Self.object("0d2f9a3c-1111-4222-8333-999999999999", value: value)]
      try await member.post(Self.path, Self.request(over, since: next)).refused(.quotaFull)
      #expect(try await member.post(Self.path, Self.request([], since: next - 1)).ok()["changes"]?.elements.count == 1)
      let other = try await client.registered("grace@example.org")
      try await other.post(Self.path, Self.request(over)).ok()
    }
  }

  // fault: N05
  @Test("the objects of a large account are sent in several responses")
  func theObjectsOfALargeAccountAreSentInSeveralResponses() async throws {
    try await withServer { client in
      let member = try await client.registered()
      let ids = (0..<40).map { "0d2f9a3c-1111-4222-8333-\($0.padded(to: 12))" }
      for part in stride(from: 0, to: 40, by: 10) {
        let objects = ids[part..<part + 10].map { Self.object($0, value: String(repeating: "x", count: 100_000)) }
        try await member.post(Self.path, Self.request(objects, since: part)).ok()
      }
      var (since, seen) = (0, [String]())
      var hasMore = true
      while hasMore {
        let reply = try await member.post(Self.path, Self.request([], since: since))
        let data = try reply.ok()
        #expect(reply.body.count < 2_000_000)
        seen += (data["changes"]?.elements ?? []).compactMap { $0["id"]?.text }
        since = try #require(data["revision"]?.number)
        hasMore = data["has_more"] == .bool(true)
      }
      #expect(seen == ids)
      #expect(since == 40)
      let small = try await member.post(Self.path, #"{"since":38,"changes":[],"limit":1}"#).ok()
      #expect((small["revision"], small["has_more"]) == (.number(39), .bool(true)))
      try await member.post(Self.path, #"{"since":0,"changes":[],"limit":0}"#).refused(.malformed)
    }
  }

  // fault: N04
  @Test("repeated sync requests with new idempotency keys take almost no space")
  func repeatedSyncRequestsWithNewIdempotencyKeysTakeAlmostNoSpace() async throws {
    try await withServer { client in
      let member = try await client.registered()
      let objects = (0..<10).map {
        Self.object("0d2f9a3c-1111-4222-8333-\($0.padded(to: 12))", value: String(repeating: "x", count: 60_000))
      }
      try await member.post(Self.path, Self.request(objects)).ok()
      let used = { @Sendable in try await client.server.database.read { try Space(database: $0).used() } }
      let before = try await used()
      for number in 0..<50 {
        try await member.post(Self.path, Self.request([]), headers: ["Idempotency-Key": "\(number)"]).ok()
      }
      #expect(try await used() - before < 100_000)
    }
  }

  @Test("a revision from before a server restore is refused")
  func aRevisionFromBeforeAServerRestoreIsRefused() async throws {
    try await withServer { client in
      let member = try await client.registered()
      try await member.post(Self.path, Self.request([Self.object()])).ok()
      let epoch = try await member.post(Self.path, Self.request([])).ok()["epoch"]?.text ?? ""
      try await member.post(Self.path, #"{"since":1,"changes":[],"epoch":"\#(epoch)"}"#).ok()
      try await member.post(Self.path, #"{"since":1,"changes":[],"epoch":"f"}"#).refused(.sinceAhead)
      try await member.post(Self.path, #"{"since":0,"changes":[],"epoch":"f"}"#).ok()
    }
  }

  @Test("the last sync response has a digest of all undeleted objects")
  func theLastSyncResponseHasADigestOfAllUndeletedObjects() async throws {
    try await withServer { client in
      let member = try await client.registered()
      let none = String(repeating: "0", count: 32)
      #expect(try await member.post(Self.path, Self.request([])).ok()["digest"] == .string(none))
      // The digest was calculated with Python's hashlib from
      // "ID\nfavourite\ncurrency\n2026-11-20T10:00:00.000Z\n3\nEUR\n".
      let one = try await member.post(Self.path, Self.request([Self.object()])).ok()["digest"]?.text
      #expect(one == "fd8033cbbec41db8a1d8d7da42c261f0")
      let both = try await member.post(Self.path, Self.request([Self.object(Self.secondID, value: "\u{20AC}\\n")])).ok()
      #expect(both["digest"]?.text == "64591acb37518386850db6a3d9009711")
      let page = try await member.post(Self.path, #"{"since":0,"changes":[],"limit":1}"#).ok()
      #expect(page["has_more"] == .bool(true) && page["digest"] == nil)
      let gone = Self.object(deleted: "2026-11-20T11:00:00.000Z")
      let left = try await member.post(Self.path, Self.request([gone], since: 2)).ok()["digest"]?.text
      #expect(left == "99d9290089959e3e24d561799bc2f6e1")
      // Without the stored digest, the server calculates the digest again. The result must equal the deleted digest.
      try await client.server.database.write { try $0.execute(sql: "DELETE FROM object_digest") }
      #expect(try await member.post(Self.path, Self.request([])).ok()["digest"]?.text == left)
    }
  }

  @Test("a sync request with more than 4,096 fields is refused")
  func aSyncRequestWithMoreThan4096FieldsIsRefused() async throws {
    try await withServer { client in
      let member = try await client.registered()
      let field = #"{"value":"","edited":"2026-11-20T10:00:00.000Z"}"#
      func object(_ number: Int, fields: Int) -> String {
        let fields = (0..<fields).map { #""f\#($0)":\#(field)"# }.joined(separator: ",")
        return
          #"{"id":"0d2f9a3c-1111-4222-8333-\#(number.padded(to: 12))","kind":"favourite","fields":{\#(fields)},"deleted":null}"#
      }
      let full = (0..<64).map { object($0, fields: 64) }
      try await member.post(Self.path, Self.request(full)).ok()
      try await member.post(Self.path, Self.request(full + [object(64, fields: 1)])).refused(.tooLarge)
      let all = (0..<1000).map { object($0, fields: 64) }
      try await member.post(Self.path, Self.request(all)).refused(.tooLarge)
    }
  }

  @Test("two changes of an object in the same request are both merged")
  func twoChangesOfAnObjectInTheSameRequestAreBothMerged() async throws {
    try await withServer { client in
      let member = try await client.registered()
      let two = [Self.object(value: "EUR"), Self.object(value: "CHF", edited: "2026-11-20T12:00:00.000Z")]
      for objects in [two, two.reversed()] {
        let answer = try await member.post(Self.path, Self.request(objects)).ok()
        #expect(answer["changes"]?[0]?["fields"]?["currency"]?["value"] == .string("CHF"))
      }
    }
  }

  @Test("a sync request without a token is refused") func aSyncRequestWithoutATokenIsRefused() async throws {
    try await withServer { try await $0.post(Self.path, Self.request([])).refused(.tokenMissing) }
  }
}
