// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads numbers in words: `fifty`, `two hundred and five`, `half a million`, `fünfzig`.
struct NumberWords: Hashable, Sendable {
  private let units: [String: Int]
  private let scales: [String: Int]
  private let halves: Set<String>
  private let articles: Set<String>
  private let joints: Set<String>

  init(language: String) {
    var (units, scales) = (
      Self.english,
      [
        "hundred": 2, "thousand": 3, "million": 6,
        "billion": PowerWords(language: language).exponent(of: "billion") ?? 9,
      ]
    )
    var (halves, articles, joints) = (Set(["half"]), Set(["a", "an"]), Set(["and"]))
    if language == "de" {
      units.merge(Self.german) { _, own in own }
      scales.merge(["hundert": 2, "tausend": 3, "million": 6, "millionen": 6, "milliarde": 9, "milliarden": 9]) {
        _, own in own
      }
      halves.formUnion(["halbe", "eine halbe"])
      articles.formUnion(["eine"])
      joints.insert("und")
    } else if language == "ar" {
      units.merge(Self.arabic) { _, own in own }
      scales.merge(["مئة": 2, "مائة": 2, "ألف": 3, "الف": 3, "مليون": 6, "مليار": 9]) { _, own in own }
      halves.insert("نصف")
    }
    (self.units, self.scales, self.halves, self.articles, self.joints) = (units, scales, halves, articles, joints)
  }

  /// `end` is the byte after the words; nil if no number begins at `start`.
  func read(_ text: SourceText, at start: Int, end: Int) -> (value: Rational, end: Int)? {
    var (total, group, stop, position) = (0, 0, start, start)
    var (hasValue, isHalf, hasArticle) = (false, false, false)
    while total < 1_000_000_000_000_000, let (word, next) = Self.word(text, at: position, end: end) {
      let isLast = { (stop, position) = (next, next) }
      if let value = units[word], !hasArticle, !isHalf {
        // "Five six" isn't a number.
        guard group % 100 == 0 || (20...90).contains(group % 100) && group % 10 == 0 && value < 10 else { break }
        group += value
        hasValue = true
        isLast()
      } else if let power = scales[word], hasValue || hasArticle || isHalf || language(word) {
        let scale = Self.power(power)
        if isHalf {
          return (Rational(Int64(scale)) * .powerOfTen(-1) * Rational(5), next)
        }
        if power == 2 { group = max(group, 1) * 100 } else { (total, group) = (total + max(group, 1) * scale, 0) }
        hasValue = true
        isLast()
      } else if halves.contains(word), !hasValue {
        isHalf = true
        position = next
      } else if articles.contains(word), !hasValue {
        hasArticle = true
        position = next
      } else if joints.contains(word), hasValue {
        position = next
      } else {
        break
      }
    }
    guard hasValue, stop > start else { return nil }
    return (Rational(Int64(total + group)), stop)
  }

  /// Whether the word needs no number before it: "tausend", "ألف".
  private func language(_ word: String) -> Bool { Self.alone.contains(word) }

  private static let alone: Set<String> = ["hundert", "tausend", "مئة", "مائة", "ألف", "الف", "مليون"]

  private static func power(_ exponent: Int) -> Int { (0..<min(exponent, 12)).reduce(1) { value, _ in value * 10 } }

  private static func word(_ text: SourceText, at start: Int, end: Int) -> (String, Int)? {
    var begin = start
    while let (scalar, length) = text.scalar(at: begin, end: end), scalar.isSkipped || scalar == "-" && begin > 0 {
      begin += length
    }
    var stop = begin
    while stop - begin < 40, let (scalar, length) = text.scalar(at: stop, end: end), scalar.properties.isAlphabetic {
      stop += length
    }
    return stop > begin ? (text.string(begin..<stop).lowercased(), stop) : nil
  }

  private static let english: [String: Int] = {
    let names = [
      "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
      "thirteen",
      "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    ]
    let tens = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
    return Dictionary(uniqueKeysWithValues: zip(names, 0...)).merging(zip(tens, stride(from: 20, through: 90, by: 10)))
    { $1 }
  }()

  private static let german: [String: Int] = {
    let ones = ["ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"]
    var names = Dictionary(uniqueKeysWithValues: zip(ones, 1...))
    for (name, value) in zip(
      ["zehn", "elf", "zwölf", "dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn"],
      10...)
    {
      names[name] = value
    }
    for (name, value) in zip(
      ["zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"],
      stride(from: 20, through: 90, by: 10))
    {
      names[name] = value
      for (one, part) in zip(ones, 1...) { names["\(one)und\(name)"] = value + part }
    }
    for (name, value) in [("einen", 1), ("eins", 1), ("zweihundert", 200), ("fünfhundert", 500), ("zweitausend", 2000)]
    { names[name] = value }
    return names
  }()

  private static let arabic: [String: Int] = [
    "واحد": 1, "اثنان": 2, "ثلاثة": 3, "أربعة": 4, "خمسة": 5, "ستة": 6, "سبعة": 7, "ثمانية": 8, "تسعة": 9, "عشرة": 10,
    "عشرون": 20, "عشرين": 20, "ثلاثون": 30, "ثلاثين": 30, "أربعون": 40, "أربعين": 40, "خمسون": 50, "خمسين": 50,
    "ستون": 60,
    "ستين": 60, "سبعون": 70, "سبعين": 70, "ثمانون": 80, "ثمانين": 80, "تسعون": 90, "تسعين": 90,
  ]
}

extension Unicode.Scalar {
  var vulgarFraction: Rational? {
    guard let (numerator, denominator) = Self.fractions[self] else { return nil }
    return Rational(numerator).divided(by: Rational(denominator))
  }

  private static let fractions: [Unicode.Scalar: (Int64, Int64)] = [
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5), "⅘": (4, 5),
    "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8), "⅒": (1, 10),
  ]
}
