// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

/// The key that seals tokens. It isn't stored in the database.
struct TokenKey: Sendable {
  private let key: [UInt8]

  init(secret: [UInt8]) {
    key = SHA256.key(of: secret, for: "kurs-server token 2")
  }

  /// Seals a token. Scanners for leaked secrets recognise its prefix.
  func seal(_ token: Token) -> String {
    let bytes = token.bytes
    return Self.prefix(token.kind) + Base64URL.text(bytes + SHA256.code(bytes, key: key))
  }

  /// Opens a sealed token. Returns nil if another key sealed it or if its kind differs.
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
