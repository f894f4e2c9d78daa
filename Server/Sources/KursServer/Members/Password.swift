// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// A typed password. It is never printed or stored.
struct Password: Sendable {
  let bytes: [UInt8]
  private let text: String

  // The length in bytes of the longest text that `init` normalises. Normalising takes quadratic time for many combining
  // marks. It shortens a text at most to a third, so a longer text always stays longer than a password may be.
  private static let typedByteLimit = 4096

  /// Normalises the text, so that the same letters are the same password on any keyboard (RFC 8265, OpaqueString).
  init(_ typed: String) {
    text = typed.utf8.count > Self.typedByteLimit ? typed : typed.precomposedStringWithCanonicalMapping
    bytes = Array(text.utf8)
  }

  static let leastCharacters = 10

  /// Whether the length in bytes is allowed. Older passwords were checked by bytes, so characters aren't counted. The
  /// maximum limits the time for hashing.
  var isPossible: Bool { (Self.leastCharacters...1024).contains(bytes.count) }

  /// Whether a new password is allowed. It must have enough characters (NIST SP 800-63B), must not be one of the most
  /// common passwords (OWASP ASVS 5.0, 6.2.4), and must not be the email address.
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
