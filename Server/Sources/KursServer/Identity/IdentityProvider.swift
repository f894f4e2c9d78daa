// SPDX-License-Identifier: GPL-3.0-or-later

/// A provider of identities that the operator trusts, and under which name this server is known to it.
struct IdentityProvider: Hashable, Sendable {
  /// Its address, as it stands in its ID tokens.
  let issuer: String
  let clientID: String
  let clientSecret: String?

  init(issuer: String, clientID: String, clientSecret: String? = nil) {
    self.issuer = issuer
    self.clientID = clientID
    self.clientSecret = clientSecret
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
