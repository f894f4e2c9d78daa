// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursAPI
import KursCore
import KursModel
import KursNetwork
import KursStorage
import KursWorkflow
import TestSupport
import Testing

/// Tests the reactions to a server's permanent redirect.
@Suite struct MovedAddressTests {
  let old: FakeServer
  let new: FakeServer

  init() throws {
    (old, new) = (try FakeServer.listening(), try FakeServer.listening())
  }

  private static func document(_ bytes: Data) -> FakeServer.Answer {
    { _ in HTTPResponse(status: 200, body: Array(bytes), url: "") }
  }

  private static func redirect(_ status: Int, to address: String) -> FakeServer.Answer {
    { HTTPResponse(status: status, headers: ["Location": address + $0.url], url: "") }
  }

  private static func fixture(_ id: String, _ name: String = "latest.json") throws -> Data {
    try Data(contentsOf: URL(filePath: Fixtures.path(id, name)))
  }

  /// Runs the body with servers that send a provider's response at the new URL, and a redirect at the old URL.
  func moving(
    _ id: String = "floatrates", fixture: String = "latest.json", status: Int = 301, prefix: String = "",
    _ body: @Sendable (Core, String, String) async throws -> Void
  ) async throws {
    defer {
      old.stop()
      new.stop()
    }
    old.answer(Self.redirect(status, to: new.address + prefix))
    new.answer(Self.document(try Self.fixture(id, fixture)))
    let folder = TemporaryFolder()
    var environment = environment(folder)
    let network = LiveNetwork(version: "test", cacheFolder: folder.path + "/cache")
    environment.transport = { network.transport }
    try await body(try Core(environment), old.address, new.address)
  }

  @Test("after a permanent redirect, the new address is requested", arguments: [301, 308], ["", "/v2"])
  func afterAPermanentRedirectTheNewAddressIsRequested(status: Int, prefix: String) async throws {
    try await moving(status: status, prefix: prefix) { core, source, target in
      try await core.rates.refresh(.floatRates, address: source)
      let moves = try await core.rates.download.movedAddresses()
      #expect(moves.map(\.source) == [source] && moves.map(\.target) == [target + prefix])
      #expect(moves.map(\.isUsed) == [true])
      old.forgetRequests()
      try await core.rates.refresh(.floatRates, address: source)
      #expect(old.requests.isEmpty)
      #expect(new.requests.count == 2)
    }
  }

  @Test("a temporary redirect is not remembered", arguments: [302, 303, 307])
  func aTemporaryRedirectIsNotRemembered(status: Int) async throws {
    try await moving(status: status) { core, source, _ in
      try await core.rates.refresh(.floatRates, address: source)
      #expect(try await core.rates.download.movedAddresses().isEmpty)
    }
  }

  @Test("entering a provider's address again forgets the redirect")
  func enteringAProvidersAddressAgainForgetsTheRedirect() async throws {
    try await moving { core, source, target in
      try await core.rates.refresh(.floatRates, address: source)
      #expect(await core.rates.storedStatus(of: .floatRates).moved?.target == target)
      // Waits until the settings show the new URL.
      for await state in await core.settings.states() where state[.floatRates]?.moved != nil { break }
      await core.settings.did(.addressTyped(.floatRates, source))
      #expect(try await core.rates.download.movedAddresses().isEmpty)
      #expect(await core.settings.state[.floatRates]?.moved == nil)
      old.forgetRequests()
      try await core.rates.refresh(.floatRates, address: source)
      #expect(old.requests.count == 1)
    }
  }

  @Test("if a provider's new address fails, the old address is used again")
  func ifAProvidersNewAddressFailsTheOldAddressIsUsedAgain() async throws {
    try await moving { core, source, _ in
      try await core.rates.refresh(.floatRates, address: source)
      new.answer { _ in HTTPResponse(status: 500, url: "") }
      old.answer(Self.document(try Self.fixture("floatrates")))
      try await core.rates.refresh(.floatRates, address: source)
      #expect(try await core.rates.download.movedAddresses().isEmpty)
    }
  }

  private static func sheet(_ date: String) -> FakeServer.Answer {
    let parts = date.split(separator: "-")
    let rates = "<Unit>1</Unit><ForexBuying>49.7364</ForexBuying><ForexSelling>49.8384</ForexSelling>"
    return document(
      Data(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <Tarih_Date Tarih="\(parts[2]).\(parts[1]).\(parts[0])" Date="\(parts[1])/\(parts[2])/\(parts[0])">
        <Currency CurrencyCode="USD">\(rates)</Currency></Tarih_Date>
        """.utf8))
  }

  @Test("if a new address responds with 404, the old address is requested")
  func ifANewAddressRespondsWith404TheOldAddressIsRequested() async throws {
    try await moving("tcmb", fixture: "latest.xml") { core, source, target in
      let days = [day("2026-10-26"), day("2026-10-27")]
      new.answer(Self.sheet("2026-10-26"))
      try await core.rates.refresh(.tcmb, over: days[0]...days[0], address: source)
      #expect(try await core.rates.download.movedAddresses().map(\.target) == [target])
      new.answer { _ in HTTPResponse(status: 404, url: "") }
      old.answer(Self.sheet("2026-10-27"))
      #expect(try await core.rates.refresh(.tcmb, over: days[1]...days[1], address: source).changed == 3)
      #expect(try await core.rates.download.movedAddresses().isEmpty)
    }
  }

  @Test("a provider's new address that responds with a web page is forgotten")
  func aProvidersNewAddressThatRespondsWithAWebPageIsForgotten() async throws {
    try await moving { core, source, _ in
      try await core.rates.refresh(.floatRates, address: source)
      new.answer { _ in .ok("<html>This domain is for sale</html>") }
      old.answer { _ in HTTPResponse(status: 503, url: "") }
      await #expect(throws: RatesFailure.api(provider: .floatRates, .status(503))) {
        try await core.rates.refresh(.floatRates, address: source)
      }
      #expect(try await core.rates.download.movedAddresses().isEmpty)
    }
  }

  @Test("without a network, a provider's remembered new address is kept")
  func withoutANetworkAProvidersRememberedNewAddressIsKept() async throws {
    let folder = TemporaryFolder()
    let core = try Core(environment(folder))
    let database = try RatesDatabase(path: folder.path + "/data/rates.sqlite")
    let move = MovedAddress(
      provider: .ecb, source: "https://a.example", target: "https://b.example", noted: evening, isUsed: true)
    try await database.remember(move)
    await #expect(throws: RatesFailure.api(provider: .ecb, .unreachable(.host))) {
      try await core.rates.refresh(.ecb, address: "https://a.example")
    }
    #expect(try await core.rates.download.movedAddresses() == [move])
  }

  @Test("after a redirect to a new host, the API key isn't sent")
  func afterARedirectToANewHostTheAPIKeyIsntSent() async throws {
    try await moving("fixer-apilayer") { core, source, _ in
      let provider = ProviderID("fixer-apilayer")
      for _ in 1...2 { try await core.rates.refresh(provider, address: source, key: ProviderKey("s3cret")) }
      // Kurs stores the new URL as unused until the user agrees to send the key to it.
      #expect(try await core.rates.download.movedAddresses().map(\.isUsed) == [false])
      #expect(old.requests.map { $0.headers["apikey"] } == ["s3cret", "s3cret"])
      #expect(new.requests.map { $0.headers["apikey"] } == [nil, nil])
    }
  }

  @Test("a provider's new address is derived from a permanent redirect", arguments: [
    ("https://new.example/p", nil, "https://new.example", true), ("https://new.example/v2/p", nil, "https://new.example/v2", true),
    ("http://new.example/p", nil, nil, true), ("https://new.example/q", nil, nil, true), ("https://old.example/p", nil, nil, true),
    ("https://new.example/p", "k", "https://new.example", false), ("https://old.example/v2/p", "k", "https://old.example/v2", true),
    ("https://new.example/k/p", "k", nil, true), ("ftp://new.example/p", nil, nil, true),
  ] as [(String, String?, String?, Bool)])
  func aProvidersNewAddressIsDerivedFromAPermanentRedirect(
    url: String, key: String?, target: String?, mayBeUsed: Bool
  ) {
    let command = Endpoint("latest", path: "/p", accept: "*/*")
    let move = PermanentMove(
      of: command, from: "https://old.example", to: url, key: key.flatMap { ProviderKey($0) })
    #expect(move?.target == target)
    if let move { #expect(move.mayBeUsed == mayBeUsed) }
  }
}
