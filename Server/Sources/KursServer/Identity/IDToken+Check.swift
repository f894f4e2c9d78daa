// SPDX-License-Identifier: GPL-3.0-or-later

extension IDToken {
  // OpenID Connect Core 1.0, section 3.1.3.7. Clocks may differ by this many seconds.
  private static let leeway: Int64 = 120

  /// Returns the identity that the token names, after all checks.
  func identity(
    from provider: IdentityProvider, keys: KeySet, nonce: String, at now: Instant
  ) throws(IdentityFault) -> Identity {
    guard keys.verify(self) else { throw .signature }
    guard claims.iss == provider.issuer else { throw .issuer }
    guard claims.aud.names.contains(provider.clientID), claims.azp == nil || claims.azp == provider.clientID,
      claims.aud.names.count == 1 || claims.azp != nil
    else { throw .audience }
    let seconds = now.milliseconds / 1000
    guard seconds < claims.exp &+ Self.leeway else { throw .expired }
    guard claims.iat <= seconds + Self.leeway else { throw .notYetValid }
    guard !nonce.isEmpty, claims.nonce == nonce else { throw .nonce }
    guard (1...255).contains(claims.sub.utf8.count) else { throw .subject }
    return Identity(
      issuer: provider.issuer, subject: claims.sub, email: claims.emailVerified == true ? claims.email : nil,
      name: claims.name)
  }
}
