// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
import Testing

@testable import KursServer

@Suite struct ReportTests {
  private let track = "/api/v1/track/notification/"
  private let report = "/api/v1/report/validation/"
  private static let installation = "0d2f9a3c-1111-4222-8333-444455556666"

  private static func events(_ ids: [Int], dropped: Int = 0, name: String = "list.opened") -> String {
    let events = ids.map { id in
      #"{"id":"0d2f9a3c-0000-4000-8000-\#(id.padded(to: 12))","name":"\#(name)","time":"2026-11-21T06:00:00.000Z","properties":{"lines":"few"}}"#
    }
    return #"{"installation":"\#(installation)","dropped":\#(dropped),"events":[\#(events.joined(separator: ","))]}"#
  }

  static func report(path: String = "/rates/EUR", count: Int = 1) -> String {
    #"{"reports":[{"endpoint":"ecb.latest","schema":"ecb","version":"1","path":"\#(path)","keyword":"type","count":\#(count),"time":"2026-11-21T06:00:00.000Z"}]}"#
  }

  @Test("an event counts once however often it is sent") func anEventCountsOnceHoweverOftenItIsSent() async throws {
    try await withServer { client in
      #expect(try await client.post(track, Self.events([1, 2], dropped: 3)).ok()["accepted"] == .number(2))
      #expect(try await client.post(track, Self.events([2, 3], dropped: 4)).ok()["accepted"] == .number(2))
      let kept = try await client.server.database.write { database in
        [
          try Int.fetchOne(database, sql: "SELECT count(*) FROM event"),
          try Int.fetchOne(database, sql: "SELECT count FROM dropped_events"),
        ]
      }
      #expect(kept == [3, 7])
    }
  }

  @Test("an event is stored without its member") func anEventIsKeptWithoutTheMemberWhoSentIt() async throws {
    try await withServer { client in
      let member = try await client.registered()
      try await member.post(track, Self.events([1])).ok()
      let rows = try await client.server.database.write { database in
        try Row.fetchAll(database, sql: "SELECT * FROM event").map(\.description).joined()
      }
      #expect(!rows.contains(member.member) && !rows.contains("ada") && !rows.contains("192.0.2"))
    }
  }

  @Test("reports sent twice under one key count once") func sentTwiceUnderOneKeyReportsCountOnce() async throws {
    try await withServer { client in
      let key = ["Idempotency-Key": "a"]
      for _ in 0..<3 { try await client.post(report, Self.report(count: 5), headers: key).ok() }
      try await client.post(report, Self.report(count: 2)).ok()
      try await client.post(report, Self.report(path: "/x")).ok()
      let counts = try await client.server.database.write { database in
        try Int.fetchAll(database, sql: "SELECT count FROM report ORDER BY count")
      }
      #expect(counts == [1, 7])
      try await client.post(report, Self.report(), headers: key).refused(.keyReused)
      try await client.post(track, Self.events([1]), headers: key).ok()
      try await client.post(track, Self.events([2]), headers: key).refused(.keyReused)
    }
  }

  @Test("the newest response of a place is kept until deletion")
  func theNewestAnswerOfAPlaceIsKeptAndADeletedAccountTakenOutWithIt() async throws {
    try await withServer { client in
      let member = try await client.registered()
      for answer in ["older", "newer"] {
        let details =
          #""request":"GET /x","status":200,"answer":"\#(answer)","answerBytes":5,"account":"\#(member.member)""#
        let body = Self.report().replacing(#""count":1"#, with: #""count":1,\#(details)"#)
        try await client.post(report, body).ok()
      }
      let stored = { @Sendable in
        try await client.server.database.write { database in
          try Row.fetchOne(database, sql: "SELECT count, answer, account FROM report")?.databaseValues.map(
            \.description)
        }
      }
      #expect(try await stored() == ["2", #""newer""#, #""\#(member.member)""#])
      try await member.post("/api/v1/member/delete/", #"{"password":"correct horse"}"#).ok()
      #expect(try await stored() == ["2", "NULL", "NULL"])
    }
  }

  @Test("a deleted member's address is removed from all reports")
  func whoeverSentItADeletedMembersAddressIsTakenOut() async throws {
    try await withServer { client in
      let member = try await client.registered()
      let details = #""request":"GET /?who=Ada@Example.org","answer":"no ada@example.org here""#
      let body = Self.report().replacing(#""count":1"#, with: #""count":1,\#(details)"#)
      try await client.post(report, body).ok()
      try await member.post("/api/v1/member/delete/", #"{"password":"correct horse"}"#).ok()
      #expect(try !client.stored().lowercased().contains("ada@example.org"))
    }
  }

  @Test("invented future places push out no real one") func madeUpPlacesFromTheFuturePushOutNoRealOne() async throws {
    try await withServer { client in
      for _ in 0..<2 { try await client.post(report, Self.report(path: "/real")).ok() }
      for start in 0..<11 {
        let reports = (0..<100).map { number in
          Self.report(path: "/\(start)/\(number)").dropFirst(12).dropLast(2).replacing("2026-11-21", with: "9999-11-21")
        }
        try await client.post(report, #"{"reports":[\#(reports.joined(separator: ","))]}"#).ok()
      }
      let (real, latest) = try await client.server.database.write { database in
        (
          try Int.fetchOne(database, sql: "SELECT count(*) FROM report WHERE path = '/real'"),
          try Instant.fetchOne(database, sql: "SELECT max(last) FROM report")
        )
      }
      #expect(real == 1)
      #expect(latest == client.clock.now)
    }
  }

  @Test("at most a thousand places are kept") func atMostAThousandPlacesAreKept() async throws {
    try await withServer { client in
      for start in stride(from: 0, to: 1050, by: 50) {
        let reports = (start..<start + 50).map { number in
          Self.report(path: "/\(number)").dropFirst(12).dropLast(2).replacing(
            "06:00:00", with: "06:\((number / 60).padded(to: 2)):00")
        }
        try await client.post(report, #"{"reports":[\#(reports.joined(separator: ","))]}"#).ok()
        client.clock.advance(seconds: 1)
      }
      let kept = try await client.server.database.write { database in
        try [
          Int.fetchOne(database, sql: "SELECT count(*) FROM report"),
          Int.fetchOne(database, sql: "SELECT count(*) FROM report WHERE path IN ('/0', '/29')"),
        ]
      }
      #expect(kept == [1000, 2])
    }
  }

  @Test("only the newest events are kept") func onlyTheNewestEventsAreKept() async throws {
    try await withServer { client in
      let kept = try await client.server.database.write { database in
        try database.execute(
          sql: """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100010)
            INSERT INTO event SELECT i, 'id' || i, '', '', 0, '{}', 0 FROM n
            """)
        try Upkeep(database: database, now: Instant(milliseconds: 0)).run()
        return try [
          Int.fetchOne(database, sql: "SELECT min(number) FROM event"),
          Int.fetchOne(database, sql: "SELECT count(*) FROM event"),
        ]
      }
      #expect(kept == [11, 100_000])
    }
  }

  @Test("events that break the contract are refused", arguments: [
      ("{}", Reason.malformed), (#"{"installation":"x","events":[]}"#, .malformed),
      (events([1], dropped: -1), .malformed),
      (events([1], name: "Opened the list"), .malformed), (events(Array(0..<101)), .tooLarge),
    ])
  func eventsKeepToTheContract(body: String, reason: Reason) async throws {
    try await withServer { try await $0.post(track, body).refused(reason) }
  }

  @Test("reports that break the contract are refused", arguments: [
      ("{}", Reason.malformed), (report(count: 0), .malformed),
      (report().replacing("count", with: #"status":42,"count"#), .malformed),
      (report().replacing("count", with: #"account":"ada","count"#), .malformed),
      (report(path: String(repeating: "x", count: 501)), .malformed),
    ])
  func reportsKeepToTheContract(body: String, reason: Reason) async throws {
    try await withServer { try await $0.post(report, body).refused(reason) }
  }

  @Test("one network address cannot fill the disk") func oneAddressCannotFillTheDisk() async throws {
    try await withServer { client in
      try await client.post(report, String(repeating: " ", count: 1_048_577)).refused(.tooLarge)
      try await client.post(track, String(repeating: " ", count: 1_048_577)).refused(.tooLarge)
      for _ in 0..<599 { try await client.post(track, Self.events([])).ok() }
      for _ in 0..<59 { try await client.post(report, #"{"reports":[]}"#).ok() }
      try await client.post(track, Self.events([])).refused(.rateLimited)
      try await client.post(report, #"{"reports":[]}"#).refused(.rateLimited)
      // Refused before the body is read.
      try await client.post(track, String(repeating: " ", count: 1_048_577)).refused(.rateLimited)
    }
  }
}
