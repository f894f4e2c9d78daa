// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Glibc
import KursAPI
import KursCore
import KursLocalCache
import KursModel
import KursNetwork
import KursStorage
import Testing
import TestSupport

@testable import KursWorkflow

@Suite struct ActivityLogTests {
  private static let rates = Array(
    #"{"timestamp":1793376000,"base":"USD","rates":{"EUR":0.895,"JPY":157.5}}"#.utf8)

  private static func core(_ folder: TemporaryFolder, _ site: FakeServer, daysLater: Int64 = 0) throws -> Core {
    var environment = environment(folder)
    environment.transport = { site }
    environment.clock = { Timestamp(milliseconds: evening.milliseconds + daysLater * 86_400_000) }
    return try Core(environment)
  }

  private static func site(_ status: Int, _ body: [UInt8], _ headers: HTTPHeaders = [:]) -> FakeServer {
    FakeServer(HTTPResponse(status: status, headers: headers, body: body, url: ""))
  }

  @Test("the log lists refreshes and refusals without the provider's API key", .fault("X06"))
  func theLogListsRefreshesAndRefusalsWithoutTheProvidersAPIKey() async throws {
    let folder = TemporaryFolder()
    let good = try Self.core(folder, Self.site(200, Self.rates))
    try await good.rates.refresh(.openExchangeRates, key: ProviderKey("s3cret"))
    let refusal = #"{"error":true,"status":401,"message":"invalid id s3cret\u001b[31m\u202e"}"#
    let bad = try Self.core(folder, Self.site(200, Array(refusal.utf8)))
    await #expect(throws: RatesFailure.self) {
      try await bad.rates.refresh(.openExchangeRates, key: ProviderKey("s3cret"))
    }
    let missing = try Self.core(folder, Self.site(404, []))
    await #expect(throws: RatesFailure.self) { try await missing.rates.refresh(.ecb) }
    let time = evening.utcText
    #expect(
      await missing.log.lines() == [
        "\(time) refresh ecb status 404",
        "\(time) refresh openexchangerates refused by the provider: invalid id •••␛[31m\u{FFFD}",
        "\(time) refresh openexchangerates 2 new or corrected",
      ])
    let path = folder.path + "/data/log.txt"
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test("a refused picture is logged with its host only") func aRefusedPictureIsLoggedWithItsHostOnly() async throws {
    let folder = TemporaryFolder()
    let core = try Self.core(folder, Self.site(200, Array("<html/>".utf8)))
    await #expect(throws: (any Error).self) {
      try await core.imageCache().image("https://ada:pw@marks.example:8443/bank?token=s3cret")
    }
    #expect(await core.log.lines() == ["\(evening.utcText) picture marks.example:8443 refused: no picture"])
  }

  @Test("a picture that can't be decoded is logged once") func aPictureThatCantBeDecodedIsLoggedOnce() async throws {
    let folder = TemporaryFolder()
    var environment = environment(folder)
    environment.transport = { Self.site(200, Pictures.png(3, 2)) }
    environment.clock = { evening }
    let core = try Core(environment)
    let pictures = DecodedImages(of: core.imageCache(), clock: { evening }, report: core.pictureReport) { _, _, _ in nil }
    for _ in 1...2 {
      await #expect(throws: ImageUnavailable.self) {
        try await pictures.image("https://marks.example/bank?token=s3cret", side: 32)
      }
    }
    #expect(await core.log.lines() == ["\(evening.utcText) picture marks.example refused: not decoded"])
  }

  /// Row C19 of docs/FAULTS.md: the test runs in a process whose files the kernel limits to 512 kB each.
  @Test("with a full cache disk, responses arrive and one line is logged", .fault("C19"))
  func withAFullCacheDiskResponsesArriveAndOneLineIsLogged() async {
    await #expect(processExitsWith: .success) {
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 512 << 10, rlim_max: 512 << 10)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let (folder, server, body) = (TemporaryFolder(), try FakeServer.listening(), [UInt8](repeating: 120, count: 600_000))
      server.answer { _ in HTTPResponse(status: 200, headers: ["Cache-Control": "max-age=60"], body: body, url: "") }
      let network = LiveNetwork(version: "test", cacheFolder: folder.path + "/cache")
      var environment = environment(folder)
      environment.network = network
      let core = try Core(environment)
      for number in 1...3 {
        let answer = try await network.transport.send(HTTPRequest(.get, "\(server.address)/\(number)"))
        #expect(answer.body == body)
      }
      while await core.log.lines().isEmpty { await Task.yield() }
      let lines = await core.log.lines()
      #expect(lines.count == 1)
      #expect(lines.first?.contains(" cache answers not saved for a minute: SQLite ") == true, "\(lines)")
    }
  }

  @Test("the two log files together stay within the size limit")
  func theTwoLogFilesTogetherStayWithinTheSizeLimit() async throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/log.txt"
    let log = ActivityLog(path: path, limit: 10_000)
    for number in 1...500 { await log.note(LogEntry(.refresh, "ecb", "\(number)", at: evening)) }
    let sizes = [path, path + ".old"].map { (FileManager.default.contents(atPath: $0) ?? Data()).count }
    #expect(sizes.allSatisfy { (1...5000).contains($0) }, "\(sizes)")
    let lines = await log.lines(newest: 100)
    #expect(lines.first?.hasSuffix("ecb 500") == true)
    #expect(lines.count == 100)
    #expect(lines.last?.hasSuffix("ecb 401") == true)
  }

  @Test("an unwritable log doesn't affect the program") func anUnwritableLogDoesntAffectTheProgram() async throws {
    let log = ActivityLog(path: "/dev/null/log.txt")
    await log.note(LogEntry(.refresh, "ecb", "1", at: evening))
    #expect(await log.lines().isEmpty)
  }

  @Test("the next refresh sends the ETag of the stored response")
  func theNextRefreshSendsTheETagOfTheStoredResponse() async throws {
    let folder = TemporaryFolder()
    let headers: HTTPHeaders = ["ETag": "\"oct\"", "Cache-Control": "public, max-age=259200"]
    let site = FakeServer { request in
      let isKnown = request.headers["If-None-Match"] == "\"oct\""
      return HTTPResponse(status: isKnown ? 304 : 200, headers: headers, body: isKnown ? [] : Self.rates, url: request.url)
    }
    let core = try Self.core(folder, site)
    for changed in [2, 0] {
      #expect(try await core.rates.refresh(.openExchangeRates, key: ProviderKey("s3cret")).changed == changed)
    }
    #expect(site.requests.map { $0.headers["If-None-Match"] } == [nil, "\"oct\""])
    // The response is stored for three days. After four days it is deleted, but the rates stay.
    let bytes = { (core: Core) in await core.caches.usage()[.documents] }
    let after = try Self.core(folder, site, daysLater: 2)
    await after.sweep()
    #expect(await bytes(after) == Self.rates.count)
    let later = try Self.core(folder, site, daysLater: 4)
    #expect(await later.sweep().documents == 1)
    #expect(await bytes(later) == 0)
    #expect(try await later.rates.table(of: .openExchangeRates, on: nil).currencies.contains(.jpy))
  }

  @Test("at the start, old responses are deleted after the results are shown")
  func atTheStartOldResponsesAreDeletedAfterTheResultsAreShown() async throws {
    let folder = TemporaryFolder()
    try await Self.core(folder, Self.site(200, Self.rates)).rates.refresh(.openExchangeRates, key: ProviderKey("k"))
    var environment = environment(folder)
    environment.clock = { Timestamp(milliseconds: evening.milliseconds + 40 * 86_400_000) }
    let (calculator, _) = try await StartTests().start(environment)
    let database = try RatesDatabase(path: folder.path + "/data/rates.sqlite")
    for _ in 0..<600 {
      if try await database.bodyBytes() == 0 { break }
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(try await database.bodyBytes() == 0)
    // Keeps the calculator alive, because otherwise nothing is deleted.
    await calculator.flush()
  }
}
