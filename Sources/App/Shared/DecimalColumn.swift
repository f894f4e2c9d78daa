// SPDX-License-Identifier: GPL-3.0-or-later
enum DecimalColumn {
  struct Extent: Hashable, Sendable {
    let decimals: Int
    /// The text before the decimal separator. Empty in a left-to-right row, whose padding doesn't depend on it.
    var whole: [Character] = []
  }

  static func tails(of texts: [String], _ words: Words) -> [String] {
    tails(of: texts, separator: words.numbers.separator, isRightToLeft: words.areRightToLeft)
  }

  /// Returns the padding after each text that aligns the decimal separators of a column.
  static func tails(of texts: [String], separator: String, isRightToLeft: Bool) -> [String] {
    tails(
      of: texts.map { extent(of: $0, separator, isRightToLeft: isRightToLeft) }, separator: separator,
      isRightToLeft: isRightToLeft)
  }

  static func tails(of extents: [Extent?], separator: String, isRightToLeft: Bool) -> [String] {
    let most = extents.lazy.compactMap { $0?.decimals }.max() ?? 0
    let longest = extents.lazy.compactMap { $0?.whole }.max { $0.count < $1.count } ?? []
    // Many numbers have the same length, so the padding of each length is cached.
    var known: [Extent: String] = [:]
    return extents.map { own in
      guard let own else { return "" }
      if let tail = known[own] { return tail }
      let length = own.decimals
      let tail =
        isRightToLeft
        ? rest(of: longest, without: own.whole)
        : most > length ? (length == 0 ? separator : "") + String(repeating: "0", count: most - length) : ""
      known[own] = tail
      return tail
    }
  }

  /// Returns the characters that make a text as wide as `longest`. Digits are equally wide, other characters aren't.
  private static func rest(of longest: [Character], without own: [Character]) -> String {
    var (rest, others) = (longest, 0)
    for character in own {
      if let place = rest.lastIndex(where: { $0 == character || $0.isNumber && character.isNumber }) {
        rest.remove(at: place)
      } else {
        others += 1
      }
    }
    return String(rest.dropLast(others))
  }

  static func extent(of text: String, _ separator: String, isRightToLeft: Bool) -> Extent? {
    let digits = text.reversed().prefix { $0.isNumber }.count
    guard digits > 0 else { return nil }
    let decimals = text.dropLast(digits).hasSuffix(separator) ? digits : 0
    guard isRightToLeft else { return Extent(decimals: decimals) }
    let whole = text.dropLast(decimals == 0 ? 0 : decimals + separator.count)
    // An Arabic number has its minus sign at the end, so the sign doesn't count as text before the separator.
    let hasLatin = whole.contains { $0.isASCII && $0.isNumber }
    return Extent(decimals: decimals, whole: hasLatin ? Array(whole) : Array(whole.drop { !$0.isNumber }))
  }
}
