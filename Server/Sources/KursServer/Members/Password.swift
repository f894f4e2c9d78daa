// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// A password to be hashed. It is never printed or stored.
struct Password: Sendable {
  let bytes: [UInt8]

  // Composing makes text up to three times shorter in bytes, so longer text is too long in any form. Composing takes
  // quadratic time for a long run of combining marks.
  private static let typedByteLimit = 4096

  /// Normalises the text, so that the same letters give the same password on any keyboard (RFC 8265, OpaqueString).
  init(_ typed: String) {
    let isTooLong = typed.utf8.count > Self.typedByteLimit
    bytes = Array(isTooLong ? Substring(typed).utf8 : Substring(typed.precomposedStringWithCanonicalMapping).utf8)
  }

  /// Whether the length is acceptable. Only length matters (NIST SP 800-63B), and the upper limit bounds the work.
  var isAcceptable: Bool { (10...1024).contains(bytes.count) }
}

extension Password: CustomStringConvertible, CustomReflectable {
  var description: String { "Password(hidden)" }
  var customMirror: Mirror { Mirror(self, children: []) }
}
