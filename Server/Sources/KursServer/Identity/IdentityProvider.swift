// SPDX-License-Identifier: GPL-3.0-or-later

/// An identity provider that the operator trusts, and the client ID of this server at that provider.
struct IdentityProvider: Hashable, Sendable {
  let issuer: String
  let clientID: String
  let clientSecret: String?
  /// The method for sending the secret. If nil, the provider's discovery document decides.
  let secretMethod: SecretMethod?

  /// The methods of RFC 6749, section 2.3.1. The first is the default (OpenID Connect Discovery, section 3).
  enum SecretMethod: String, CaseIterable, Sendable {
    case basic = "client_secret_basic"
    case post = "client_secret_post"
  }

  init(issuer: String, clientID: String, clientSecret: String? = nil, secretMethod: SecretMethod? = nil) {
    self.issuer = issuer
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.secretMethod = secretMethod
  }
}

struct Identity: Hashable, Sendable {
  let issuer: String
  /// The user's ID at the provider. Unlike an e-mail address, it never changes.
  let subject: String
  /// The user's e-mail address. Nil if the provider hasn't verified one.
  let email: String?
  let name: String?
}

/// A proof of identity from the provider. The server can exchange it only once.
struct IdentityProof: Sendable {
  let code: String
  let verifier: String
  let redirectURI: String
  let nonce: String
}
