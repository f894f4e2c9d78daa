// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// A password on its way to be hashed; never printed, never kept.
struct Password: Sendable {
  let bytes: [UInt8]
  private let text: String

  // Composed, a letter takes up to three times fewer bytes; more than this is too long in any form, and composing
  // costs the square of a long run of combining marks.
  private static let typedByteLimit = 4096

  /// The same letters are the same password, whichever way a keyboard composes them (RFC 8265, OpaqueString).
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
