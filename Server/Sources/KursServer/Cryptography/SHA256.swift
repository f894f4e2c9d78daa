// SPDX-License-Identifier: GPL-3.0-or-later
import COpenSSL

/// SHA-256 (FIPS 180-4), with the functions HMAC and HKDF that use it.
enum SHA256 {
  static let byteCount = Int(SHA256_DIGEST_LENGTH)

  static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: byteCount)
    COpenSSL.SHA256(bytes, bytes.count, &digest)
    return digest
  }

  static func code(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: byteCount)
    HMAC(EVP_sha256(), key, Int32(key.count), bytes, bytes.count, &code, nil)
    return code
  }

  static func key(of secret: [UInt8], for purpose: String) -> [UInt8] {
    code(Array(purpose.utf8) + [1], key: code(secret, key: [UInt8](repeating: 0, count: byteCount)))
  }

  /// Compares bytes. The time doesn't depend on the position of the first difference.
  static func areEqual(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>) -> Bool {
    one.count == other.count && CRYPTO_memcmp(Array(one), Array(other), one.count) == 0
  }

  /// Compares texts. The time that this takes reveals neither the length of a text nor the position of a difference.
  static func areEqual(_ one: String, _ other: String) -> Bool {
    areEqual(digest(Array(one.utf8)), digest(Array(other.utf8)))
  }
}
