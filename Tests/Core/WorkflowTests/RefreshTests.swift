// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursCore
import KursNetwork
import Testing
import TestSupport

/// Tests refreshes from a server on this computer, with real sockets, libcurl and the HTTP cache.
@Suite struct RefreshTests {
  static let daily = """
    <?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01">
    <Cube><Cube time='2026-11-02'><Cube currency='USD' rate='1.1200'/><Cube currency='JPY' rate='176.00'/></Cube></Cube>
    </gesmes:Envelope>
    """
  static let latest = #"{"amount":1.0,"base":"EUR","date":"2026-11-02","rates":{"USD":1.12,"IDR":20275.17}}"#

  /// Runs `body` against a server with one response for every path.
  func serving<T: Sendable>(
    _ document: String, status: Int = 200, headers: HTTPHeaders = [:],
    in folder: TemporaryFolder = TemporaryFolder(), _ body: @Sendable (Core, String, FakeServer) async throws -> T
  ) async throws -> T {
    let server = try FakeServer.listening { _ in
      var fields: HTTPHeaders = ["ETag": "\"1\""]
      for field in headers { fields[field.name] = field.value.isEmpty ? nil : field.value }
      return HTTPResponse(status: status, headers: fields, body: Array(document.utf8), url: "")
    }
    defer { server.stop() }
    var environment = environment(folder)
    environment.clock = { Timestamp(milliseconds: evening.milliseconds + 3 * 86_400_000) }
    let network = LiveNetwork(version: "test", cacheFolder: folder.path + "/cache")
    environment.transport = { network.transport }
    let core = try Core(environment)
    try await core.rates.importer.importRates(core.bundle, pauseAfterNewestDay: true)
    return try await body(core, server.address, server)
  }

  @Test("a refresh imports the newest day of the ECB's XML")
  func aRefreshImportsTheNewestDayOfTheECBsXML() async throws {
    try await serving(Self.daily) { core, address, _ in
      let progress = try await core.rates.refresh(.ecb, address: address)
      #expect(progress.changed == 2)
      let table = try await core.rates.table(of: .ecb, on: nil)
      #expect(table.newest == day("2026-11-02"))
      #expect(try table.route(from: .eur, to: .usd).published?.text == "1.1200")
    }
  }

  @Test("a refresh imports Frankfurter's JSON with all digits")
  func aRefreshImportsFrankfurtersJSONWithAllDigits() async throws {
    try await serving(Self.latest) { core, address, _ in
      try await core.rates.refresh(.frankfurter, address: address)
      let table = try await core.rates.table(of: .frankfurter, on: nil)
      #expect(try table.route(from: .eur, to: currency("IDR")).published?.text == "20275.17")
    }
  }

  @Test("a no-store response leaves only its rates on disk", .fault("C02"), arguments: [
    ("no-store", false), ("max-age=60, No-Store", false), ("max-age=60", true),
  ])
  func aNoStoreResponseLeavesOnlyItsRatesOnDisk(control: String, isKept: Bool) async throws {
    let folder = TemporaryFolder()
    let document = Self.latest.replacing("{\"amount\"", with: "{\"later\":\"canary-4711\",\"amount\"")
    @Sendable func isCanaryKept() throws -> Bool {
      let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      return paths.contains { path in
        FileManager.default.contents(atPath: "\(folder.path)/\(path)")?.range(of: Data("canary-4711".utf8)) != nil
      }
    }
    try await serving(document, headers: ["Cache-Control": control], in: folder) {
      core, address, _ async throws -> Void in
      #expect(try await core.rates.refresh(.frankfurter, address: address).changed == 2)
      #expect(try isCanaryKept() == isKept)
      #expect(try await core.rates.refresh(.frankfurter, address: address).changed == 0)
      #expect(try isCanaryKept() == isKept)
    }
    #expect(try isCanaryKept() == isKept)
    var later = environment(folder)
    later.clock = { Timestamp(milliseconds: evening.milliseconds + 3 * 86_400_000) }
    let again = try Core(later)
    let route = try await again.rates.table(of: .frankfurter, on: nil).route(from: .eur, to: .usd)
    #expect(route.published?.text == "1.12")
  }

  @Test("a response that is received twice stores its rates once", .fault("C21"))
  func aResponseThatIsReceivedTwiceStoresItsRatesOnce() async throws {
    try await serving(Self.daily, headers: ["Cache-Control": "max-age=3600", "ETag": ""]) { core, address, server in
      try await core.rates.refresh(.ecb, address: address)
      for _ in 1...2 { #expect(try await core.rates.refresh(.ecb, address: address).changed == 0) }
      #expect(server.requests.count == 3)
      // Only the last two requests are compared, because the first request can cover more days.
      #expect(Set(server.requests.suffix(2).map(\.url)).count == 1)
    }
  }

  @Test("a wrong response leaves the stored rates unchanged", arguments: [
    (200, "<html><body>Down for maintenance</body></html>"), (200, ""), (404, daily), (500, daily), (429, ""),
    (200, "{\"error\":true}"), (200, String(daily.dropLast(40))), (200, daily.replacing("1.1200", with: "1,1200")),
    (200, daily.replacing("2026-11-02", with: "2027-11-02")), (200, latest),
  ])
  func aWrongResponseLeavesTheStoredRatesUnchanged(status: Int, document: String) async throws {
    try await serving(document, status: status) { core, address, _ in
      await #expect(throws: RatesFailure.self) { try await core.rates.refresh(.ecb, address: address) }
      let table = try await core.rates.table(of: .ecb, on: nil)
      #expect(table.newest == day("2026-10-30"))
      #expect(try table.route(from: .eur, to: .usd).published?.text == "1.1172")
    }
  }

  @Test("the error for a refused response names the place in the response", .fault("J11"), arguments: [
    (#"{"amount":1.0,"base":"EUR","date":"2026-11-02","rates":{"USD":"1.12"}}"#, "/rates/USD", "type"),
    (#"{"amount":10,"base":"EUR","date":"2026-11-02","rates":{"USD":11.2}}"#, "/amount", "const"),
    (#"{"amount":1,"base":"EUR","date":"2026-11-02","rates":{"USD":-1}}"#, "/rates/USD", "exclusiveMinimum"),
    (#"{"amount":1,"base":"EUR","date":"2026-11-02"}"#, "", "required"),
  ])
  func theErrorForARefusedResponseNamesThePlaceInTheResponse(
    document: String, path: String, keyword: String
  ) async throws {
    try await serving(document) { core, address, _ in
      let failure = await #expect(throws: RatesFailure.self) {
        try await core.rates.refresh(.frankfurter, address: address)
      }
      guard case .api(_, .refused(let schema, let place, let rule))? = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(schema == "frankfurter-v1")
      #expect([place, rule] == [path, keyword] || rule == "oneOf")
      // The earlier rates are still stored.
      let table = try await core.rates.table(of: .ecb, on: nil)
      #expect(try table.route(from: .eur, to: .usd).published?.text == "1.1172")
    }
  }

  @Test("without a network, a refresh fails and the stored rates stay")
  func withoutANetworkARefreshFailsAndTheStoredRatesStay() async throws {
    let folder = TemporaryFolder()
    let core = try Core(environment(folder))
    try await core.rates.importer.importRates(core.bundle, pauseAfterNewestDay: true)
    await #expect(throws: RatesFailure.api(provider: .ecb, .unreachable(.host))) {
      try await core.rates.refresh(.ecb)
    }
    #expect(try await core.rates.table(of: .ecb, on: nil).newest == day("2026-10-30"))
  }
}
