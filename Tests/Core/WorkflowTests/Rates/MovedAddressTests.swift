// SPDX-License-Identifier: GPL-3.0-or-later
import FlyingFox
import FlyingSocks
import Foundation
import KursAPI
import KursCore
import KursModel
import KursNetwork
import KursStorage
import KursWorkflow
import Synchronization
import TestSupport
import Testing

/// Servers that report a permanent move, and how Kurs reacts.
@Suite struct MovedAddressTests {
  /// A server whose responses a test sets. It records the requests.
  final class Host: Sendable {
    enum Answer: Sendable { case document(Data), moved(String, status: Int), status(Int) }

    private let state = Mutex<(answer: Answer, paths: [String], keys: [String?])>((.status(500), [], []))

    var paths: [String] { state.withLock { $0.paths } }
    var keys: [String?] { state.withLock { $0.keys } }
    func says(_ answer: Answer) { state.withLock { $0.answer = answer } }
    func forgetPaths() { state.withLock { $0.paths = [] } }

    func serving<T: Sendable>(_ body: @Sendable (String) async throws -> T) async throws -> T {
      let server = try loopbackServer()
      await server.appendRoute("*") { [self] request in
        let answer = state.withLock {
          $0.paths.append(request.path)
          $0.keys.append(request.headers[HTTPHeader("apikey")])
          return $0.answer
        }
        switch answer {
        case .document(let body): return HTTPResponse(statusCode: .ok, body: body)
        case .status(let status): return HTTPResponse(statusCode: HTTPStatusCode(status, phrase: ""))
        case .moved(let to, let status):
          let query = request.query.isEmpty ? "" : "?" + request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
          return HTTPResponse(
            statusCode: HTTPStatusCode(status, phrase: ""),
            headers: [HTTPHeader("Location"): to.replacing("*", with: request.path + query)])
        }
      }
      let running = Task { try await server.run() }
      defer { running.cancel() }
      let port = try await portOnceListening(server)
      return try await body("http://127.0.0.1:\(port)")
    }
  }

  let old = Host()
  let new = Host()

  /// FloatRates' file at the new address, and a redirect from the old one.
  func moving(
    status: Int = 301, prefix: String = "", _ body: @Sendable (Core, String, String) async throws -> Void
  ) async throws {
    let document = try Data(contentsOf: URL(filePath: Fixtures.path("floatrates", "latest.json")))
    let (old, new) = (old, new)
    try await old.serving { source in
      try await new.serving { target in
        old.says(.moved(target + prefix + "*", status: status))
        new.says(.document(document))
        let folder = TemporaryFolder()
        var environment = environment(folder)
        let network = LiveNetwork(version: "test", cacheFolder: folder.path + "/cache")
        environment.transport = { network.transport }
        try await body(try Core(environment), source, target)
      }
    }
  }

  @Test("a permanent redirect is used from then on", arguments: [301, 308], ["", "/v2"])
  func theNewAddressIsUsedFromThenOn(status: Int, prefix: String) async throws {
    try await moving(status: status, prefix: prefix) { core, source, target in
      try await core.rates.refresh(.floatRates, address: source)
      let moves = try await core.rates.movedAddresses()
      #expect(moves.map(\.source) == [source] && moves.map(\.target) == [target + prefix])
      #expect(moves.map(\.isUsed) == [true])
      old.forgetPaths()
      try await core.rates.refresh(.floatRates, address: source)
      #expect(old.paths.isEmpty)
      #expect(new.paths.count == 2)
    }
  }

  @Test("a temporary redirect is not remembered", arguments: [302, 303, 307])
  func aTemporaryRedirectIsNotRemembered(status: Int) async throws {
    try await moving(status: status) { core, source, _ in
      try await core.rates.refresh(.floatRates, address: source)
      #expect(try await core.rates.movedAddresses().isEmpty)
    }
  }

  @Test("entering the address again forgets the redirect") func anAddressThatIsNamedIsAskedItselfAgain() async throws {
    try await moving { core, source, target in
      try await core.rates.refresh(.floatRates, address: source)
      #expect(await core.rates.standing(of: .floatRates).moved?.target == target)
      // A window shows the move.
      for await state in await core.settings.states() where state[.floatRates]?.moved != nil { break }
      await core.settings.did(.addressTyped(.floatRates, source))
      #expect(try await core.rates.movedAddresses().isEmpty)
      #expect(await core.settings.state[.floatRates]?.moved == nil)
      old.forgetPaths()
      try await core.rates.refresh(.floatRates, address: source)
      #expect(old.paths.count == 1)
    }
  }

  @Test("a failing new address is forgotten and the old one used")
  func aNewAddressThatFailsIsForgottenAndTheOldOneAsked() async throws {
    try await moving { core, source, _ in
      try await core.rates.refresh(.floatRates, address: source)
      new.says(.status(500))
      old.says(.document(try Data(contentsOf: URL(filePath: Fixtures.path("floatrates", "latest.json")))))
      try await core.rates.refresh(.floatRates, address: source)
      #expect(try await core.rates.movedAddresses().isEmpty)
    }
  }

  @Test("a new address that serves a foreign page is forgotten")
  func aStrangersPageAtTheNewAddressIsForgottenToo() async throws {
    try await moving { core, source, _ in
      try await core.rates.refresh(.floatRates, address: source)
      new.says(.document(Data("<html>This domain is for sale</html>".utf8)))
      old.says(.status(503))
      await #expect(throws: RatesFailure.api(provider: .floatRates, .status(503))) {
        try await core.rates.refresh(.floatRates, address: source)
      }
      #expect(try await core.rates.movedAddresses().isEmpty)
    }
  }

  @Test("without a network nothing is forgotten") func withoutANetworkNothingIsForgotten() async throws {
    let folder = TemporaryFolder()
    let core = try Core(environment(folder))
    let database = try RatesDatabase(path: folder.path + "/data/rates.sqlite")
    let move = MovedAddress(
      provider: .ecb, source: "https://a.example", target: "https://b.example", noted: evening, isUsed: true)
    try await database.remember(move)
    await #expect(throws: RatesFailure.api(provider: .ecb, .unreachable(.host))) {
      try await core.rates.refresh(.ecb, address: "https://a.example")
    }
    #expect(try await core.rates.movedAddresses() == [move])
  }

  @Test("a key is not sent to a new host automatically") func aKeyIsNotSentToANewHostAutomatically() async throws {
    let document = try Data(contentsOf: URL(filePath: Fixtures.path("fixer-apilayer", "latest.json")))
    let (old, new) = (old, new)
    try await old.serving { source in
      try await new.serving { target in
        old.says(.moved(target + "*", status: 301))
        new.says(.document(document))
        let folder = TemporaryFolder()
        var environment = environment(folder)
        let network = LiveNetwork(version: "test", cacheFolder: folder.path + "/cache")
        environment.transport = { network.transport }
        let core = try Core(environment)
        let provider = ProviderID("fixer-apilayer")
        for _ in 1...2 { try await core.rates.refresh(provider, address: source, key: ProviderKey("s3cret")) }
        // The move is reported, and the user decides.
        #expect(try await core.rates.movedAddresses().map(\.isUsed) == [false])
        #expect(old.keys == ["s3cret", "s3cret"])
        #expect(new.keys == [nil, nil])
      }
    }
  }

  @Test("a permanent move is read from the redirect", arguments: [
    ("https://new.example/p", nil, "https://new.example", true), ("https://new.example/v2/p", nil, "https://new.example/v2", true),
    ("http://new.example/p", nil, nil, true), ("https://new.example/q", nil, nil, true), ("https://old.example/p", nil, nil, true),
    ("https://new.example/p", "k", "https://new.example", false), ("https://old.example/v2/p", "k", "https://old.example/v2", true),
    ("https://new.example/k/p", "k", nil, true), ("ftp://new.example/p", nil, nil, true),
  ] as [(String, String?, String?, Bool)])
  func aPermanentMoveIsReadFromTheRedirect(url: String, key: String?, target: String?, mayBeUsed: Bool) {
    let command = Endpoint("latest", path: "/p", accept: "*/*")
    let move = PermanentMove(
      of: command, from: "https://old.example", to: url, key: key.flatMap { ProviderKey($0) })
    #expect(move?.target == target)
    if let move { #expect(move.mayBeUsed == mayBeUsed) }
  }
}
