// SPDX-License-Identifier: GPL-3.0-or-later

public import JSONSchema
public import KursModel

/// The answer to a sign-in and to each renewal.
public struct SessionResponse: Hashable, Sendable {
  public let accessToken: Secret
  public let refreshToken: Secret
  /// Milliseconds that the access token is good for; a minute at least and a day at most.
  public let lifetime: Int64
  public let member: MemberResponse

  /// `data` of an answer that its schema let through.
  public init(_ data: JSONValue?) throws(ItemError) {
    guard let data else { throw .truncated }
    let fields = Fields(value: data, place: "/data")
    accessToken = Secret(try fields.text("access_token"))
    refreshToken = Secret(try fields.text("refresh_token"))
    // 1e99 is a whole number too, and longer than any token should live.
    let seconds = data["expires_in"]?.number?.integer ?? 86_400
    // Nor is it renewed by the clock more than twice a minute: a server that says less refuses it when it is over.
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
  /// Tells one picture from the next; nil where there is none.
  public let avatar: String?
  /// False for who only ever came by way of an identity provider.
  public let hasPassword: Bool

  /// `data` of an answer that its schema let through.
  public init(_ data: JSONValue?) throws(ItemError) {
    guard let member = data?["member"] else { throw .truncated }
    let fields = Fields(value: member, place: "/data/member")
    id = try fields.text("id")
    // Null for those who came by way of an identity provider that gives none.
    email = member["email"]?.string ?? ""
    name = try fields.text("name")
    avatar = member["avatar"]?["digest"]?.string
    hasPassword = member["has_password"]?.bool ?? true
  }
}

/// A member's picture as the server answers a change of it.
public struct AvatarResponse: Hashable, Sendable {
  /// Tells one picture from the next; nil where there is none now.
  public let digest: String?

  /// `data` of an answer that its schema let through.
  public init(_ data: JSONValue?) {
    digest = data?["avatar"]?["digest"]?.string
  }
}

/// A provider of identities that an account server trusts.
public struct IssuerResponse: Hashable, Sendable {
  /// Its address, by which it is known.
  public let issuer: String
  /// The account server's name at it.
  public let clientID: String

  /// `data` of an answer that its schema let through.
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
  /// The page where a person signs in.
  public let authorizationEndpoint: String
  /// Whether it takes the method S256 of RFC 7636; one that lists no methods may.
  public let takesProofKeys: Bool

  /// An answer that its schema let through.
  public init(_ document: JSONValue) {
    issuer = document["issuer"]?.string ?? ""
    authorizationEndpoint = document["authorization_endpoint"]?.string ?? ""
    let methods = document["code_challenge_methods_supported"]?.array
    takesProofKeys = methods?.contains { $0.string == "S256" } ?? true
  }
}

/// Reads the terms of the service in the answer to an update without a change.
public enum ServiceResponse {
  /// `data` of an answer that its schema let through; a server of before says nothing.
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

/// How a member may sign in, as the account server answers it.
public struct SignInMethodsResponse: Hashable, Sendable {
  /// Someone at a provider, by whose word the member signs in.
  public struct Identity: Hashable, Sendable {
    public let issuer: String
    public let subject: String
    /// Empty where the provider has checked none.
    public let email: String
  }

  public let hasPassword: Bool
  /// For so long the server takes it that the person sits there.
  public let proofSeconds: Int
  public let identities: [Identity]

  /// `data` of an answer that its schema let through.
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
