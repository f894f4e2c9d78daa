// SPDX-License-Identifier: GPL-3.0-or-later
import COpenSSL

/// A key with which signatures over SHA-256 are checked; each is written as RFC 5280 asks and read by OpenSSL.
struct PublicKey: ~Copyable {
  private let key: OpaquePointer
  /// How many bytes each number of a signature has, where a signature is two numbers.
  private let numberLength: Int?

  /// RSA with the padding of PKCS #1 (RS256); nil for what is no such key.
  init?(modulus: [UInt8], exponent: [UInt8]) {
    // An exponent of one would leave each message its own signature.
    let exponent = exponent.drop { $0 == 0 }
    guard let last = exponent.last, last & 1 == 1, exponent.count <= 4, exponent != [1] else { return nil }
    let numbers = DER.sequence(DER.number(modulus) + DER.number(Array(exponent)))
    // rsaEncryption (RFC 8017), and the NULL that goes with it.
    let kind = DER.sequence([0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00])
    self.init(DER.sequence(kind + DER.bits(numbers)), numberLength: nil)
  }

  /// A point of the curve P-256 (ES256); nil for what is none.
  init?(x: [UInt8], y: [UInt8]) {
    guard x.count == 32, y.count == 32 else { return nil }
    // id-ecPublicKey and prime256v1 (RFC 5480).
    let kind = DER.sequence(
      [0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
        + [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07])
    self.init(DER.sequence(kind + DER.bits([4] + x + y)), numberLength: 32)
  }

  private init?(_ encoded: [UInt8], numberLength: Int?) {
    let key = encoded.withUnsafeBufferPointer { bytes in
      var start = bytes.baseAddress
      return d2i_PUBKEY(nil, &start, bytes.count)
    }
    guard let key else { return nil }
    self.key = key
    self.numberLength = numberLength
  }

  deinit { EVP_PKEY_free(key) }

  /// Whether its private key signed these bytes; a signature as in RFC 7518.
  func verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
    var signature = signature
    if let numberLength {
      guard signature.count == 2 * numberLength else { return false }
      signature = DER.sequence(
        DER.number(Array(signature.prefix(numberLength))) + DER.number(Array(signature.suffix(numberLength))))
    }
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
      && EVP_DigestVerify(context, signature, signature.count, bytes, bytes.count) == 1
  }
}
