// SPDX-License-Identifier: GPL-3.0-or-later

public import JSONSchema
public import KursModel

/// The response to a sign-in and to each renewal.
public struct SessionResponse: Hashable, Sendable {
  public let accessToken: Secret
  public let refreshToken: Secret
  /// The lifetime of the access token in milliseconds, between a minute and a day.
  public let lifetime: Int64
  public let member: MemberResponse

  /// `data` of a validated response.
  public init(_ data: JSONValue?) throws(ItemError) {
    guard let data else { throw .truncated }
    let fields = Fields(value: data, place: "/data")
    accessToken = Secret(try fields.text("access_token"))
    refreshToken = Secret(try fields.text("refresh_token"))
    // 1e99 is an integer too, but longer than any token should live.
    let seconds = data["expires_in"]?.number?.integer ?? 86_400
    // The clock renews at most twice a minute. A server with a shorter lifetime refuses the token when it is over.
    lifetime = Int64(min(max(seconds, 60), 86_400)) * 1000  // guards A28: min(max(seconds, 60), 86_400) => seconds
    member = try MemberResponse(data)
  }
}

/// A member as the server knows them.
public struct MemberResponse: Hashable, Sendable {
  /// The server's own id, unique on that server.
  public let id: String
  public let email: String
  public let name: String
  /// Changes with the picture; nil if there is none.
  public let avatar: String?
  /// False for a member who only signed in through an identity provider.
  public let hasPassword: Bool

  /// `data` of a validated response.
  public init(_ data: JSONValue?) throws(ItemError) {
    guard let member = data?["member"] else { throw .truncated }
    let fields = Fields(value: member, place: "/data/member")
    id = try fields.text("id")
    // Null for an identity provider that gives no address.
    email = member["email"]?.string ?? ""
    name = try fields.text("name")
    avatar = member["avatar"]?["digest"]?.string
    hasPassword = member["has_password"]?.bool ?? true
  }
}

/// The response to a change of a member's picture.
public struct AvatarResponse: Hashable, Sendable {
  /// Changes with the picture; nil if there is none.
  public let digest: String?

  /// `data` of a validated response.
  public init(_ data: JSONValue?) {
    digest = data?["avatar"]?["digest"]?.string
  }
}

/// An identity provider that an account server trusts.
public struct IssuerResponse: Hashable, Sendable {
  /// Its address, which identifies it.
  public let issuer: String
  /// The account server's client id.
  public let clientID: String

  /// `data` of a validated response.
  public static func all(in data: JSONValue?) -> [IssuerResponse] {
    data?["issuers"]?.array?.compactMap { item in
      guard let issuer = item["issuer"]?.string, let clientID = item["client_id"]?.string else { return nil }
      return IssuerResponse(issuer: issuer, clientID: clientID)
    } ?? []
  }
}

/// A provider's configuration (OpenID Connect Discovery 1.0, section 3), as far as the client needs it.
public struct DiscoveryResponse: Hashable, Sendable {
  /// The issuer that the document describes.
  public let issuer: String
  /// The sign-in page.
  public let authorizationEndpoint: String
  /// Whether it supports the method S256 of RFC 7636. A provider that lists no methods may.
  public let takesProofKeys: Bool

  /// A validated response.
  public init(_ document: JSONValue) {
    issuer = document["issuer"]?.string ?? ""
    authorizationEndpoint = document["authorization_endpoint"]?.string ?? ""
    let methods = document["code_challenge_methods_supported"]?.array
    takesProofKeys = methods?.contains { $0.string == "S256" } ?? true
  }
}

/// Reads the service terms in the response to an update without changes.
public enum ServiceResponse {
  /// `data` of a validated response. An older server sends no terms.
  public static func read(_ data: JSONValue?) -> ServiceTerms {
    var terms = ServiceTerms()
    let service = data?["service"]
    terms.message = service?["message"]?.string?.harmless(limit: 500) ?? ""
    terms.oldestClient = service?["oldest_client"]?.string.flatMap { ReleaseNumber($0) }
    func take(_ name: String, _ limit: WritableKeyPath<ServiceLimits, Int>) {
      if let told = service?["limits"]?[name]?.number?.integer { terms.limits[keyPath: limit] = told }
    }
    take("picture_bytes", \.picture)
    take("value_bytes", \.value)
    take("changes", \.changes)
    take("report_bytes", \.report)
    return terms
  }
}

/// A member's sign-in methods, as the account server sends them.
public struct SignInMethodsResponse: Hashable, Sendable {
  /// An account at an identity provider.
  public struct Identity: Hashable, Sendable {
    public let issuer: String
    public let subject: String
    /// Empty if the provider verified none.
    public let email: String
  }

  public let hasPassword: Bool
  /// The seconds for which the server accepts a proof that the user is present.
  public let proofSeconds: Int
  public let identities: [Identity]

  /// `data` of a validated response.
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
