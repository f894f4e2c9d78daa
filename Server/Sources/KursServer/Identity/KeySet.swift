// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

/// A provider's public keys (RFC 7517). Only the signature methods RS256 and ES256 are supported.
struct KeySet: Decodable, Sendable {
  let keys: [Key]

  struct Key: Decodable, Sendable {
    let kty: String
    let kid: String?
    let use: String?
    let alg: String?
    let n: String?
    let e: String?
    let crv: String?
    let x: String?
    let y: String?
  }

  /// Whether a key with this name exists. True without a name, because then any key may have signed the token.
  func has(_ kid: String?) -> Bool { kid == nil || keys.contains { $0.kid == kid } }

  func verify(_ token: IDToken) -> Bool {
    keys.contains { key in
      (token.header.kid == nil || key.kid == token.header.kid) && key.use ?? "sig" == "sig"
        && key.alg ?? token.header.alg == token.header.alg && key.verify(token)
    }
  }
}

extension KeySet.Key {
  fileprivate func verify(_ token: IDToken) -> Bool {
    switch (token.header.alg, kty) {
    case ("RS256", "RSA"): verifyRSA(token)
    case ("ES256", "EC"): verifyP256(token)
    default: false
    }
  }

  private func verifyRSA(_ token: IDToken) -> Bool {
    guard let modulus = n.flatMap(Base64URL.bytes), let exponent = e.flatMap(Base64URL.bytes), modulus.count >= 256,
      let key = PublicKey(modulus: modulus, exponent: exponent)
    else { return false }
    return key.verifies(token.signature, of: token.signed)
  }

  private func verifyP256(_ token: IDToken) -> Bool {
    guard crv == "P-256", let x = x.flatMap(Base64URL.bytes), let y = y.flatMap(Base64URL.bytes),
      let key = PublicKey(x: x, y: y)
    else { return false }
    return key.verifies(token.signature, of: token.signed)
  }
}
