// SPDX-License-Identifier: GPL-3.0-or-later

public import JSONSchema
import KursNetwork
import KursValidation

/// A request to the account server. Its description omits the body, because some requests contain passwords.
public struct AccountRequest: Sendable, CustomStringConvertible, CustomReflectable {
  public let command: Endpoint
  public let body: [UInt8]
  /// The key by which the server recognises a repeated request, which it executes only once.
  public var idempotencyKey: String?

  public init(_ command: Endpoint, _ body: JSONValue = .object(JSONObject()), idempotencyKey: String? = nil) {
    self.init(
      command, bytes: command.method == .get ? [] : Array(JSONWriter().text(of: body).utf8),
      idempotencyKey: idempotencyKey)
  }

  public init(_ command: Endpoint, bytes: [UInt8], idempotencyKey: String? = nil) {
    self.command = command
    body = bytes
    self.idempotencyKey = idempotencyKey
  }

  public var description: String { "AccountRequest(\(command.name))" }
  public var customMirror: Mirror { Mirror(self, children: ["command": command.name]) }
}

extension AccountRequest {
  public static func signIn(email: String, password: String, device: String) -> AccountRequest {
    AccountRequest(
      .signIn, ["email": .string(email), "password": .string(password), "device": .string(device)])
  }

  public static func resetPassword(email: String, code: String, password: String, device: String) -> AccountRequest {
    AccountRequest(
      .resetPassword,
      [
        "email": .string(email), "code": .string(code), "password": .string(password), "device": .string(device),
      ])
  }

  public static func register(
    email: String, password: String, name: String, device: String, invitation: String = ""
  ) -> AccountRequest {
    var body = JSONObject([
      ("email", .string(email)), ("password", .string(password)), ("name", .string(name)), ("device", .string(device)),
    ])
    if !invitation.isEmpty { body["invitation"] = .string(invitation) }
    return AccountRequest(.register, .object(body))
  }

  public static func renew(refreshToken: String) -> AccountRequest {
    AccountRequest(.renew, ["refresh_token": .string(refreshToken)])
  }

  /// Creates a request that signs out the device with this refresh token. An expired token works too.
  public static func signOut(refreshToken: String) -> AccountRequest {
    AccountRequest(.signOut, ["refresh_token": .string(refreshToken)])
  }

  public static let profile = AccountRequest(.profile)

  public static func rename(_ name: String, idempotencyKey: String) -> AccountRequest {
    AccountRequest(.rename, ["name": .string(name)], idempotencyKey: idempotencyKey)
  }

  public static func newName(in body: [UInt8]) -> String { (try? JSONReader().read(body))?["name"]?.string ?? "" }

  public static func changePassword(from old: String?, to new: String) -> AccountRequest {
    var body = JSONObject([("new", .string(new))])
    body["old"] = old.map { .string($0) }
    return AccountRequest(.changePassword, .object(body))
  }

  public static func deleteAccount(password: String) -> AccountRequest {
    AccountRequest(.deleteAccount, ["password": .string(password)])
  }

  /// Creates a request that deletes the account of a member without a password. The member's id confirms the deletion.
  public static func deleteAccount(of member: String) -> AccountRequest {
    AccountRequest(.deleteAccount, ["confirm": .string(member)])
  }

  public static func replaceAvatar(_ picture: [UInt8], idempotencyKey: String) -> AccountRequest {
    AccountRequest(.replaceAvatar, bytes: PictureForm.body(picture), idempotencyKey: idempotencyKey)
  }

  public static let service = AccountRequest(.updateConfig, ["config": .object(JSONObject())])
}

/// Sends requests to the account server, and distinguishes its refusals from those by proxies and captive portals.
public struct AccountClient: Sendable {
  /// An accepted response. Its description omits the body, because some responses contain tokens.
  public struct Answer: Sendable, CustomStringConvertible, CustomReflectable {
    public let body: [UInt8]
    public let data: JSONValue?

    public var description: String { "Answer(\(body.count) bytes)" }  // guards X06: "Answer(\(body.count) bytes)" => String(decoding: body, as: UTF8.self)
    public var customMirror: Mirror { Mirror(self, children: [:]) }
  }

  let client: APIClient

  public init(_ client: APIClient) { self.client = client }

  /// Sends a request. `bearer` is the access token. `member` owns the cached response.
  public func send(
    _ request: AccountRequest, to server: String, bearer: String? = nil, member: String? = nil,
    timeout: Duration = .seconds(60)
  ) async throws(AccountError) -> Answer {
    guard Self.isUsable(server) else { throw .api(.unreachable(.security)) }  // guards X15
    let command = request.command
    var sent = HTTPRequest(command, to: server, body: request.body)
    if let bearer { sent.headers["Authorization"] = "Bearer \(bearer)" }
    if let key = request.idempotencyKey { sent.headers["Idempotency-Key"] = "\"\(key)\"" }
    sent.partition = member
    if command.size == .history { sent.headers["Cache-Control"] = "no-cache" }
    sent.timeouts = TransferTimeouts(connect: min(.seconds(10), timeout), total: timeout)
    let moment = client.refusals?.clock() ?? 0
    let response: HTTPResponse
    do { response = try await client.response(to: sent) } catch { throw .api(error) }
    guard (200...299).contains(response.status) else { throw refusal(response, of: sent) }
    do throws(APIError) {
      // The report omits the response (`shown: []`), which may contain a token.
      let value = try await client.value(of: response, to: command, of: server, sent: moment, shown: [])  // guards A09, J15: [] => response.body
      return Answer(body: response.body, data: value?["data"])
    } catch {
      throw .api(error)
    }
  }

  /// Whether passwords may be sent to this server. The connection must be encrypted or on the loopback interface.
  public static func isUsable(_ server: String) -> Bool {
    !server.hasSuffix("/") && isSafe(server)
  }
}

extension AccountClient {
  // Returns `.refused` only for the server's own error without a redirect. A captive portal must never sign users out.
  private func refusal(_ response: HTTPResponse, of request: HTTPRequest) -> AccountError {
    let value = try? client.validator.check(response.body, against: "account/error")
    guard response.url == request.url, let reason = value?["reason"]?.string else {  // guards A10, A11: response.url == request.url => true
      return .api(response.fault ?? .status(response.status))
    }
    let wait = value?["data"]?["retry_after"]?.number?.integer ?? response.retryAfter
    return .refused(status: response.status, reason: reason, retryAfter: wait)
  }
}

public enum AccountError: Error, Hashable, Sendable {
  /// The server refused the request. `reason` is a stable code such as `token-expired`. `retryAfter` is in seconds.
  case refused(status: Int, reason: String, retryAfter: Int?)
  /// Any other error, such as a proxy's 401. It never signs the user out.
  case api(APIError)
}

enum PictureForm {
  private static let boundary = "kurs-7d1f9c4e2b8a4f60b3c5d7e91a2f4c68"

  static let contentType = "multipart/form-data; boundary=\(boundary)"

  static func body(_ picture: [UInt8]) -> [UInt8] {
    let head = """
      --\(boundary)\r
      Content-Disposition: form-data; name="picture"; filename="picture"\r
      Content-Type: application/octet-stream\r
      \r

      """
    return Array(head.utf8) + picture + Array("\r\n--\(boundary)--\r\n".utf8)
  }
}

extension AccountClient {
  /// Requests the configuration of a sign-in site (OpenID Connect Discovery 1.0, section 4).
  public func discovery(of issuer: String) async throws(APIError) -> JSONValue {
    guard Self.isSafe(issuer) else { throw .unreachable(.security) }
    let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
    var request = HTTPRequest(.get, base + "/.well-known/openid-configuration")
    request.headers["Accept"] = Endpoint.json
    request.timeouts = TransferTimeouts(connect: .seconds(10), total: .seconds(15))
    let response = try await client.response(to: request)
    guard response.status == 200 else { throw .status(response.status) }
    do { return try client.validator.check(response.body, against: "identity/discovery") } catch {
      throw APIError(error)
    }
  }

  public static func isSafe(_ address: String) -> Bool {
    guard let origin = Origin(of: address) else { return false }
    return origin.scheme == "https" || ["127.0.0.1", "localhost", "[::1]", "::1"].contains(origin.host)
  }
}

extension Endpoint {
  static let issuers = Endpoint("account/issuers", path: "/api/v1/member/login/oidc/", schema: "account/issuers")
  static let signInByIdentity = Endpoint(
    "account/identity", method: .post, path: "/api/v1/member/login/oidc/", schema: "account/session")
}

extension AccountRequest {
  public static let issuers = AccountRequest(.issuers)

  /// Creates the last request of a browser sign-in. `code`: from the sign-in site. `verifier`: for PKCE (RFC 7636).
  public static func signIn(
    issuer: String, code: String, verifier: String, nonce: String, redirectURI: String, device: String
  ) -> AccountRequest {
    AccountRequest(
      .signInByIdentity,
      [
        "issuer": .string(issuer), "code": .string(code), "code_verifier": .string(verifier),
        "nonce": .string(nonce), "redirect_uri": .string(redirectURI), "device": .string(device),
      ])
  }
}
