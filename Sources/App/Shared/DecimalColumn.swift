// SPDX-License-Identifier: GPL-3.0-or-later
enum DecimalColumn {
  static func tails(of texts: [String], _ words: Words) -> [String] {
    tails(of: texts, separator: words.numbers.separator, isRightToLeft: words.areRightToLeft)
  }

  /// The padding that makes each text as long after the separator as the longest one.
  /// In a right-to-left row it pads the part before the separator, where the row ends.
  static func tails(of texts: [String], separator: String, isRightToLeft: Bool) -> [String] {
    let decimals = texts.map { Self.decimals(of: $0, separator) }
    guard !isRightToLeft else { return heads(of: texts, decimals, separator) }
    let most = decimals.compactMap { $0 }.max() ?? 0
    return decimals.map { own in
      guard let own, most > own else { return "" }
      return (own == 0 ? separator : "") + String(repeating: "0", count: most - own)
    }
  }

  /// Returns, for each text, the leading digits that only the longest number has.
  private static func heads(of texts: [String], _ decimals: [Int?], _ separator: String) -> [String] {
    let wholes = zip(texts, decimals).map { text, decimals -> [Character]? in
      guard let decimals else { return nil }
      let whole = text.dropLast(decimals == 0 ? 0 : decimals + separator.count)
      // The minus of Arabic digits is on their other side.
      return whole.contains { $0.isASCII && $0.isNumber } ? Array(whole) : Array(whole.drop { !$0.isNumber })
    }
    let longest = wholes.compactMap { $0 }.max { $0.count < $1.count } ?? []
    return wholes.map { own in own.map { String(longest.dropLast($0.count)) } ?? "" }
  }

  /// The number of digits after the last separator, or nil if the text doesn't end in a number.
  private static func decimals(of text: String, _ separator: String) -> Int? {
    let digits = text.reversed().prefix { $0.isNumber }.count
    guard digits > 0 else { return nil }
    return text.dropLast(digits).hasSuffix(separator) ? digits : 0
  }
}
