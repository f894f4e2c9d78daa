// SPDX-License-Identifier: GPL-3.0-or-later

/// A provider of identities that the operator trusts, and under which name this server is known to it.
struct IdentityProvider: Hashable, Sendable {
  /// Its address, as it stands in its ID tokens.
  let issuer: String
  let clientID: String
  let clientSecret: String?
  /// How the secret is shown; nil for as the provider's discovery says.
  let secretMethod: SecretMethod?

  /// RFC 6749, section 2.3.1; the first is what a provider expects that names none (OpenID Connect Discovery, section 3).
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

/// A person as a provider identifies them.
struct Identity: Hashable, Sendable {
  let issuer: String
  /// Stays the same for ever, unlike an e-mail address.
  let subject: String
  /// Only if the provider has checked it.
  let email: String?
  let name: String?
}

/// The code that a client brings from the browser; it can be redeemed only once.
struct IdentityProof: Sendable {
  let code: String
  let verifier: String
  let redirectURI: String
  let nonce: String
}
