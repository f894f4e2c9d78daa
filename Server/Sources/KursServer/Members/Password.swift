// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// A password to be hashed. It is never printed or stored.
struct Password: Sendable {
  let bytes: [UInt8]
  private let text: String

  // Composing makes text up to three times shorter in bytes, so longer text is too long in any form. Composing takes
  // quadratic time for a long run of combining marks.
  private static let typedByteLimit = 4096

  /// Normalises the text, so that the same letters give the same password on any keyboard (RFC 8265, OpaqueString).
  init(_ typed: String) {
    text = typed.utf8.count > Self.typedByteLimit ? typed : typed.precomposedStringWithCanonicalMapping
    bytes = Array(text.utf8)
  }

  static let leastCharacters = 10

  /// Whether it may be somebody's; passwords were once counted in bytes. The upper end bounds the work.
  var isPossible: Bool { (Self.leastCharacters...1024).contains(bytes.count) }

  /// Whether somebody may choose it: length is what counts (NIST SP 800-63B), in characters, but it is none of the most
  /// common ones (OWASP ASVS 5.0, 6.2.4) and not the member's own address.
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
