// SPDX-License-Identifier: GPL-3.0-or-later
import COpenSSL

/// A key that verifies signatures over SHA-256. It is encoded as in RFC 5280, because OpenSSL reads that form.
struct PublicKey: ~Copyable {
  private let key: OpaquePointer
  /// The length in bytes of each number in a signature. Nil if signatures don't consist of two numbers.
  private let numberLength: Int?

  /// Creates an RSA key with PKCS #1 padding (RS256). Returns nil if the numbers aren't a valid key.
  init?(modulus: [UInt8], exponent: [UInt8]) {
    // An exponent of 1 is refused, because each message would then be its own signature.
    let exponent = exponent.drop { $0 == 0 }
    guard let last = exponent.last, last & 1 == 1, exponent.count <= 4, exponent != [1] else { return nil }
    let numbers = DER.sequence(DER.number(modulus) + DER.number(Array(exponent)))
    // These bytes are the object identifier rsaEncryption (RFC 8017) and its NULL parameter.
    let kind = DER.sequence([0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00])
    self.init(DER.sequence(kind + DER.bits(numbers)), numberLength: nil)
  }

  /// Creates a key from a point on the curve P-256 (ES256). Returns nil if the point isn't on the curve.
  init?(x: [UInt8], y: [UInt8]) {
    guard x.count == 32, y.count == 32 else { return nil }
    // These bytes are the object identifiers id-ecPublicKey and prime256v1 (RFC 5480).
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
