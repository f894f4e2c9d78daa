// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

/// Exchanges a client's proof for an identity at a trusted provider. Caches each provider's keys for an hour.
actor Identities {
  nonisolated let providers: [IdentityProvider]
  private let network: IssuerNetwork
  private let clock: @Sendable () -> Instant
  private var remembered: [String: Known] = [:]

  init(providers: [IdentityProvider], network: IssuerNetwork, clock: @escaping @Sendable () -> Instant) {
    self.providers = providers
    self.network = network
    self.clock = clock
  }

  private struct Known {
    let document: Discovery
    let keys: KeySet
    let since: Instant
  }

  private struct Discovery: Decodable {
    let issuer: String
    let tokenEndpoint: String
    let keysAddress: String

    enum CodingKeys: String, CodingKey {
      case issuer
      case tokenEndpoint = "token_endpoint"
      case keysAddress = "jwks_uri"
    }
  }

  /// Redeems the proof at the provider and returns the verified identity.
  func identity(from provider: IdentityProvider, proof: IdentityProof) async throws -> Identity {
    var known = try await documents(of: provider, youngerThan: 3600)
    let token = try await redeem(proof, at: known.document.tokenEndpoint, provider: provider)
    // A provider may change its keys without notice. The server reloads them at most once a minute, so made-up key
    // names cannot cause more requests.
    if !known.keys.has(token.header.kid) {
      known = try await documents(of: provider, youngerThan: 60)
    }
    return try token.identity(from: provider, keys: known.keys, nonce: proof.nonce, at: clock())
  }

  private func documents(of provider: IdentityProvider, youngerThan seconds: Int64) async throws -> Known {
    if let known = remembered[provider.issuer], clock() < known.since.adding(seconds: seconds) { return known }
    let base = provider.issuer.hasSuffix("/") ? String(provider.issuer.dropLast()) : provider.issuer
    do {
      let document = try JSONText.read(
        Discovery.self, from: await network.get(base + "/.well-known/openid-configuration"))
      guard document.issuer == provider.issuer else { throw IdentityFault.issuer }
      let keys = try JSONText.read(KeySet.self, from: await network.get(document.keysAddress))
      let fetched = Known(document: document, keys: keys, since: clock())
      remembered[provider.issuer] = fetched
      return fetched
    } catch {
      throw IdentityFault.unreachable
    }
  }

  private func redeem(
    _ proof: IdentityProof, at address: String, provider: IdentityProvider
  ) async throws -> IDToken {
    struct Answer: Decodable {
      let idToken: String
      enum CodingKeys: String, CodingKey { case idToken = "id_token" }
    }
    var form = [
      ("grant_type", "authorization_code"), ("code", proof.code), ("code_verifier", proof.verifier),
      ("redirect_uri", proof.redirectURI), ("client_id", provider.clientID),
    ]
    if let secret = provider.clientSecret { form.append(("client_secret", secret)) }
    guard let (status, body) = try? await network.post(address, form), status < 500, status != 429 else {
      throw IdentityFault.unreachable
    }
    guard status == 200, let answer = try? JSONText.read(Answer.self, from: body) else {
      throw IdentityFault.refusedByIssuer
    }
    return try IDToken(compact: answer.idToken)
  }
}
