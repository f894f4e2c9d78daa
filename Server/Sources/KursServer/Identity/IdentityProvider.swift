// SPDX-License-Identifier: GPL-3.0-or-later

/// An identity provider that the operator trusts, with this server's client ID there.
struct IdentityProvider: Hashable, Sendable {
  let issuer: String
  let clientID: String
  let clientSecret: String?
  /// The way to send the secret. Nil follows the provider's discovery document.
  let secretMethod: SecretMethod?

  /// RFC 6749, section 2.3.1. The first is the default of OpenID Connect Discovery, section 3.
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
  /// The user's ID at the provider. It never changes, unlike an e-mail address.
  let subject: String
  /// The verified address. Nil if the provider hasn't verified any.
  let email: String?
  let name: String?
}

/// A proof from the provider, which can be redeemed only once.
struct IdentityProof: Sendable {
  let code: String
  let verifier: String
  let redirectURI: String
  let nonce: String
}
