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

  @Test("a statistics event that is sent twice is stored once")
  func aStatisticsEventThatIsSentTwiceIsStoredOnce() async throws {
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

  @Test("a stored statistics event contains neither member nor network address")
  func aStoredStatisticsEventContainsNeitherMemberNorNetworkAddress() async throws {
    try await withServer { client in
      let member = try await client.registered()
      try await member.post(track, Self.events([1])).ok()
      let rows = try await client.server.database.write { database in
        try Row.fetchAll(database, sql: "SELECT * FROM event").map(\.description).joined()
      }
      #expect(!rows.contains(member.member) && !rows.contains("ada") && !rows.contains("192.0.2"))
    }
  }

  @Test("a report sent several times with one idempotency key is counted once")
  func aReportSentSeveralTimesWithOneIdempotencyKeyIsCountedOnce() async throws {
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

  @Test("for equal error reports, the newest response is stored until member deletion")
  func forEqualErrorReportsTheNewestResponseIsStoredUntilMemberDeletion() async throws {
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

  @Test("a deleted member's email address is removed from all error reports")
  func aDeletedMembersEmailAddressIsRemovedFromAllErrorReports() async throws {
    try await withServer { client in
      let member = try await client.registered()
      let details = #""request":"GET /?who=Ada@Example.org","answer":"no ada@example.org here""#
      let body = Self.report().replacing(#""count":1"#, with: #""count":1,\#(details)"#)
      try await client.post(report, body).ok()
      try await member.post("/api/v1/member/delete/", #"{"password":"correct horse"}"#).ok()
      #expect(try !client.stored().lowercased().contains("ada@example.org"))
    }
  }

  @Test("a thousand invented reports don't displace a real report")
  func aThousandInventedReportsDontDisplaceARealReport() async throws {
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

  /// Returns a request with reports about a hundred different locations in responses.
  private static func places(_ start: Int) -> String {
    let reports = (start..<start + 100).map { report(path: "/\($0)").dropFirst(12).dropLast(2) }
    return #"{"reports":[\#(reports.joined(separator: ","))]}"#
  }

  private func count(_ client: Client, _ condition: String) async throws -> Int? {
    try await client.server.database.read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM report WHERE \(condition)")
    }
  }

  @Test("one network address can report errors at fifty JSON paths at most")
  func oneNetworkAddressCanReportErrorsAtFiftyJSONPathsAtMost() async throws {
    try await withServer { client in
      for round in 0..<10 { try await client.post(report, Self.places(100 * round)).ok() }
      #expect(try await count(client, "true") == 50)
      var other = client
      other.address = "198.51.100.1"
      try await other.post(report, Self.report(path: "/new")).ok()
      #expect(try await count(client, "path = '/new'") == 1)
    }
  }

  @Test("many reports from other network addresses don't block a new network address")
  func manyReportsFromOtherNetworkAddressesDontBlockANewNetworkAddress() async throws {
    try await withServer { client in
      for number in 0..<15 {
        var one = client
        one.address = "198.51.100.\(number)"
        try await one.post(report, Self.places(100 * number)).ok()
      }
      #expect(try await count(client, "true") == 600)
      var late = client
      late.address = "203.0.113.1"
      try await late.post(report, Self.report(path: "/late")).ok()
      #expect(try await count(client, "path = '/late'") == 1)
      let member = try await client.registered()
      try await member.post(report, Self.places(5000)).ok()
      #expect(try await count(client, "by_member = 1") == 100)
      #expect(try await count(client, "true") == 700)
      let rows = try await client.server.database.read { database in
        try Row.fetchAll(database, sql: "SELECT * FROM report").map(\.description).joined()
      }
      #expect(!rows.contains("198.51.100") && !rows.contains(member.member))
    }
  }

  @Test("long reports from one network address use at most 1 MiB")
  func longReportsFromOneNetworkAddressUseAtMost1MiB() async throws {
    try await withServer { client in
      let long = String(repeating: "x", count: 60_000)
      for number in 0..<40 {
        let details = #""answer":"\#(long)\#(number)","count":1"#
        try await client.post(report, Self.report(path: "/\(number)").replacing(#""count":1"#, with: details)).ok()
      }
      #expect(try await count(client, "true") == 40)
      let bytes = try await client.server.database.read {
        try Int.fetchOne($0, sql: "SELECT sum(length(answer)) FROM report")
      }
      #expect((900_000...1_048_576).contains(bytes ?? 0))
    }
  }

  @Test(
    "a deleted member's email address is removed from reports in every encoding",
    arguments: [
      #"ada\\u0040example.org"#, #"ada%40example.org"#, #"ada&#64;example.org"#, #"ada&#x40;example&period;org"#,
      #"ada=40example.org"#, #"ADA%2540example%252Eorg"#, #"\\\\u0061da\\u0040example.org"#,
    ])
  func aDeletedMembersEmailAddressIsRemovedFromReportsInEveryEncoding(escaped: String) async throws {
    try await withServer { client in
      let member = try await client.registered()
      let details = #""request":"GET /x","answer":"who \#(escaped) is","count":1"#
      try await client.post(report, Self.report().replacing(#""count":1"#, with: details)).ok()
      let other = #""request":"GET /x","answer":"eve%40example.org","count":1"#
      try await client.post(report, Self.report(path: "/other").replacing(#""count":1"#, with: other)).ok()
      #expect(try await count(client, "answer IS NOT NULL") == 2)
      try await member.post("/api/v1/member/delete/", #"{"password":"correct horse"}"#).ok()
      #expect(try await count(client, "answer IS NOT NULL") == 1)
      #expect(try await count(client, "answer LIKE 'eve%'") == 1)
    }
  }

  @Test("error reports are listed by provider, command and JSON path")
  func errorReportsAreListedByProviderCommandAndJSONPath() async throws {
    try await withServer { client in
      for count in [2, 3] { try await client.post(report, Self.report(count: count)).ok() }
      let second = Self.report(path: "/Cube\\u001b[2J").replacing("ecb.latest", with: "ecb history")
      try await client.post(report, second).ok()
      let lines = try await client.server.database.read { try ReportList(in: $0, withAnswers: true).lines }
      #expect(lines.count == 5, "\(lines)")
      #expect(lines[0] == "ecb" && lines[1] == "  history" && lines[3] == "  latest")
      #expect(lines[2].hasPrefix("    /Cube\u{FFFD}[2J type: 1 in 1 reports"))
      #expect(lines[4].hasPrefix("    /rates/EUR type: 5 in 2 reports"))
    }
  }

  @Test("of 100,010 statistics events, the newest 100,000 are stored")
  func of100010StatisticsEventsTheNewest100000AreStored() async throws {
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

  @Test("malformed statistics events are refused", arguments: [
      ("{}", Reason.malformed), (#"{"installation":"x","events":[]}"#, .malformed),
      (events([1], dropped: -1), .malformed),
      (events([1], name: "Opened the list"), .malformed), (events(Array(0..<101)), .tooLarge),
    ])
  func malformedStatisticsEventsAreRefused(body: String, reason: Reason) async throws {
    try await withServer { try await $0.post(track, body).refused(reason) }
  }

  @Test("malformed reports are refused", arguments: [
      ("{}", Reason.malformed), (report(count: 0), .malformed),
      (report().replacing("count", with: #"status":42,"count"#), .malformed),
      (report().replacing("count", with: #"account":"ada","count"#), .malformed),
      (report(path: String(repeating: "x", count: 501)), .malformed),
    ])
  func malformedReportsAreRefused(body: String, reason: Reason) async throws {
    try await withServer { try await $0.post(report, body).refused(reason) }
  }

  @Test("reports and events from one network address are limited")
  func reportsAndEventsFromOneNetworkAddressAreLimited() async throws {
    try await withServer { client in
      try await client.post(report, String(repeating: " ", count: 1_048_577)).refused(.tooLarge)
      try await client.post(track, String(repeating: " ", count: 1_048_577)).refused(.tooLarge)
      for _ in 0..<599 { try await client.post(track, Self.events([])).ok() }
      for _ in 0..<59 { try await client.post(report, #"{"reports":[]}"#).ok() }
      try await client.post(track, Self.events([])).refused(.rateLimited)
      try await client.post(report, #"{"reports":[]}"#).refused(.rateLimited)
      // This request is refused before its body is read.
      try await client.post(track, String(repeating: " ", count: 1_048_577)).refused(.rateLimited)
    }
  }
}
