// SPDX-License-Identifier: GPL-3.0-or-later
import COpenSSL

@testable import KursServer

/// A newly generated key of the test provider.
final class PrivateKey: Sendable {
  // The key is set once. Several threads may use a key of OpenSSL.
  nonisolated(unsafe) private let key: OpaquePointer

  struct NotMade: Error {}

  /// Creates a key for ES256.
  static func p256() throws -> PrivateKey {
    try PrivateKey("EC") { EVP_PKEY_CTX_set_group_name($0, "P-256") }
  }

  /// Creates a key for RS256.
  static func rsa() throws -> PrivateKey {
    try PrivateKey("RSA") { EVP_PKEY_CTX_set_rsa_keygen_bits($0, 2048) }
  }

  private init(_ kind: String, _ choose: (OpaquePointer) -> Int32) throws {
    guard let context = EVP_PKEY_CTX_new_from_name(nil, kind, nil) else { throw NotMade() }
    defer { EVP_PKEY_CTX_free(context) }
    var made: OpaquePointer?
    guard EVP_PKEY_keygen_init(context) == 1, choose(context) == 1, EVP_PKEY_generate(context, &made) == 1, let made
    else { throw NotMade() }
    key = made
  }

  deinit { EVP_PKEY_free(key) }

  /// Returns the key's number that OpenSSL names `name`, most significant byte first, with `count` bytes if given.
  func number(_ name: String, count: Int? = nil) -> [UInt8] {
    var number: OpaquePointer?
    guard EVP_PKEY_get_bn_param(key, name, &number) == 1 else { return [] }
    defer { BN_free(number) }
    return Self.bytes(number, count: count)
  }

  /// Signs as RFC 7518 requires. For a curve, the signature is two numbers of 32 bytes.
  func signature(of bytes: [UInt8]) -> [UInt8] {
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    var count = 0
    EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key)
    EVP_DigestSign(context, nil, &count, bytes, bytes.count)
    var signature = [UInt8](repeating: 0, count: count)
    EVP_DigestSign(context, &signature, &count, bytes, bytes.count)
    signature = Array(signature.prefix(count))
    guard EVP_PKEY_get_base_id(key) == EVP_PKEY_EC else { return signature }
    let pair = signature.withUnsafeBufferPointer { bytes in
      var start = bytes.baseAddress
      return d2i_ECDSA_SIG(nil, &start, bytes.count)
    }
    defer { ECDSA_SIG_free(pair) }
    return [ECDSA_SIG_get0_r(pair), ECDSA_SIG_get0_s(pair)].flatMap { Self.bytes($0, count: 32) }
  }

  private static func bytes(_ number: OpaquePointer?, count: Int? = nil) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count ?? (Int(BN_num_bits(number)) + 7) / 8)
    BN_bn2binpad(number, &bytes, Int32(bytes.count))
    return bytes
  }
}
