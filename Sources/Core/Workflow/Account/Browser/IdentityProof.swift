// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// The proof by which the account server asks a provider about a person; good once.
struct IdentityProof: Hashable, Sendable {
  let issuer: String
  let code: Secret
  let verifier: Secret
  let nonce: String
  let redirectURI: String
}
