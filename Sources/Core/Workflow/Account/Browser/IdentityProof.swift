// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// What the account server needs to learn from a provider who somebody is; good once.
struct IdentityProof: Hashable, Sendable {
  let issuer: String
  let code: Secret
  let verifier: Secret
  let nonce: String
  let redirectURI: String
}
