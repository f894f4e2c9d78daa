// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import KursModel

/// Proof Key for Code Exchange (RFC 7636): a stolen code is worth nothing without the verifier.
struct ProofKey: Hashable, Sendable {
  /// Leaves this machine once, to redeem the code.
  let verifier: Secret

  /// `bytes`: 32 of them, by chance (section 4.1).
  init(_ bytes: [UInt8]) {
    verifier = Secret(Base64URL.text(bytes))
  }

  /// The challenge, which the browser shows openly; by the method S256 (section 4.2).
  var challenge: String { Base64URL.text(SHA256.digest(Array(verifier.exposed.utf8))) }
}

/// RFC 4648, section 5, without padding.
enum Base64URL {
  static func text(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
