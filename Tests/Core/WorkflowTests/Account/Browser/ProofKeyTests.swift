// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@testable import KursWorkflow

@Suite struct ProofKeyTests {
  @Test("the proof key matches the example in RFC 7636") func theProofKeyMatchesTheExampleInRFC7636() {
    // The values are from appendix B of RFC 7636.
    let key = ProofKey([
      116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214, 191, 240,
      91, 88, 5, 88, 83, 132, 141, 121,
    ])
    #expect(key.verifier == Secret("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
    #expect(key.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }

  @Test("the SHA-256 digest matches the examples of the standard", arguments: [
    // Examples of FIPS 180-4, then lengths around a block boundary, calculated with sha256sum of coreutils.
    ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    ("a", 55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
    ("a", 56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
    ("a", 63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
    ("a", 64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
    ("a", 119, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"),
    ("a", 10_000, "27dd1f61b867b6a0f6e9d8a41c43231de52107e53ae424de8f847b821db4b711"),
  ])
  func theSHA256DigestMatchesTheExamplesOfTheStandard(text: String, count: Int, digest: String) {
    let message = Array(String(repeating: text, count: count).utf8)
    #expect(hexadecimal(SHA256.digest(message)) == digest)
  }

  @Test("a proof key's verifier is long enough and never printed")
  func aProofKeysVerifierIsLongEnoughAndNeverPrinted() {
    let key = ProofKey((0..<32).map { $0 })
    #expect((43...128).contains(key.verifier.exposed.count))
    #expect(!"\(key)".contains(key.verifier.exposed))
    #expect(!String(reflecting: key).contains(key.verifier.exposed))
  }

  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
