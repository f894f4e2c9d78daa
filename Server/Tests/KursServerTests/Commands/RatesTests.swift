// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import KursServer

@Suite struct RatesTests {
  @Test("after twenty wrong operator tokens, further attempts are refused")
  func afterTwentyWrongOperatorTokensFurtherAttemptsAreRefused() async throws {
    try await withServer { client in
      var guesser = client
      guesser.token = "a guess"
      for number in 0...20 {
        try await guesser.post("/api/v1/rates/import/", "").refused(number < 20 ? .notOperator : .rateLimited)
      }
    }
  }

  private let latest = "/api/v1/rates/latest/"
  private let history = "/api/v1/rates/history/"
  private let upload = "/api/v1/rates/import/"
  private static let csv = """
    date,base,quote,value,unit
    2026-11-18,EUR,USD,1.0801,1
    2026-11-20,EUR,USD,1.08560,1
    2026-11-19,CHF,JPY,17512.5,100
    """

  private func uploaded(_ client: Client, _ csv: String = csv, token: String? = "the operator's token") async throws
    -> Reply
  {
    var client = client
    client.token = token
    return try await client.send("POST", upload, headers: ["Content-Type": "text/csv"], body: Array(csv.utf8))
  }

  @Test("members receive exactly the rates that the operator uploaded")
  func membersReceiveExactlyTheRatesThatTheOperatorUploaded() async throws {
    try await withServer { client in
      let member = try await client.registered()
      #expect(try await member.get(latest).ok() == .object(["updated": .null, "rates": .array([])]))
      let data = try await uploaded(client).ok()
      #expect(data["rates"] == .number(3) && data["changed"] == .number(3))
      let newest = try await member.get(latest).ok()
      #expect(newest["updated"] == .string("2026-11-21T06:20:05.123Z"))
      #expect(newest["rates"]?.elements.map { $0["value"]?.text } == ["17512.5", "1.08560"])
      #expect(newest["rates"]?[0]?["unit"] == .number(100))
      let before = try await member.get(latest + "?date=2026-11-19").ok()
      #expect(before["rates"]?.elements.map { $0["date"]?.text } == ["2026-11-19", "2026-11-18"])
    }
  }

  @Test("a request for past rates can be limited to days and currencies", arguments: [
      ("", 3), ("?from=2026-11-19", 2), ("?to=2026-11-19", 2), ("?from=2026-11-19&to=2026-11-19", 1),
      ("?base=EUR", 2), ("?base=EUR&quote=JPY", 0), ("?quote=JPY", 1),
    ])
  func aRequestForPastRatesCanBeLimitedToDaysAndCurrencies(query: String, count: Int) async throws {
    try await withServer { client in
      try await uploaded(client).ok()
      let data = try await client.registered().get(history + query).ok()
      #expect(data["rates"]?.elements.count == count)
      let days = data["rates"]?.elements.compactMap { $0["date"]?.text } ?? []
      #expect(days == days.sorted())
    }
  }

  @Test("uploading rates again changes nothing, and a correction changes one rate")
  func uploadingRatesAgainChangesNothingAndACorrectionChangesOneRate() async throws {
    try await withServer { client in
      try await uploaded(client).ok()
      client.clock.advance(seconds: 60)
      #expect(try await uploaded(client).ok()["changed"] == .number(0))
      let member = try await client.registered()
      #expect(try await member.get(latest).ok()["updated"] == .string("2026-11-21T06:20:05.123Z"))
      let corrected = "date,base,quote,value\n2026-11-20,EUR,USD,1.0857"
      #expect(try await uploaded(client, corrected).ok()["changed"] == .number(1))
      #expect(try await member.get(history + "?from=2026-11-20").ok()["rates"]?[0]?["value"] == .string("1.0857"))
    }
  }

  @Test("a client that has the current rates gets an empty 304")
  func aClientThatHasTheCurrentRatesGetsAnEmpty304() async throws {
    try await withServer { client in
      try await uploaded(client).ok()
      let member = try await client.registered()
      for path in [latest, history] {
        let first = try await member.get(path)
        let tag = try #require(first.header("ETag"))
        #expect(first.header("Cache-Control") == "private, max-age=300")
        let second = try await member.get(path, headers: ["If-None-Match": tag])
        #expect(second.status == 304 && second.body.isEmpty)
      }
      let tag = try #require(try await member.get(latest).header("ETag"))
      try await uploaded(client, "date,base,quote,value\n2026-11-21,EUR,USD,1.09").ok()
      #expect(try await member.get(latest, headers: ["If-None-Match": tag]).status == 200)
    }
  }

  @Test("a rate upload without operator token or with malformed lines is refused")
  func aRateUploadWithoutOperatorTokenOrWithMalformedLinesIsRefused() async throws {
    try await withServer { client in
      let member = try await client.registered()
      try await uploaded(client, token: nil).refused(.tokenMissing)
      try await uploaded(client, token: "another").refused(.notOperator)
      try await uploaded(client, token: member.access).refused(.notOperator)
      let bad = Self.csv + "\n2026-11-31,EUR,USD,1,1"
      #expect(try await uploaded(client, bad).refused(.ratesMalformed)["line"] == .number(5))
      try await uploaded(client, String(repeating: "\n", count: 16 * 1_048_576 + 1)).refused(.tooLarge)
      #expect(try await member.get(history).ok()["rates"] == .array([]))
    }
    try await withServer(ServerSetup(operatorToken: nil)) { client in
      try await uploaded(client).refused(.notOperator)
    }
  }

  @Test("a request for rates with an invalid day or currency is refused")
  func aRequestForRatesWithAnInvalidDayOrCurrencyIsRefused() async throws {
    try await withServer { client in
      let member = try await client.registered()
      #expect(try await member.get(latest + "?date=today").refused(.malformed)["field"] == .string("date"))
      for query in ["?from=2026-02-30", "?to=x", "?base=euro", "?quote=eur"] {
        try await member.get(history + query).refused(.malformed)
      }
      try await client.get(latest).refused(.tokenMissing)
      try await client.get(history).refused(.tokenMissing)
    }
  }
}
