// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Logging

/// Asks a trusted provider for the identity that a client's proof belongs to. Caches each provider's keys for an hour.
actor Identities {
  nonisolated let providers: [IdentityProvider]
  private let network: IssuerNetwork
  private let clock: @Sendable () -> Instant
  private let logger: Logger?
  private var remembered: [String: Known] = [:]

  init(
    providers: [IdentityProvider], network: IssuerNetwork, clock: @escaping @Sendable () -> Instant,
    logger: Logger? = nil
  ) {
    self.providers = providers
    self.network = network
    self.clock = clock
    self.logger = logger
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
    let secretMethods: [String]?

    enum CodingKeys: String, CodingKey {
      case issuer
      case tokenEndpoint = "token_endpoint"
      case keysAddress = "jwks_uri"
      case secretMethods = "token_endpoint_auth_methods_supported"
    }
  }

  func identity(from provider: IdentityProvider, proof: IdentityProof) async throws -> Identity {
    var known = try await documents(of: provider, youngerThan: 3600)
    let token = try await redeem(proof, at: known.document, provider: provider)
    // A provider may change its keys at any time, so an unknown key name reloads them. This happens at most once a
    // minute, so that made-up names can't cause more requests.
    if !known.keys.has(token.header.kid) {
      known = try await documents(of: provider, youngerThan: 60)
    }
    return try token.identity(from: provider, keys: known.keys, nonce: proof.nonce, at: clock())
  }

  private func documents(of provider: IdentityProvider, youngerThan seconds: Int64) async throws -> Known {
    let now = clock()
    // A time in the future shows that the clock was wrong, so the cache isn't used.
    if let known = remembered[provider.issuer], known.since <= now, now < known.since.adding(seconds: seconds) { return known }
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

  private func redeem(_ proof: IdentityProof, at document: Discovery, provider: IdentityProvider) async throws -> IDToken {
    let methods = Self.methods(of: provider, document)
    for (index, method) in methods.enumerated() {
      do {
        return try await redeem(proof, at: document.tokenEndpoint, provider: provider, method)
      } catch IdentityFault.refusedByIssuer(let error) {
        logger?.warning(
          "an identity provider refused a sign-in code",
          metadata: ["issuer": "\(provider.issuer)", "error": "\(error ?? "-")", "method": "\(method?.rawValue ?? "none")"])
        // Try the next method for sending the secret. A provider that refuses the method hasn't checked the
        // authorization code, so that code is still valid.
        guard error == "invalid_client", index + 1 < methods.count else { throw IdentityFault.refusedByIssuer(error: error) }
      }
    }
    throw IdentityFault.refusedByIssuer(error: nil)
  }

  private static func methods(of provider: IdentityProvider, _ document: Discovery) -> [IdentityProvider.SecretMethod?] {
    guard provider.clientSecret != nil else { return [nil] }
    if let method = provider.secretMethod { return [method] }
    let named = document.secretMethods ?? []
    let offered = IdentityProvider.SecretMethod.allCases.filter { named.contains($0.rawValue) }
    return offered.isEmpty ? IdentityProvider.SecretMethod.allCases : offered
  }

  private func redeem(
    _ proof: IdentityProof, at address: String, provider: IdentityProvider, _ method: IdentityProvider.SecretMethod?
  ) async throws -> IDToken {
    struct Answer: Decodable {
      let idToken: String
      enum CodingKeys: String, CodingKey { case idToken = "id_token" }
    }
    struct Fault: Decodable { let error: String }
    var form = [
      ("grant_type", "authorization_code"), ("code", proof.code), ("code_verifier", proof.verifier),
      ("redirect_uri", proof.redirectURI),
    ]
    var authorization: String?
    switch (method, provider.clientSecret) {
    case (.basic, let secret?):
      // RFC 6749, section 2.3.1, requires form-encoding for both the client ID and the secret.
      let pair = "\(provider.clientID.formEncoded):\(secret.formEncoded)"
      authorization = "Basic " + Data(pair.utf8).base64EncodedString()
    case (.post, let secret?):
      form += [("client_id", provider.clientID), ("client_secret", secret)]
    default:
      form.append(("client_id", provider.clientID))
    }
    guard let (status, body) = try? await network.post(address, form, authorization), status < 500, status != 429 else {
      throw IdentityFault.unreachable
    }
    guard status == 200, let answer = try? JSONText.read(Answer.self, from: body) else {
      // Only a standard error code is passed on, because other text may describe the user.
      let error = (try? JSONText.read(Fault.self, from: body))?.error
      throw IdentityFault.refusedByIssuer(error: error.flatMap { Name.isField($0) ? $0 : nil })
    }
    return try IDToken(compact: answer.idToken)
  }
}
