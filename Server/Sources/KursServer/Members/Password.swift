// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// A password on its way to be hashed; never printed, never kept.
struct Password: Sendable {
  let bytes: [UInt8]

  // Composed, a letter takes up to three times fewer bytes; more than this is too long in any form, and composing
  // costs the square of a long run of combining marks.
  private static let typedByteLimit = 4096

  /// The same letters are the same password, whichever way a keyboard composes them (RFC 8265, OpaqueString).
  init(_ typed: String) {
    let isTooLong = typed.utf8.count > Self.typedByteLimit
    bytes = Array(isTooLong ? Substring(typed).utf8 : Substring(typed.precomposedStringWithCanonicalMapping).utf8)
  }

  /// Length is what counts (NIST SP 800-63B); the upper end bounds the work.
  var isAcceptable: Bool { (10...1024).contains(bytes.count) }
}

extension Password: CustomStringConvertible, CustomReflectable {
  var description: String { "Password(hidden)" }
  var customMirror: Mirror { Mirror(self, children: []) }
}
