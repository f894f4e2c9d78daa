// SPDX-License-Identifier: GPL-3.0-or-later

extension StringProtocol {
  /// The text in lower case without accents, for searches and headings: `Měna účtu` becomes `mena uctu`.
  package func folded() -> String {
    var text = String.UnicodeScalarView()
    for scalar in lowercased().unicodeScalars {
      if scalar.isASCII { text.append(scalar) } else { text += scalar.folded.unicodeScalars }
    }
    return String(text)
  }
}

extension Unicode.Scalar {
  private static let others: [Unicode.Scalar: String] = [
    "æ": "ae", "œ": "oe", "ı": "i", "أ": "ا", "إ": "ا", "آ": "ا", "ٱ": "ا", "ؤ": "و", "ئ": "ي", "ى": "ي",
    "ی": "ي", "ک": "ك", "ة": "ه", "ά": "α", "έ": "ε", "ή": "η",
    "ί": "ι", "ό": "ο", "ύ": "υ", "ώ": "ω", "ϊ": "ι", "ϋ": "υ", "ΐ": "ι", "ё": "е",
  ]

  /// The letter without its accent, found by its Unicode name: "LATIN SMALL LETTER E WITH CARON" is an e.
  fileprivate var folded: String {
    if let other = Self.others[self] { return other }
    if properties.generalCategory == .nonspacingMark { return "" }
    let words = (properties.name ?? "").split(separator: " ")
    guard words.count > 4, words[0] == "LATIN", words[4] == "WITH", words[3].count == 1 else { return String(self) }
    return words[3].lowercased()
  }
}
