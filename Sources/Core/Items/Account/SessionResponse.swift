// SPDX-License-Identifier: GPL-3.0-or-later

public import JSONSchema
public import KursModel

public struct SessionResponse: Hashable, Sendable {
  public let accessToken: Secret
  public let refreshToken: Secret
  /// The lifetime of the access token in milliseconds. It is between one minute and one day.
  public let lifetime: Int64
  public let member: MemberResponse

  public init(_ data: JSONValue?) throws(ItemError) {
    guard let data else { throw .truncated }
    let fields = Fields(value: data, place: "/data")
    accessToken = Secret(try fields.text("access_token"))
    refreshToken = Secret(try fields.text("refresh_token"))
    // A missing number, or one that is too large for an integer, such as 1e99, counts as a day.
    let seconds = data["expires_in"]?.number?.integer ?? 86_400
    // The minimum of a minute prevents constant renewals. A token that ends earlier is renewed after a refusal.
    lifetime = Int64(min(max(seconds, 60), 86_400)) * 1000  // guards A28: min(max(seconds, 60), 86_400) => seconds
    member = try MemberResponse(data)
  }
}

public struct MemberResponse: Hashable, Sendable {
  /// The member's id. It is unique only on the member's server.
  public let id: String
  public let email: String
  public let name: String
  /// A digest that identifies the member's picture, and changes with it. Nil if the member has no picture.
  public let avatar: String?
  public let hasPassword: Bool

  public init(_ data: JSONValue?) throws(ItemError) {
    guard let member = data?["member"] else { throw .truncated }
    let fields = Fields(value: member, place: "/data/member")
    id = try fields.text("id")
    // The email address is null if the sign-in site sends none.
    email = member["email"]?.string ?? ""
    name = try fields.text("name")
    avatar = member["avatar"]?["digest"]?.string
    hasPassword = member["has_password"]?.bool ?? true
  }
}

public struct AvatarResponse: Hashable, Sendable {
  public let digest: String?

  public init(_ data: JSONValue?) {
    digest = data?["avatar"]?["digest"]?.string
  }
}

public struct IssuerResponse: Hashable, Sendable {
  public let issuer: String
  public let clientID: String

  public static func all(in data: JSONValue?) -> [IssuerResponse] {
    data?["issuers"]?.array?.compactMap { item in
      guard let issuer = item["issuer"]?.string, let clientID = item["client_id"]?.string else { return nil }
      return IssuerResponse(issuer: issuer, clientID: clientID)
    } ?? []
  }
}

/// The configuration of a sign-in site (OpenID Connect Discovery 1.0, section 3).
public struct DiscoveryResponse: Hashable, Sendable {
  public let issuer: String
  public let authorizationEndpoint: String
  /// Whether the site supports proof keys with S256 (RFC 7636). True if the site lists no methods.
  public let takesProofKeys: Bool

  public init(_ document: JSONValue) {
    issuer = document["issuer"]?.string ?? ""
    authorizationEndpoint = document["authorization_endpoint"]?.string ?? ""
    let methods = document["code_challenge_methods_supported"]?.array
    takesProofKeys = methods?.contains { $0.string == "S256" } ?? true
  }
}

public enum ServiceResponse {
  public static func read(_ data: JSONValue?) -> ServiceTerms {
    var terms = ServiceTerms()
    let service = data?["service"]
    terms.message = service?["message"]?.string?.harmless(limit: 500) ?? ""  // guards N09: service?["message"]?.string?.harmless(limit: 500) => service?["message"]?.string
    terms.oldestClient = service?["oldest_client"]?.string.flatMap { ReleaseNumber($0) }
    func take(_ name: String, _ limit: WritableKeyPath<ServiceLimits, Int>) {
      if let given = service?["limits"]?[name]?.number?.integer { terms.limits[keyPath: limit] = given }
    }
    take("picture_bytes", \.picture)
    take("value_bytes", \.value)
    take("changes", \.changes)
    take("report_bytes", \.report)
    return terms
  }
}

public struct SignInMethodsResponse: Hashable, Sendable {
  public struct Identity: Hashable, Sendable {
    public let issuer: String
    public let subject: String
    public let email: String
  }

  public let hasPassword: Bool
  /// The seconds for which the server accepts a proof that the user is present.
  public let proofSeconds: Int
  public let identities: [Identity]

  public init(_ data: JSONValue?) {
    hasPassword = data?["has_password"]?.bool ?? false
    proofSeconds = data?["proof_expires_in"]?.number?.integer ?? 0
    identities =
      data?["identities"]?.array?.compactMap { item in
        guard let issuer = item["issuer"]?.string, let subject = item["subject"]?.string else { return nil }
        return Identity(issuer: issuer, subject: subject, email: item["email"]?.string ?? "")
      } ?? []
  }
}
