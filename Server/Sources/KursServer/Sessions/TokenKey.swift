// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

/// Seals tokens and opens them again; who has not the key can do neither, also with the whole database in hand.
struct TokenKey: Sendable {
  private let key: [UInt8]

  /// A key made of the secret in the key file.
  init(secret: [UInt8]) {
    key = SHA256.key(of: secret, for: "kurs-server token 2")
  }

  /// The text that is handed out; its beginning lets a scanner for leaked secrets know it.
  func seal(_ token: Token) -> String {
    let bytes = token.bytes
    return Self.prefix(token.kind) + Base64URL.text(bytes + SHA256.code(bytes, key: key))
  }

  /// The token in a text, if this key sealed it.
  func open(_ text: String, as kind: Token.Kind) -> Token? {
    let prefix = Self.prefix(kind)
    guard text.utf8.count <= 200, text.utf8.starts(with: prefix.utf8),
      let bytes = Base64URL.bytes(Substring(text.utf8.dropFirst(prefix.utf8.count))),
      bytes.count == Token.byteCount + SHA256.byteCount, let token = Token(bytes: bytes[..<Token.byteCount]),
      token.kind == kind,
      SHA256.areEqual(bytes[Token.byteCount...], SHA256.code(Array(bytes[..<Token.byteCount]), key: key))
    else { return nil }
    return token
  }

  private static func prefix(_ kind: Token.Kind) -> String { kind == .access ? "kurs_a_" : "kurs_r_" }
}
