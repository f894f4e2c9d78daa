// SPDX-License-Identifier: GPL-3.0-or-later
import COpenSSL

/// SHA-256 (FIPS 180-4) and what is made of it.
enum SHA256 {
  /// How many bytes a digest and a code have.
  static let byteCount = Int(SHA256_DIGEST_LENGTH)

  /// The digest of some bytes.
  static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: byteCount)
    COpenSSL.SHA256(bytes, bytes.count, &digest)
    return digest
  }

  /// The code that only who has the key can make of some bytes: HMAC (RFC 2104).
  static func code(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: byteCount)
    HMAC(EVP_sha256(), key, Int32(key.count), bytes, bytes.count, &code, nil)
    return code
  }

  /// A key of 32 bytes, made of a secret for one purpose: HKDF (RFC 5869), without a salt.
  static func key(of secret: [UInt8], for purpose: String) -> [UInt8] {
    code(Array(purpose.utf8) + [1], key: code(secret, key: [UInt8](repeating: 0, count: byteCount)))
  }

  /// Whether both are the same, in a time that tells nothing about where they differ.
  static func areEqual(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>) -> Bool {
    one.count == other.count && CRYPTO_memcmp(Array(one), Array(other), one.count) == 0
  }

  /// The same for secrets, whose length is not told either.
  static func areEqual(_ one: String, _ other: String) -> Bool {
    areEqual(digest(Array(one.utf8)), digest(Array(other.utf8)))
  }
}
