// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import JSONSchema
import KursAPI
import KursCore
import KursModel
import KursStorage
import Synchronization
import Testing
import TestSupport

@testable import KursWorkflow

/// A provider's response violates its schema or mapping. If the user agreed, the account server receives a report.
@Suite struct ValidationReportTests {
  /// The user's consent and account, which a test can change.
  final class Person: Sendable {
    private let state = Mutex((isAgreed: true, account: String?.none))

    var isAgreed: Bool {
      get { state.withLock { $0.isAgreed } }
      set { state.withLock { $0.isAgreed = newValue } }
    }
    var account: String? {
      get { state.withLock { $0.account } }
      set { state.withLock { $0.account = newValue } }
    }
  }

  struct Stage: Sendable {
    let core: Core
    let queue: OfflineQueue
    let reports: ValidationReports
    let provider: String
    let account: String

    func refused(_ id: ProviderID, key: String? = nil) async {
      await #expect(throws: RatesFailure.self) {
        try await core.rates.refresh(id, address: provider, key: key.flatMap { ProviderKey($0) })
      }
    }
  }

  /// Runs `body` with a provider that responds with `document`, and an account server that counts requests.
  func staged(
    _ document: String, status: Int = 200, member: String = "anna", user: Person, server: CountingServer,
    _ body: @Sendable (Stage) async throws -> Void
  ) async throws {
    let folder = TemporaryFolder()
    try await server.serving { account in
      try await ProviderRefreshTests.serving(folder) { _ in (status, Data(document.utf8)) } body: {
        core, provider async throws -> Void in
        let storage = try core.openUser()
        let queue = core.offlineQueue(storage, member: member)
        let terms = ValidationReports.Terms(
          isAgreed: { user.isAgreed }, server: { account }, account: { user.account })
        let reports = core.validationReports(storage, queue: queue, terms: terms)
        try await body(Stage(core: core, queue: queue, reports: reports, provider: provider, account: account))
      }
    }
  }

  func reports(_ server: CountingServer) async throws -> [JSONValue] {
    try await server.effects.map { try #require(try JSONReader().read(Array($0.body.utf8))["reports"]?[0]) }
  }

  @Test("a refused response is reported with the documented fields, without secrets", .fault("J11", "J15"))
  func aRefusedResponseIsReportedWithTheDocumentedFieldsWithoutSecrets() async throws {
    let (user, server) = (Person(), CountingServer())
    user.account = "anna@https://localhost:8443"
    let answer = #"{"success":true,"base":7,"echo":"access_key=s3cret"}"#
    try await staged(answer, member: "anna@https://localhost:8443", user: user, server: server) { stage in
      await stage.refused(.fixer, key: "s3cret")
      await stage.queue.flush()
      #expect(await stage.queue.state().commands.isEmpty)
    }
    #expect(await server.paths == ["/api/v1/report/validation/"])
    let report = try #require(try await reports(server).first)
    #expect(report["schema"]?.string == "fixer")
    #expect(report["request"]?.string == "GET /api/latest")
    #expect(report["time"]?.string == "2026-10-30T17:00:00.000Z")
    #expect(report["status"]?.number?.text == "200")
    #expect(report["count"]?.number?.text == "1")
    #expect(report["account"]?.string == "anna")
    #expect(report["answer"]?.string == answer.replacing("s3cret", with: "…"))
    #expect(report["endpoint"]?.string?.hasSuffix(" latest") == true)
    #expect(report["keyword"]?.string?.isEmpty == false)
    #expect(await server.effects.allSatisfy { !$0.body.contains("s3cret") })
  }

  @Test(
    "a response with malformed content is reported",
    arguments: [("nbp", "[{", "json"), ("bnr", "<a><b></a>", "mapping"), ("boi", "no table", "mapping")])
  func aResponseWithMalformedContentIsReported(id: String, document: String, keyword: String) async throws {
    let (user, server) = (Person(), CountingServer())
    try await staged(document, user: user, server: server) { stage in
      await stage.refused(ProviderID(id))
      await stage.queue.flush()
    }
    let report = try #require(try await reports(server).first)
    #expect(report["keyword"]?.string == keyword)
    #expect(report["answer"]?.string == document)
    #expect(report["account"] == nil)
  }

  /// Row Q10 of docs/FAULTS.md: a bug in Kurs that only the server can detect.
  @Test("an idempotency key reused with other content is reported", .fault("Q10"))
  func anIdempotencyKeyReusedWithOtherContentIsReported() async throws {
    let (user, server) = (Person(), CountingServer())
    await server.answers(422, at: "/api/v1/favourites/")
    try await staged("{}", user: user, server: server) { stage in
      try await stage.queue.enqueue(
        QueueFixture.command(), body: Array(#"{"own":"secret"}"#.utf8), to: stage.account)
      await stage.queue.flush()
      #expect(await stage.queue.state().commands.map(\.undeliverable) == [.keyReused])
      await server.answers(422, at: "/api/v1/report/validation/")
      await stage.refused(.nbp)
      await stage.queue.flush()
      #expect(await stage.queue.state().commands.map(\.undeliverable) == [.keyReused, .keyReused])
    }
    #expect(await server.paths == ["/api/v1/favourites/"] + Array(repeating: "/api/v1/report/validation/", count: 2))
    let report = try #require(try await reports(server).first)
    #expect(report["endpoint"]?.string?.hasSuffix(" keep-favourites") == true)
    #expect(report["request"]?.string == "POST /api/v1/favourites/")
    #expect((report["path"]?.string, report["keyword"]?.string) == ("Idempotency-Key", "reused"))
    #expect(report["status"]?.number?.text == "422")
    #expect(await server.effects.allSatisfy { !$0.body.contains("secret") })
  }

  @Test("without consent, a reused idempotency key is not reported", .fault("Q10"))
  func withoutConsentAReusedIdempotencyKeyIsNotReported() async throws {
    let (user, server) = (Person(), CountingServer())
    user.isAgreed = false
    await server.answers(422, at: "/api/v1/favourites/")
    try await staged("{}", user: user, server: server) { stage in
      try await stage.queue.enqueue(QueueFixture.command(), body: Array("{}".utf8), to: stage.account)
      for _ in 1...2 { await stage.queue.flush() }
      #expect(await stage.queue.state().commands.map(\.undeliverable) == [.keyReused])
    }
    #expect(await server.paths == ["/api/v1/favourites/"])
  }

  @Test("a provider's error status causes an error but no report", .fault("J19"), arguments: [
    (500, ""), (500, "{"), (500, #"{"success":true,"base":7}"#), (500, "<html><body>Down</body></html>"),
    (502, "[]"), (500, String(repeating: "x", count: 1 << 20)),
    (404, #"{"amount":1.0,"base":"EUR","date":"2026-11-02","rates":{"USD":"1.12"}}"#),
  ])
  func aProvidersErrorStatusCausesAnErrorButNoReport(status: Int, document: String) async throws {
    let (user, server) = (Person(), CountingServer())
    try await staged(document, status: status, user: user, server: server) { stage in
      for id in [ProviderID.frankfurter, .ecb, .fixer] {
        let key = id == .fixer ? ProviderKey("s3cret") : nil
        await #expect(throws: RatesFailure.api(provider: id, .status(status))) {
          try await stage.core.rates.refresh(id, address: stage.provider, key: key)
        }
      }
      #expect(await stage.queue.state().commands.isEmpty)
      await stage.queue.flush()
    }
    #expect(await server.requests == 0)
  }

  @Test("without consent, no report is stored or sent", .fault("J11"))
  func withoutConsentNoReportIsStoredOrSent() async throws {
    let (user, server) = (Person(), CountingServer())
    user.isAgreed = false
    try await staged("[{", user: user, server: server) { stage in
      for _ in 1...20 { await stage.refused(.nbp) }
      #expect(await stage.queue.state().commands.isEmpty)
      await stage.queue.flush()
    }
    #expect(await server.requests == 0)
  }

  @Test("the same error is reported only once a day") func theSameErrorIsReportedOnlyOnceADay() async throws {
    let (user, server) = (Person(), CountingServer())
    try await staged("[{", user: user, server: server) { stage in
      for _ in 1...5 { await stage.refused(.nbp) }
      await stage.queue.flush()
    }
    let counts = try await reports(server).compactMap { $0["count"]?.number?.text }
    #expect(counts == ["1"])
  }

  @Test("the next day's report has the number of repetitions")
  func theNextDaysReportHasTheNumberOfRepetitions() async throws {
    let fixture = QueueFixture()
    let storage = try UserDatabase(path: fixture.path)
    let day: Int64 = 86_400_000
    for (time, count) in [(0, 1), (5, nil), (day - 1, nil), (day, 3), (day + 1, nil), (-day, 2)] as [(Int64, Int?)] {
      let noted = try await storage.noteReported("f", at: Timestamp(milliseconds: time), every: day)
      #expect(noted == count, "\(time)")
    }
  }

  @Test("a hundred equal errors in an hour become one report", .fault("J12"))
  func aHundredEqualErrorsInAnHourBecomeOneReport() async throws {
    let fixture = QueueFixture()
    let queue = try fixture.queue()
    let reports = ValidationReports(
      storage: try UserDatabase(path: fixture.path), queue: queue, version: "1",
      terms: ValidationReports.Terms(isAgreed: { true }, server: { "https://kurs.example" }, account: { nil }),
      environment: fixture.environment())
    let refused = RefusedAnswer(
      Endpoint("latest", path: "/l", accept: "*/*"), of: "https://host.example", body: [], key: nil, sent: 0,
      place: "/rates", keyword: "required")
    for _ in 1...100 {
      await reports.record(refused)
      fixture.time += 36_000
    }
    await queue.flush()
    #expect(fixture.sent.count == 1)
    fixture.time += 86_400_000
    await reports.record(refused)
    await queue.flush()
    let counts = try fixture.sent.map { try JSONReader().read($0.content.body)["reports"]?[0]?["count"]?.number?.integer }
    #expect(counts == [1, 100])
  }

  @Test("a refused report causes no further report", .fault("J13"))
  func aRefusedReportCausesNoFurtherReport() async throws {
    let (user, server) = (Person(), CountingServer())
    let folder = TemporaryFolder()
    // The account server's responses are malformed too.
    try await ProviderRefreshTests.serving(folder) { _ in (200, Data("[{".utf8)) } body: {
      core, address async throws -> Void in
      let storage = try core.openUser()
      let queue = core.offlineQueue(storage)
      let terms = ValidationReports.Terms(
        isAgreed: { user.isAgreed }, server: { address }, account: { nil })
      let reports = core.validationReports(storage, queue: queue, terms: terms)
      await #expect(throws: RatesFailure.self) { try await core.rates.refresh(.nbp, address: address) }
      for _ in 1...6 { _ = await queue.flushNow() }
      #expect(await queue.state().commands.count == 1)
      await queue.close()
      _ = reports
    }
    #expect(await server.requests == 0)
  }

  @Test("withdrawing consent deletes the unsent error reports")
  func withdrawingConsentDeletesTheUnsentErrorReports() async throws {
    let (user, server) = (Person(), CountingServer())
    user.account = "bert"
    try await staged("[{", user: user, server: server) { stage in
      await stage.refused(.nbp)
      // The report belongs to Bert while Anna is signed in, so it waits.
      await stage.queue.flush()
      #expect(await stage.queue.state().commands.count == 1)
      user.isAgreed = false
      try await stage.reports.withdraw()
      #expect(await stage.queue.state().commands.isEmpty)
    }
    #expect(await server.requests == 0)
  }

  @Test("the place in an error report is shortened to 500 code points")
  func thePlaceInAnErrorReportIsShortenedTo500CodePoints() throws {
    // One character to the eye, but 2,001 code points to the server, whose limit is 500.
    let place = "e" + String(repeating: "\u{301}", count: 2000)
    let refused = RefusedAnswer(
      Endpoint("latest", path: "/l", accept: "*/*"), of: "https://host.example", body: [], key: nil, sent: 0,
      place: place, keyword: "mapping")
    let body = ValidationReport(refused, count: 1, version: "1", account: nil, time: "").body()
    #expect(try JSONReader().read(body)["reports"]?[0]?["path"]?.string?.unicodeScalars.count == 500)
  }

  @Test(
    "a long response is shortened, and the report has its length", .fault("J15"),
    arguments: [65, 1, 0xFF, 0xC3] as [UInt8])
  func aLongResponseIsShortenedAndTheReportHasItsLength(byte: UInt8) throws {
    let refused = RefusedAnswer(
      Endpoint("latest", path: "/l", accept: "*/*"), of: "https://anna:pass@host.example/x",
      body: [UInt8](repeating: byte, count: 2_000_000), key: nil, sent: 0, place: "/", keyword: "mapping")
    let report = ValidationReport(refused, count: 1, version: "1", account: nil, time: "")
    #expect((60_000..<240_001).contains(report.body().count))
    let text = String(decoding: report.body(), as: UTF8.self)
    #expect(text.contains(#""answerBytes":2000000"#) && !text.contains("pass"))
    #expect((1000...10_000).contains(report.body(limit: 10_000).count), "a server that takes less gets less")
  }
}
