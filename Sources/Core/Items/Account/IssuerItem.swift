// SPDX-License-Identifier: GPL-3.0-or-later
public import JSONSchema

/// A provider of identities that an account server trusts.
public struct IssuerItem: Hashable, Sendable {
  /// Its address, by which it is known.
  public let issuer: String
  /// The account server's name at it.
  public let clientID: String

  /// `data` of an answer that its schema let through.
  public static func all(in data: JSONValue?) -> [IssuerItem] {
    data?["issuers"]?.array?.compactMap { item in
      guard let issuer = item["issuer"]?.string, let clientID = item["client_id"]?.string else { return nil }
      return IssuerItem(issuer: issuer, clientID: clientID)
    } ?? []
  }
}

/// A provider's configuration (OpenID Connect Discovery 1.0, section 3), as far as the client needs it.
public struct DiscoveryItem: Hashable, Sendable {
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
