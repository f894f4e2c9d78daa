// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import KursAPI
import KursModel
import KursNetwork
import KursValidation
import Synchronization
import TestSupport

@testable import KursWorkflow

/// A computer whose account server trusts a sign-in site, and a browser that the test controls.
final class BrowserDesk: Sendable {
  static let issuer = "https://id.example.org"
  let account: AccountMachine
  let identity: IdentityModel
  let browser = ModelBrowser()

  init() throws {
    account = try AccountMachine()
    identity = IdentityModel(server: account.server)
  }

  func program(boot: String = "boot-1", log: ActivityLog? = nil) -> AccountWorkflow {
    let schemas = SchemaStore(folder: packageRoot + "data/schemas")
    var environment = AccountEnvironment(
      secrets: account.keyring,
      client: { [identity] in
        AccountClient(APIClient(transport: identity.transport, validator: ResponseValidator(schemas)))
      },
      clock: { [clock = account.clock] in clock.wall }, uptime: { [clock = account.clock] in clock.now },
      sleep: { [clock = account.clock] in await clock.sleep(until: $0) }, jitter: { 500 }, boot: boot, device: "test",
      lockFolder: account.folder.path, browser: browser.environment)
    if let log { environment.note = { await log.note($0) } }
    return AccountWorkflow(user: account.user, environment: environment, data: [])
  }

  /// Creates a browser sign-in. `acts` runs when the browser opens.
  func browserSignIn(opens: Bool = true, acts: @escaping @Sendable (ModelBrowser) -> Void) -> BrowserSignIn {
    BrowserSignIn(
      server: ModelServer.address,
      pages: RedirectPages(title: "t", received: "received", denied: "denied", foreign: "strange"),
      open: { [browser] address in
        browser.open(address)
        acts(browser)
        return opens
      })
  }

  /// Signs in, and returns the pages that the browser showed.
  func pages(
    of program: AccountWorkflow, acts: @escaping @Sendable (ModelBrowser) -> Void
  ) async -> [RedirectPage] {
    try? await program.signIn(browserSignIn(acts: acts))
    return browser.pages
  }
}

/// A simulated browser, and the local port that receives the browser's requests.
final class ModelBrowser: Sendable {
  private struct State {
    var answer: (@Sendable (String) -> RedirectPage)?
    var openPorts = 0
    var isFull = false
    var drawn: UInt8 = 0
    var opened: [String] = []
    var pages: [RedirectPage] = []
  }

  private let state = Mutex(State())
  var openPorts: Int { state.withLock { $0.openPorts } }
  var opened: [String] { state.withLock { $0.opened } }
  var pages: [RedirectPage] { state.withLock { $0.pages } }

  func takeNoMore() { state.withLock { $0.isFull = true } }
  func open(_ address: String) { state.withLock { $0.opened.append(address) } }

  /// Sends this query to the local port, with the parameter `state` of the URL that the browser opened last.
  func brings(_ query: String) {
    let sent = opened.last?.split(separator: "&").first { $0.hasPrefix("state=") } ?? ""
    asks("/callback?\(query)&\(sent)")
  }

  func asks(_ target: String) {
    guard let answer = state.withLock({ $0.answer }) else { return }
    let page = answer(target)
    state.withLock { $0.pages.append(page) }
  }

  var environment: BrowserEnvironment {
    BrowserEnvironment(
      listen: { answer in
        self.state.withLock { state in
          guard !state.isFull else { return nil }
          state.openPorts += 1
          state.answer = answer
          return RedirectPort(number: 4711) { self.state.withLock { $0.openPorts -= 1 } }
        }
      },
      random: { count in
        self.state.withLock { state in
          state.drawn += 1
          return [UInt8](repeating: state.drawn, count: count)
        }
      })
  }
}

/// An account server that trusts one sign-in site. Every user who signs in at that site is Ada.
actor IdentityModel {
  private let server: ModelServer
  private(set) var proofs: [JSONValue] = []
  private var refusal: (Int, String)?
  private var hasPassword = true
  private var subjects: [String] = []
  private var proofSeconds = 599
  private var resting: Int?
  private var document = """
    {"issuer":"\(BrowserDesk.issuer)","authorization_endpoint":"\(BrowserDesk.issuer)/authorize",\
    "token_endpoint":"\(BrowserDesk.issuer)/token","code_challenge_methods_supported":["S256"]}
    """

  init(server: ModelServer) {
    self.server = server
  }

  func refuse(_ status: Int, _ reason: String) { refusal = (status, reason) }
  func vouchForWhoHasNoPassword() { hasPassword = false }
  func publish(_ document: String) { self.document = document }
  /// Makes the sign-in site respond with this status and `Retry-After: 60`.
  func rest(_ status: Int) { resting = status }

  nonisolated var transport: FakeServer {
    FakeServer { request throws(NetworkError) in try await self.answer(request) }
  }

  private func answer(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    switch (request.method, request.url) {
    case (.get, BrowserDesk.issuer + "/.well-known/openid-configuration"):
      guard !document.isEmpty else { throw .connect }
      if let resting {
        return HTTPResponse(status: resting, headers: ["Retry-After": "60"], body: [], url: request.url)
      }
      return HTTPResponse(status: 200, body: Array(document.utf8), url: request.url)
    case (.get, ModelServer.address + "/api/v1/member/login/oidc/"):
      return answer(200, "OK", "", #"{"issuers":[{"issuer":"\#(BrowserDesk.issuer)","client_id":"kurs"}]}"#, request)
    case (.post, ModelServer.address + "/api/v1/member/login/oidc/"):
      if let proof = try? JSONReader().read(request.body) { proofs.append(proof) }
      if let (status, reason) = refusal { return answer(status, "ERROR", reason, "{}", request) }
      var signIn = request
      signIn.url = ModelServer.address + "/api/v1/member/login/email/"
      signIn.body = Array(#"{"email":"ada@example.org","password":"correct horse"}"#.utf8)
      var response = try await server.answer(signIn)
      response.url = request.url
      if !hasPassword {
        let body = String(decoding: response.body, as: UTF8.self)
        response.body = Array(body.replacing(#""has_password":true"#, with: #""has_password":false"#).utf8)
      }
      return response
    case (.post, ModelServer.address + "/api/v1/member/identities/add/"):
      if let proof = try? JSONReader().read(request.body) { proofs.append(proof) }
      if let (status, reason) = refusal { return answer(status, "ERROR", reason, "{}", request) }
      subjects.append("\(proofs.count)")
      return answer(200, "OK", "", ways, request)
    case (.post, ModelServer.address + "/api/v1/member/identities/remove/"):
      let subject = try? JSONReader().read(request.body)["subject"]?.string
      subjects.removeAll { $0 == subject }
      return answer(200, "OK", "", ways, request)
    case (.get, ModelServer.address + "/api/v1/member/identities/"): return answer(200, "OK", "", ways, request)
    case (.post, ModelServer.address + "/api/v1/member/confirm/"):
      proofSeconds = 1200
      return answer(200, "OK", "", ways, request)
    default: return try await server.answer(request)
    }
  }

  private var ways: String {
    let identities = subjects.map { #"{"issuer":"\#(BrowserDesk.issuer)","subject":"\#($0)","email":null}"# }
    return """
      {"has_password":\(hasPassword),"proof_expires_in":\(proofSeconds),\
      "identities":[\(identities.joined(separator: ","))]}
      """
  }

  private func answer(
    _ status: Int, _ word: String, _ reason: String, _ data: String, _ request: HTTPRequest
  ) -> HTTPResponse {
    let body = #"{"status":"\#(word)","reason":"\#(reason)","data":\#(data)}"#
    return HTTPResponse(status: status, body: Array(body.utf8), url: request.url)
  }
}
