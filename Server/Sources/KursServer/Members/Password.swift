// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// A typed password, which is never printed or stored.
struct Password: Sendable {
  let bytes: [UInt8]
  private let text: String

  // Composing makes text up to three times shorter in bytes, so longer text is too long in any form.
  // Composing takes quadratic time for a long run of combining marks.
  private static let typedByteLimit = 4096

  /// Normalises the text, so that the same letters give the same password on any keyboard (RFC 8265, OpaqueString).
  init(_ typed: String) {
    text = typed.utf8.count > Self.typedByteLimit ? typed : typed.precomposedStringWithCanonicalMapping
    bytes = Array(text.utf8)
  }

  static let leastCharacters = 10

  /// Whether the length in bytes is allowed. Older passwords were counted in bytes. The maximum limits the work.
  var isPossible: Bool { (Self.leastCharacters...1024).contains(bytes.count) }

  /// Requires a length in characters (NIST SP 800-63B).
  /// Refuses the most common passwords (OWASP ASVS 5.0, 6.2.4) and the member's address.
  func isGood(for email: EmailAddress?) -> Bool {
    isPossible && text.unicodeScalars.count >= Self.leastCharacters && !CommonPasswords.contains(text)
      && !(email.map { isAddress($0) } ?? false)
  }

  private func isAddress(_ email: EmailAddress) -> Bool {
    let typed = text.lowercased()
    return typed.contains(email.text) || typed == String(email.text.prefix { $0 != "@" })
  }
}

extension Password: CustomStringConvertible, CustomReflectable {
  var description: String { "Password(hidden)" }
  var customMirror: Mirror { Mirror(self, children: []) }
}
