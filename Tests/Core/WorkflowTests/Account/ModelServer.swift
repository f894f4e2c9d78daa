// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import KursNetwork
import Synchronization
import TestSupport

/// A minimal account server whose tokens change at each renewal, with any fault that a test chooses.
actor ModelServer {
  enum Fault: Sendable {
    case network(NetworkError)
    case answer(status: Int, body: String, headers: [String: String] = [:])
    /// A redirect led to another server, which responds.
    case answeredBy(url: String, status: Int, body: String)
    /// The server carries out the request, but the response is lost.
    case lost
    /// Responds when the test allows it. A cancelled caller does not receive the response.
    case held
    /// Like `held`, but a cancelled caller receives the response too, as if it was already on its way.
    case heldAndHeard
  }

  struct Session {
    let email: String
    var access: String
    var refresh: String
    /// The previous refresh token, valid until a newer token is used.
    var previous: String?
    var isEnded = false
  }

  static let address = "https://kurs.example.org"
  var passwords = ["ada@example.org": "correct horse", "bob@example.org": "battery staple"]
  private(set) var requests: [HTTPRequest] = []
  /// The members' names by e-mail address.
  private(set) var names: [String: String] = [:]
  private(set) var sessions: [Session] = []
  private var faults: [String: [Fault]] = [:]
  private var standing: [String: Fault] = [:]
  /// The number of the last token. No two servers issue the same token, because a keyring may hold another server's
  /// token.
  private var number = ModelServer.servers.withLock { servers in
    servers += 1
    return servers * 1_000_000
  }
  private static let servers = Mutex(0)
  private var revocation: (path: String, after: Int)?
  private var gates: [CheckedContinuation<Void, Never>] = []
  private var arrivals: [(String, Int, CheckedContinuation<Void, Never>)] = []
  /// Whether access tokens are refused as soon as they are issued.
  var refusesAllTokens = false
  var lifetime = "900"
  var tokenType = "Bearer"

  nonisolated var transport: FakeServer {
    FakeServer { request throws(NetworkError) in try await self.answer(request) }
  }

  func answer(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    // As in the real transport, a cancelled caller sends nothing.
    if Task.isCancelled { throw .cancelled }
    requests.append(request)
    let path = Self.short(request)
    wakeWhoWaits()
    if let (at, after) = revocation, at == path, count(at) > after {
      revocation = nil
      revokeAccess()
    }
    var answer = HTTPResponse(status: 500, url: request.url)
    switch nextFault(path) {
    case .network(let error): throw error
    case .answer(let status, let body, let headers):
      answer = HTTPResponse(status: status, body: Array(body.utf8), url: request.url)
      for (name, value) in headers { answer.headers[name] = value }
      return answer
    case .answeredBy(let url, let status, let body):
      return HTTPResponse(status: status, body: Array(body.utf8), url: url)
    case .lost:
      _ = serve(request)
      throw .connectionLost
    case .held:
      await withCheckedContinuation { gates.append($0) }
      if Task.isCancelled { throw .cancelled }
      return serve(request)
    case .heldAndHeard:
      await withCheckedContinuation { gates.append($0) }
      return serve(request)
    case nil: return serve(request)
    }
  }

  func count(_ path: String) -> Int { requests.count { Self.short($0) == path } }

  /// Sets the next responses to a path, in order. Later responses are correct again.
  func next(_ path: String, _ list: Fault...) { faults[path, default: []] += list }

  /// Sets the response to a path from now on. Nil restores the correct response.
  func always(_ path: String, _ fault: Fault?) { standing[path] = fault }

  func everything(_ fault: Fault?) {
    for path in ["login/email", "login/refresh", "logout", "profile", "register"] { standing[path] = fault }
  }

  func letGo() {
    let open = gates
    gates = []
    for gate in open { gate.resume() }
  }

  func waitForRequests(_ path: String, _ count: Int) async {
    guard self.count(path) < count else { return }
    await withCheckedContinuation { arrivals.append((path, count, $0)) }
  }

  func revokeAccess() {
    for index in sessions.indices { sessions[index].access = "revoked-\(index)-\(number)" }
  }

  /// Revokes all access tokens once `count` more requests to the path have arrived.
  func refuse(after count: Int, at path: String) { revocation = (path, self.count(path) + count) }

  func endSessions() {
    for index in sessions.indices { sessions[index].isEnded = true }
  }

  func change(_ password: String, of email: String) { passwords[email] = password }
  func refuseAllTokens() { refusesAllTokens = true }
  func giveTokens(lasting lifetime: String, type: String = "Bearer") { (self.lifetime, tokenType) = (lifetime, type) }
}

extension ModelServer {
  private static func short(_ request: HTTPRequest) -> String {
    let path = request.url.dropFirst(address.count)
    return path.replacing("/api/v1/member/", with: "").replacing("/api/v1/", with: "").trimmed("/")
  }

  private func wakeWhoWaits() {
    for arrival in arrivals where count(arrival.0) >= arrival.1 { arrival.2.resume() }
    arrivals.removeAll { count($0.0) >= $0.1 }
  }

  private func nextFault(_ path: String) -> Fault? {
    if var list = faults[path], !list.isEmpty {
      let first = list.removeFirst()
      faults[path] = list
      return first
    }
    return standing[path]
  }

  private func serve(_ request: HTTPRequest) -> HTTPResponse {
    let body = try? JSONReader().read(request.body)
    switch Self.short(request) {
    case "login/email": return signIn(request, body)
    case "register": return register(request, body)
    case "login/refresh": return renew(request, body)
    case "logout":
      let token = body?["refresh_token"]?.string
      for index in sessions.indices where sessions[index].refresh == token { sessions[index].isEnded = true }
      return ok(request, #"{"ended":1}"#)
    case "profile":
      return authorized(request) { email in
        if let name = body?["name"]?.string { names[email] = name }
        return #"{"member":\#(member(email))}"#
      }
    case "password": return authorized(request) { _ in #"{"ended":1}"# }
    case "member/delete", "delete": return authorized(request) { _ in "{}" }
    default: return authorized(request) { _ in #"{"config":{},"config_revision":1}"# }
    }
  }

  private func signIn(_ request: HTTPRequest, _ body: JSONValue?) -> HTTPResponse {
    guard let email = body?["email"]?.string, passwords[email] == body?["password"]?.string else {
      return no(request, 401, "wrong-credentials")
    }
    return session(request, of: email)
  }

  private func register(_ request: HTTPRequest, _ body: JSONValue?) -> HTTPResponse {
    guard let email = body?["email"]?.string, let password = body?["password"]?.string else {
      return no(request, 400, "malformed")
    }
    guard passwords[email] == nil else { return no(request, 409, "email-taken") }
    passwords[email] = password
    return session(request, of: email)
  }

  private func session(_ request: HTTPRequest, of email: String) -> HTTPResponse {
    number += 1
    sessions.append(Session(email: email, access: "access-\(number)", refresh: "refresh-\(number)"))
    return ok(request, pair(sessions.count - 1))
  }

  private func renew(_ request: HTTPRequest, _ body: JSONValue?) -> HTTPResponse {
    let token = body?["refresh_token"]?.string
    guard let index = sessions.firstIndex(where: { [$0.refresh, $0.previous].contains(token) }), token != nil else {
      return no(request, 401, "token-invalid")
    }
    guard !sessions[index].isEnded else { return no(request, 401, "session-ended") }
    number += 1
    sessions[index].previous = token
    sessions[index].access = "access-\(number)"
    sessions[index].refresh = "refresh-\(number)"
    return ok(request, pair(index))
  }

  private func authorized(_ request: HTTPRequest, _ data: (String) -> String) -> HTTPResponse {
    let token = request.headers["Authorization"]?.dropFirst("Bearer ".count)
    guard !refusesAllTokens, let index = sessions.firstIndex(where: { !$0.isEnded && $0.access == token ?? "" })
    else { return no(request, 401, "token-expired") }
    sessions[index].previous = nil
    return ok(request, data(sessions[index].email))
  }

  private func pair(_ index: Int) -> String {
    let session = sessions[index]
    return """
      {"token_type":"\(tokenType)","access_token":"\(session.access)","expires_in":\(lifetime),\
      "refresh_token":"\(session.refresh)","refresh_expires_in":5184000,"member":\(member(session.email))}
      """
  }

  private func member(_ email: String) -> String {
    let name = names[email] ?? String(email.prefix { $0 != "@" })
    let sign: Character = email.first == "a" ? "a" : email.first == "b" ? "b" : "c"
    let id = "00000000-0000-4000-8000-" + String(repeating: sign, count: 12)
    return """
      {"id":"\(id)","email":"\(email)","name":"\(name)","created":"2026-11-21T06:00:00.000Z","has_password":true,\
      "avatar":null,"config":{},"config_revision":0}
      """
  }

  private func ok(_ request: HTTPRequest, _ data: String) -> HTTPResponse {
    HTTPResponse(status: 200, body: Array(#"{"status":"OK","reason":"","data":\#(data)}"#.utf8), url: request.url)
  }

  private func no(_ request: HTTPRequest, _ status: Int, _ reason: String) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: ["WWW-Authenticate": "Bearer"],
      body: Array(#"{"status":"ERROR","reason":"\#(reason)","data":{}}"#.utf8), url: request.url)
  }
}

extension StringProtocol {
  fileprivate func trimmed(_ edge: Character) -> String {
    String(drop { $0 == edge }.reversed().drop { $0 == edge }.reversed())
  }
}
