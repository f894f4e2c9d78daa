// SPDX-License-Identifier: GPL-3.0-or-later

extension IDToken {
  // The number of seconds by which clocks may differ (OpenID Connect Core 1.0, section 3.1.3.7).
  private static let leeway: Int64 = 120

  func identity(
    from provider: IdentityProvider, keys: KeySet, nonce: String, at now: Instant
  ) throws(IdentityFault) -> Identity {
    guard keys.verify(self) else { throw .signature }
    guard header.crit == nil else { throw .critical }
    guard claims.iss == provider.issuer else { throw .issuer }
    guard claims.aud.names.contains(provider.clientID), claims.azp == nil || claims.azp == provider.clientID,
      claims.aud.names.count == 1 || claims.azp != nil
    else { throw .audience }
    let seconds = now.milliseconds / 1000
    guard seconds < claims.exp &+ Self.leeway else { throw .expired }
    guard claims.iat <= seconds + Self.leeway else { throw .notYetValid }
    guard claims.nbf ?? 0 <= seconds + Self.leeway else { throw .notYetValid }
    guard !nonce.isEmpty, claims.nonce == nonce else { throw .nonce }
    // Refuses a NUL, because the stored subject would end there and could then equal another user's subject.
    guard !claims.sub.isEmpty, Name.isPrintable(claims.sub, upTo: 255) else { throw .subject }
    let email = claims.email.flatMap { Name.isPrintable($0, upTo: 320) ? $0 : nil }
    return Identity(
      issuer: provider.issuer, subject: claims.sub, email: claims.emailVerified == true ? email : nil,
      name: claims.name.map { Name.printable($0, upTo: 100) })
  }
}
