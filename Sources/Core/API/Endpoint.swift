// SPDX-License-Identifier: GPL-3.0-or-later

public import JSONSchema
public import KursModel

public struct Endpoint: Hashable, Sendable {
  public enum Method: String, Sendable { case get = "GET", head = "HEAD", post = "POST", put = "PUT", patch = "PATCH", delete = "DELETE" }

  public enum Size: Hashable, Sendable { case document, history }

  public enum Queueing: Hashable, Sendable {
    case never
    /// Requests with the same resource name are sent in order. Each request is saved until it is delivered or refused.
    case perResource(String)
    /// Like `perResource`, but for reports. A full queue discards reports first, and Kurs gives up sending them sooner.
    case droppable(String)
  }

  /// The name in the database. It must never change, because Kurs finds stored responses by this name.
  public let name: String
  public let method: Method
  /// The path, which begins with `/`. It may contain `{from}`, `{to}` and `{key}`.
  public private(set) var path: String
  /// Another host of the same provider. Nil for the provider's usual host.
  public let host: String?
  public let accept: String
  public let contentType: String
  /// The JSON Schema of the response. Nil for XML, CSV and archives, which a parser checks.
  public let schema: String?
  public let size: Size
  public let needsSignIn: Bool
  public let queueing: Queueing
  /// The status that means that the server has no data for the days, such as 404 for a holiday.
  public let nothingStatus: Int?
  /// Whether redirects to other servers are refused. True for provider files, which may come from other people.
  public let staysAtHost: Bool

  public init(
    _ name: String, method: Method = .get, path: String, host: String? = nil, accept: String = Endpoint.json,
    contentType: String = Endpoint.json, schema: String? = nil, size: Size = .document, needsSignIn: Bool = false,
    queueing: Queueing = .never, nothingStatus: Int? = nil, staysAtHost: Bool = false
  ) {
    self.name = name
    self.method = method
    self.path = path
    self.host = host
    self.accept = accept
    self.contentType = contentType
    self.schema = schema
    self.size = size
    self.needsSignIn = needsSignIn
    self.queueing = queueing
    self.nothingStatus = nothingStatus
    self.staysAtHost = staysAtHost
  }
}

extension Endpoint {
  static let register = Endpoint(
    "account/register", method: .post, path: "/api/v1/member/register/", schema: "account/session")
  static let signIn = Endpoint(
    "account/sign-in", method: .post, path: "/api/v1/member/login/email/", schema: "account/session")
  static let resetPassword = Endpoint(
    "account/reset", method: .post, path: "/api/v1/member/login/reset/", schema: "account/session")
  static let renew = Endpoint(
    "account/renew", method: .post, path: "/api/v1/member/login/refresh/", schema: "account/session")
  static let signOut = Endpoint(
    "account/sign-out", method: .post, path: "/api/v1/member/logout/", schema: "account/ended")
  static let changePassword = Endpoint(
    "account/password", method: .post, path: "/api/v1/member/password/", schema: "account/ended", needsSignIn: true)
  static let deleteAccount = Endpoint(
    "account/delete", method: .post, path: "/api/v1/member/delete/", schema: "account/deleted", needsSignIn: true)
  static let profile = Endpoint(
    "account/profile", method: .post, path: "/api/v1/member/profile/", schema: "account/profile", needsSignIn: true)
  static let updateConfig = Endpoint(
    "account/config", method: .post, path: "/api/v1/member/updateconfig/", schema: "account/config", needsSignIn: true)
  public static let rename = Endpoint(
    "account/rename", method: .post, path: "/api/v1/member/profile/", schema: "account/profile",
    needsSignIn: true, queueing: .perResource("profile"))
  public static let replaceAvatar = Endpoint(
    "account/avatar-new", method: .post, path: "/api/v1/member/avatar/",
    contentType: PictureForm.contentType, schema: "account/avatar", needsSignIn: true,
    queueing: .perResource("picture"))
  public static let changesOfMember = [rename, replaceAvatar]
}

extension Endpoint {
  static let signInMethods = Endpoint(
    "account/ways", path: "/api/v1/member/identities/", schema: "account/ways", needsSignIn: true)
  static let confirm = Endpoint(
    "account/confirm", method: .post, path: "/api/v1/member/confirm/", schema: "account/ways", needsSignIn: true)
  static let addIdentity = Endpoint(
    "account/identity-new", method: .post, path: "/api/v1/member/identities/add/",
    schema: "account/ways", needsSignIn: true)
  static let removeIdentity = Endpoint(
    "account/identity-gone", method: .post, path: "/api/v1/member/identities/remove/",
    schema: "account/ways", needsSignIn: true)
}

extension AccountRequest {
  public static let signInMethods = AccountRequest(.signInMethods)

  public static func confirm(password: String) -> AccountRequest {
    AccountRequest(.confirm, ["password": .string(password)])
  }

  public static func addIdentity(
    issuer: String, code: String, verifier: String, nonce: String, redirectURI: String
  ) -> AccountRequest {
    AccountRequest(
      .addIdentity,
      [
        "issuer": .string(issuer), "code": .string(code), "code_verifier": .string(verifier),
        "nonce": .string(nonce), "redirect_uri": .string(redirectURI),
      ])
  }

  public static func removeIdentity(issuer: String, subject: String) -> AccountRequest {
    AccountRequest(.removeIdentity, ["issuer": .string(issuer), "subject": .string(subject)])
  }
}

extension Endpoint {
  static let sync = Endpoint(
    "account/sync", method: .post, path: "/api/v1/sync/", schema: "account/sync", needsSignIn: true)
}

extension AccountRequest {
  /// Creates a sync request. It needs no idempotency key, because a repeated sync has the same effect.
  public static func sync(_ body: JSONValue) -> AccountRequest { AccountRequest(.sync, body) }
}

extension Endpoint {
  /// Fills in the days. `{from}` becomes `YYYY-MM-DD`, and `{from:dd/MM/yyyy}` uses that format.
  public func filled(from: Day, to: Day) -> Endpoint {
    var filled = self
    for (name, day) in [("from", from), ("to", to)] {
      filled.path = filled.path.replacing("{\(name)}", with: day.inAddress("yyyy-MM-dd"))
      while let start = filled.path.firstRange(of: "{\(name):"),
        let end = filled.path[start.upperBound...].firstIndex(of: "}")
      {
        let form = String(filled.path[start.upperBound..<end])
        filled.path.replaceSubrange(start.lowerBound...end, with: day.inAddress(form))
      }
    }
    return filled
  }
}

extension Day {
  fileprivate func inAddress(_ pattern: String) -> String {
    let (year, month, day) = civil
    return pattern.replacing("yyyy", with: year.digits(4)).replacing("yy", with: (year % 100).digits(2))
      .replacing("MM", with: month.digits(2)).replacing("dd", with: day.digits(2))
      .replacing("M", with: String(month))
  }
}
