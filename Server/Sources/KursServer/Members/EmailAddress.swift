// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// An e-mail address as used to find accounts: trimmed, lowercase and in one Unicode form.
struct EmailAddress: Hashable, Sendable {
  let text: String

  /// Nil if the text cannot be an address. Only a message could show whether the mailbox exists.
  init?(_ typed: String) {
    // Checks the length in bytes first: the following checks take quadratic time in combining marks.
    guard typed.utf8.count <= 320 else { return nil }
    let text = typed.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping.lowercased()
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard text.utf8.count <= 254, parts.count == 2, (1...64).contains(parts[0].utf8.count), !parts[1].isEmpty,
      !parts[1].hasPrefix("."), !parts[1].hasSuffix("."), !parts[1].contains(".."),
      !text.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.properties.generalCategory == .control })
    else { return nil }
    self.text = text
  }
}
