// SPDX-License-Identifier: GPL-3.0-or-later
/// Numbers below each other, their decimal separators too.
enum DecimalColumn {
  /// The padding that each text needs at its end to be as long behind the separator as the longest.
  static func tails(of texts: [String], separator: String) -> [String] {
    let decimals = texts.map { Self.decimals(of: $0, separator) }
    let most = decimals.compactMap { $0 }.max() ?? 0
    return decimals.map { own in
      guard let own, most > own else { return "" }
      return (own == 0 ? separator : "") + String(repeating: "0", count: most - own)
    }
  }

  /// How many digits stand behind the last separator; nil for a text that does not end in a number.
  private static func decimals(of text: String, _ separator: String) -> Int? {
    let digits = text.reversed().prefix { $0.isNumber }.count
    guard digits > 0 else { return nil }
    return text.dropLast(digits).hasSuffix(separator) ? digits : 0
  }
}
