// SPDX-License-Identifier: GPL-3.0-or-later

/// An identity provider that the operator trusts, with this server's client ID there.
struct IdentityProvider: Hashable, Sendable {
  let issuer: String
  let clientID: String
  let clientSecret: String?

  init(issuer: String, clientID: String, clientSecret: String? = nil) {
    self.issuer = issuer
    self.clientID = clientID
    self.clientSecret = clientSecret
  }
}

/// A user as identified by a provider.
struct Identity: Hashable, Sendable {
  let issuer: String
  /// The user's ID at the provider. It never changes, unlike an e-mail address.
  let subject: String
  /// Nil unless the provider has verified it.
  let email: String?
  let name: String?
}

/// The code that a client brings from the browser. It can be redeemed only once.
struct IdentityProof: Sendable {
  let code: String
  let verifier: String
  let redirectURI: String
  let nonce: String
}
