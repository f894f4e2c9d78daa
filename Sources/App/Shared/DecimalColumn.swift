// SPDX-License-Identifier: GPL-3.0-or-later
enum DecimalColumn {
  struct Extent: Equatable, Sendable {
    let decimals: Int
    /// The text before the decimal separator. Empty in a left-to-right row, where the padding doesn't depend on it.
    var whole: [Character] = []
  }

  static func tails(of texts: [String], _ words: Words) -> [String] {
    tails(of: texts, separator: words.numbers.separator, isRightToLeft: words.areRightToLeft)
  }

  /// Returns the padding after each text that aligns the separators of a column. In a right-to-left row, the padding
  /// replaces missing digits before the separator.
  static func tails(of texts: [String], separator: String, isRightToLeft: Bool) -> [String] {
    tails(
      of: texts.map { extent(of: $0, separator, isRightToLeft: isRightToLeft) }, separator: separator,
      isRightToLeft: isRightToLeft)
  }

  static func tails(of extents: [Extent?], separator: String, isRightToLeft: Bool) -> [String] {
    let most = extents.lazy.compactMap { $0?.decimals }.max() ?? 0
    let longest = extents.lazy.compactMap { $0?.whole }.max { $0.count < $1.count } ?? []
    // Many numbers have the same length, so the padding of each length is cached.
    var known: [Int: String] = [:]
    return extents.map { own in
      guard let own else { return "" }
      let length = isRightToLeft ? own.whole.count : own.decimals
      if let tail = known[length] { return tail }
      let tail =
        isRightToLeft
        ? String(longest.dropLast(length))
        : most > length ? (length == 0 ? separator : "") + String(repeating: "0", count: most - length) : ""
      known[length] = tail
      return tail
    }
  }

  static func extent(of text: String, _ separator: String, isRightToLeft: Bool) -> Extent? {
    let digits = text.reversed().prefix { $0.isNumber }.count
    guard digits > 0 else { return nil }
    let decimals = text.dropLast(digits).hasSuffix(separator) ? digits : 0
    guard isRightToLeft else { return Extent(decimals: decimals) }
    let whole = text.dropLast(decimals == 0 ? 0 : decimals + separator.count)
    // A minus sign stands on the other side of Arabic digits, so it isn't part of this text.
    let hasLatin = whole.contains { $0.isASCII && $0.isNumber }
    return Extent(decimals: decimals, whole: hasLatin ? Array(whole) : Array(whole.drop { !$0.isNumber }))
  }
}
