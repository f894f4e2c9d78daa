// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// The e-mail address of an account: trimmed, in lower case and in one Unicode form.
struct EmailAddress: Hashable, Sendable {
  let text: String
  /// The spelling under which accounts were stored before 27 November 2026. It keeps invisible characters, and is used
  /// only to find these accounts.
  let textOfBefore: String

  /// Normalises a typed address. Returns nil if the text can't be an address. Doesn't check whether the mailbox exists.
  init?(_ typed: String) {
    // The length is checked first, because the following checks take quadratic time for combining marks.
    guard typed.utf8.count <= 320 else { return nil }
    let before = typed.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping.lowercased()
    // Removes invisible characters (zero-width and bidirectional), which users often copy with an address.
    let visible = String(String.UnicodeScalarView(typed.unicodeScalars.filter { !$0.isInvisible }))
    let text = visible.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping.lowercased()
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard text.utf8.count <= 254, parts.count == 2, (1...64).contains(parts[0].utf8.count), !parts[1].isEmpty,
      !parts[1].hasPrefix("."), !parts[1].hasSuffix("."), !parts[1].contains(".."),
      !text.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.properties.generalCategory == .control })
    else { return nil }
    self.text = text
    textOfBefore = before
  }
}

extension Unicode.Scalar {
  fileprivate var isInvisible: Bool {
    properties.generalCategory == .format || properties.isDefaultIgnorableCodePoint
  }
}
