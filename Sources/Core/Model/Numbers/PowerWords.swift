// SPDX-License-Identifier: GPL-3.0-or-later

/// Powers of ten such as `k`, `million`, `Mrd.`, in English (including Indian), German and Arabic.
public struct PowerWords: Hashable, Sendable {
  private let own: [String: Int]

  public static let english = PowerWords(own: shortScale)

  /// Chooses the words by language. Depending on the language, a billion is 10^9 or 10^12.
  public init(language: String) {
    self.init(own: Self.longScaleLanguages.contains(language) ? Self.longScale : Self.shortScale)
  }

  private init(own: [String: Int]) { self.own = own }

  func exponent(of word: String) -> Int? { own[word] ?? Self.common[word] }

  /// Letters that multiply a number only directly after it. "2K" is two thousand, but "2 K" is Burmese money.
  static let letters = ["k": 3, "m": 6]

  static let abbreviations: Set<String> = ["tsd", "mio", "mln", "mrd", "bio", "bn"]

  private static let longScaleLanguages: Set<String> = ["de", "da", "fr", "nb", "nn", "no"]
  private static let shortScale = ["billion": 9, "trillion": 12]
  private static let longScale = ["billion": 12, "trillion": 18]

  private static let common = [
    "lakh": 5, "lakhs": 5, "crore": 7, "crores": 7,
    "thousand": 3, "tausend": 3, "tsd": 3, "ألف": 3, "الف": 3, "آلاف": 3, "الاف": 3, "million": 6, "millions": 6,
    "millionen": 6, "mio": 6, "mln": 6, "مليون": 6, "ملايين": 6, "milliard": 9, "milliarde": 9, "milliarden": 9,
    "mrd": 9, "bn": 9, "billions": 9, "مليار": 9, "مليارات": 9, "بليون": 9, "billionen": 12, "bio": 12, "trillions": 12,
    "تريليون": 12, "trillionen": 18, "万": 4, "萬": 4, "만": 4, "億": 8, "亿": 8, "억": 8,
  ]
}

struct PowerScanner: Sendable {
  struct Power {
    let exponent: Int
    let end: Int
    let isExponent: Bool
  }

  let words: PowerWords

  func scan(_ text: SourceText, after start: Int, end: Int) -> Power? {
    exponent(text, at: start, end: end) ?? word(text, at: start, end: end)
  }

  /// Reads an exponent directly after a number, such as `e-05`. "5 E" and "5E" are money of Eswatini.
  private func exponent(_ text: SourceText, at start: Int, end: Int) -> Power? {
    guard let letter = text.scalar(at: start, end: end)?.scalar, letter == "e" || letter == "E" else { return nil }
    var (offset, isNegative) = (start + 1, false)
    if let (sign, length) = text.scalar(at: offset, end: end), sign.isPlus || sign.isMinus {
      isNegative = sign.isMinus
      offset += length
    }
    var (exponent, digits) = (0, 0)
    while let (scalar, length) = text.scalar(at: offset, end: end), let digit = scalar.digit {
      exponent = min(exponent * 10 + digit.value, 1_000_000)
      (offset, digits) = (offset + length, digits + 1)
    }
    guard digits > 0 else { return nil }
    return Power(exponent: isNegative ? -exponent : exponent, end: offset, isExponent: true)
  }

  private func word(_ text: SourceText, at start: Int, end: Int) -> Power? {
    let begin = text.trimmed(start..<end).lowerBound
    var stop = begin
    while let (scalar, length) = text.scalar(at: stop, end: end), scalar.properties.isAlphabetic {
      stop += length
      // A Chinese or Japanese power of ten ends the word: in "3万円" (30,000 yen), 円 is the currency.
      if "万萬만億亿억".unicodeScalars.contains(scalar) { break }
    }
    guard stop > begin, stop - begin <= 32 else { return nil }
    let word = text.string(begin..<stop).lowercased()
    if begin == start,
      let exponent = PowerWords.letters[word] ?? (word == "b" && hasSign(text, before: start) ? 9 : nil)
    {
      return Power(exponent: exponent, end: stop, isExponent: false)
    }
    guard let exponent = words.exponent(of: word) else { return nil }
    if PowerWords.abbreviations.contains(word), text.scalar(at: stop, end: end)?.scalar == "." { stop += 1 }
    return Power(exponent: exponent, end: stop, isExponent: false)
  }
}

extension PowerScanner {
  /// Whether a currency sign is before a number. "$1.2B" is in billions, but "2.49B" on a receipt is a tax class.
  fileprivate func hasSign(_ text: SourceText, before end: Int) -> Bool {
    let isOfNumber = { (byte: UInt8) in byte &- 0x30 < 10 || ".,".utf8.contains(byte) }
    guard let last = text.bytes[..<end].lastIndex(where: { !isOfNumber($0) }) else { return false }
    let start = text.bytes[...last].lastIndex { $0 < 0x80 || $0 >= 0xC0 } ?? last
    return text.scalar(at: start, end: end)?.scalar.properties.generalCategory == .currencySymbol
  }
}

/// Weights of metals such as `g`, `kg`, `oz`, in English, German and Arabic.
enum WeightWords {
  /// The grams in a unit of weight. An ounce of metal is a troy ounce.
  static func grams(_ word: String) -> Rational? { all[word] }

  static let troyOunce = Rational(311_034_768) * .powerOfTen(-7)

  private static let all: [String: Rational] = [
    "mg": .powerOfTen(-3), "g": .one, "gram": .one, "grams": .one, "gramm": .one, "غ": .one, "غرام": .one,
    "جرام": .one, "kg": Rational(1000), "كغ": Rational(1000), "oz": troyOunce, "ozt": troyOunce, "ounce": troyOunce,
    "ounces": troyOunce, "unze": troyOunce, "unzen": troyOunce, "أونصة": troyOunce, "أوقية": troyOunce,
  ]
}
