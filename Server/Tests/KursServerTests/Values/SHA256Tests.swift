// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import KursServer

@Suite("hashes and derived keys equal the standards' examples")
struct SHA256Tests {
  // These are examples of FIPS 180-4.
  @Test("a SHA-256 digest matches the standard's example", arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
  ])
  func aSHA256DigestMatchesTheStandardsExample(text: String, digest: String) {
    #expect(Hexadecimal.text(SHA256.digest(Array(text.utf8))) == digest)
  }

  // The example is test case 2 of RFC 4231.
  @Test("an HMAC code matches the standard's example") func anHMACCodeMatchesTheStandardsExample() {
    let code = SHA256.code(Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
    #expect(Hexadecimal.text(code) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
  }

  // The example is from RFC 5869, appendix A.3, with an empty `info`. These are the first 32 of the key's 42 bytes.
  @Test("a key derived with HKDF matches the standard's example") func aKeyDerivedWithHKDFMatchesTheStandardsExample() {
    let key = SHA256.key(of: [UInt8](repeating: 0x0B, count: 22), for: "")
    #expect(Hexadecimal.text(key) == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d")
  }

  @Test("two byte arrays are equal only if all bytes are equal") func twoByteArraysAreEqualOnlyIfAllBytesAreEqual() {
    #expect(SHA256.areEqual([1, 2], [1, 2]))
    #expect(!SHA256.areEqual([1, 2], [1, 3]))
    #expect(!SHA256.areEqual([1, 2], [1, 2, 3]))
  }
}
