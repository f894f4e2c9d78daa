// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

/// An ID token in compact form that isn't verified yet (OpenID Connect Core 1.0, section 2).
struct IDToken: Sendable {
  let header: Header
  let claims: Claims
  let signed: [UInt8]
  let signature: [UInt8]

  struct Header: Decodable, Sendable {
    let alg: String
    let kid: String?
    /// The extensions that a server must support (RFC 7515, section 4.1.11). This server supports none.
    let crit: [String]?
  }

  struct Claims: Decodable, Sendable {
    let iss: String
    let sub: String
    let aud: Audience
    let azp: String?
    let exp: Int64
    let iat: Int64
    let nbf: Int64?
    let nonce: String?
    let email: String?
    let emailVerified: Bool?
    let name: String?

    enum CodingKeys: String, CodingKey {
      case iss, sub, aud, azp, exp, iat, nbf, nonce, email, name
      case emailVerified = "email_verified"
    }
  }

  struct Audience: Decodable, Sendable {
    let names: [String]

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      names = try (try? [container.decode(String.self)]) ?? container.decode([String].self)
    }
  }

  init(compact: String) throws(IdentityFault) {
    let parts = compact.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Base64URL.bytes(parts[0]), let claims = Base64URL.bytes(parts[1]),
      let signature = Base64URL.bytes(parts[2]),
      let readHeader = try? JSONText.read(Header.self, from: header),
      let readClaims = try? JSONText.read(Claims.self, from: claims)
    else { throw .malformed }
    self.header = readHeader
    self.claims = readClaims
    self.signature = signature
    signed = Array(parts[0].utf8) + [UInt8(ascii: ".")] + Array(parts[1].utf8)
  }
}

enum IdentityFault: Error, Hashable, Sendable {
  case malformed, signature, critical, issuer, audience, expired, notYetValid, nonce, subject, unreachable
  /// The provider refused the authorization code. `error`: the reason, such as `invalid_client`, or nil if not given.
  case refusedByIssuer(error: String?)
}
