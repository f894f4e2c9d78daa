// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import KursServer

@Suite("a signature is checked with an identity provider's public key")
struct PublicKeyTests {
  private let message = Array("signed".utf8)

  @Test("an elliptic-curve signature is valid only for the signed bytes")
  func anEllipticCurveSignatureIsValidOnlyForTheSignedBytes() throws {
    let key = try PrivateKey.p256()
    let signature = key.signature(of: message)
    #expect(key.isVerifiedByItsPoint(signature, of: message))
    #expect(!key.isVerifiedByItsPoint(signature, of: message + [0]))
    #expect(!key.isVerifiedByItsPoint(Array(signature.dropLast()), of: message))
    #expect(!key.isVerifiedByItsPoint([], of: message))
  }

  @Test("an RSA signature is valid only for the signed bytes")
  func anRSASignatureIsValidOnlyForTheSignedBytes() throws {
    let key = try PrivateKey.rsa()
    let signature = key.signature(of: message)
    #expect(key.isVerifiedByItsModulus(signature, of: message))
    #expect(!key.isVerifiedByItsModulus(signature, of: message + [0]))
    #expect(!key.isVerifiedByItsModulus(Array(signature.dropLast()), of: message))
  }

  // In one of 128 signatures, a number begins with a zero byte. In others, the first bit of a number is 1. A thousand
  // signatures contain both cases.
  @Test("an elliptic-curve signature is verified even if a number begins with zero")
  func anEllipticCurveSignatureIsVerifiedEvenIfANumberBeginsWithZero() throws {
    let key = try PrivateKey.p256()
    for number in 0..<1000 {
      let message = Array("\(number)".utf8)
      #expect(key.isVerifiedByItsPoint(key.signature(of: message), of: message))
    }
  }

  @Test("a point off the curve is refused as a public key") func aPointOffTheCurveIsRefusedAsAPublicKey() throws {
    let key = try PrivateKey.p256()
    var y = key.number("qy", count: 32)
    y[31] ^= 1
    let isKey = PublicKey(x: key.number("qx", count: 32), y: y) != nil
    #expect(!isKey)
  }

  @Test("an RSA key with an unusable exponent is refused", arguments: [
      [], [0], [1], [0, 0, 1], [2], [1, 0, 0, 0, 1],
    ] as [[UInt8]])
  func anRSAKeyWithAnUnusableExponentIsRefused(_ exponent: [UInt8]) throws {
    let isKey = PublicKey(modulus: try PrivateKey.rsa().number("n"), exponent: exponent) != nil
    #expect(!isKey)
  }
}

extension PrivateKey {
  fileprivate func isVerifiedByItsPoint(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
    PublicKey(x: number("qx", count: 32), y: number("qy", count: 32))?.verifies(signature, of: bytes) ?? false
  }

  fileprivate func isVerifiedByItsModulus(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
    PublicKey(modulus: number("n"), exponent: number("e"))?.verifies(signature, of: bytes) ?? false
  }
}
