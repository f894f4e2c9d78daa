// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// Text in the form that searches compare.
public enum SearchText {
  /// Letters that people type for others: Turkish ı, Arabic and Persian forms.
  private static let plain: [Unicode.Scalar: Unicode.Scalar] = [
    "ł": "l", "đ": "d", "ı": "i", "ø": "o", "\u{671}": "\u{627}", "\u{629}": "\u{647}", "\u{649}": "\u{64A}",
    "\u{6CC}": "\u{64A}", "\u{6A9}": "\u{643}",
  ]

  /// Lower case without accents and outer spaces, so that "cedi" finds "cédi" and "zloty" finds "złoty".
  public static func folded(_ text: String) -> String {
    var folded = ""
    for character in text.lowercased() where !(folded.isEmpty && character == " ") {
      for scalar in String(character).decomposedStringWithCanonicalMapping.unicodeScalars {
        // The hamza of Arabic letters and vowel signs are such marks, but no diacritics to Unicode.
        guard !scalar.properties.isDiacritic, scalar.properties.generalCategory != .nonspacingMark else { continue }
        folded.unicodeScalars.append(plain[scalar] ?? scalar)
      }
    }
    while folded.hasSuffix(" ") { folded.removeLast() }
    return folded
  }
}
