// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads numbers in words: `fifty`, `two hundred and five`, `half a million`, `fünfzig`.
struct NumberWords: Hashable, Sendable {
  private let units: [String: Int]
  private let scales: [String: Int]
  /// Words for a part of the number after them, such as the half in `half a million`.
  private let parts: [String: Rational]
  private let articles: Set<String>
  private let joints: Set<String>
  private let isGerman: Bool

  init(language: String) {
    var (units, scales) = (
      Self.english,
      [
        "hundred": 2, "thousand": 3, "million": 6, "lakh": 5, "lakhs": 5, "crore": 7, "crores": 7,
        "billion": PowerWords(language: language).exponent(of: "billion") ?? 9,
      ]
    )
    var (parts, articles, joints) = (["half": Self.half, "quarter": Self.quarter], Set(["a", "an"]), Set(["and"]))
    if language == "de" {
      units.merge(Self.german) { _, own in own }
      scales.merge(["hundert": 2, "tausend": 3, "million": 6, "millionen": 6, "milliarde": 9, "milliarden": 9]) {
        _, own in own
      }
      parts.merge(["halbe": Self.half, "viertel": Self.quarter]) { own, _ in own }
      articles.formUnion(["eine"])
      joints.insert("und")
    } else if language == "ar" {
      units.merge(Self.arabic) { _, own in own }
      scales.merge([
        "مئة": 2, "مائة": 2, "ألف": 3, "الف": 3, "آلاف": 3, "الاف": 3, "مليون": 6, "ملايين": 6, "مليار": 9,
        "مليونان": 6, "مليونين": 6, "ملياران": 9, "مليارين": 9,
      ]) { _, own in own }
      joints.insert("و")
      parts.merge(["نصف": Self.half, "ربع": Self.quarter]) { own, _ in own }
    }
    isGerman = language == "de"
    (self.units, self.scales, self.parts, self.articles, self.joints) = (units, scales, parts, articles, joints)
  }

  /// Reads a number. `end` is the byte after its words. `digits` is a number before the words, such as the 3 of "3
  /// hundred". Nil if no number begins at `start`, or if the words can't continue `digits`.
  func read(
    _ text: SourceText, at start: Int, end: Int, after digits: NumberReading? = nil
  ) -> (value: Rational, end: Int)? {
    var (total, group, stop, position) = (Rational.zero, Rational.zero, start, start)
    var (hasValue, hasArticle, hasPart) = (false, false, false)
    var (part, last, joint) = (Rational?.none, Rational.one, "")
    // `least`: the last scale (such as "thousand") above a hundred. `hasSeveral`: whether another scale came before.
    var (least, hasSeveral) = (Rational?.none, false)
    if let digits {
      guard let (word, next) = Self.word(text, at: start, end: end), digits.alternative == nil,
        digits.value.terminatingPlaces == 0
      else { return nil }
      hasValue = true
      if digits.isScaled {
        guard let scale = Self.thousands.first(where: { (digits.value * $0.inverse).terminatingPlaces == 0 }) else {
          return nil
        }
        (total, last, least) = (digits.value, scale, scale)
      } else if scales[word] == 2 || Self.dozens.contains(word) || halfAfter(word, text, at: next, end: end) != nil {
        group = digits.value
      } else {
        return nil
      }
    }
    while total < Self.most, let (word, next) = Self.word(text, at: position, end: end) {
      let isLast = { (stop, position) = (next, next) }
      if let value = value(of: word, isJoined: hasValue), !hasArticle, part == nil, !hasPart {
        // Stop before a word that can't continue the number, such as the "six" in "five six".
        guard follows(value, group, joint + word) else { break }
        group = group + value
        joint = ""
        hasValue = true
        isLast()
      } else if let power = scales[word], hasValue || hasArticle || part != nil || Self.alone.contains(word) {
        var scale = Rational(Int64(Self.power(power)))
        if let part { return (scale * part, next) }
        if Self.duals.contains(word) {
          guard group == .zero else { break }
          group = Rational(2)
        }
        if power == 2 {
          group = (group == .zero ? .one : group) * Rational(100)
        } else if let least, scale >= least {
          // Multiply in "two thousand million". Stop in "two thousand three million", which isn't a number.
          guard group == .zero, last == least, !hasSeveral else { break }
          (total, scale) = (total * scale, least * scale)
        } else {
          hasSeveral = least != nil
          (total, group) = (total + (group == .zero ? .one : group) * scale, .zero)
        }
        if power > 2 { least = scale }
        last = scale
        (hasValue, hasArticle) = (true, false)
        isLast()
      } else if Self.dozens.contains(word), hasValue || hasArticle {
        return (total + (group == .zero ? .one : group) * Rational(12), next)
      } else if let found = parts[word], !hasValue {
        part = found
        position = next
      } else if hasValue, !hasPart, word.hasPrefix("و"), let found = parts[String(word.dropFirst())] {
        // In Arabic, "and a half" means half of the last scale: "مليون ونصف" is a million and half of a million.
        total = total + last * found
        hasPart = true
        isLast()
      } else if hasValue, !hasPart, let after = halfAfter(word, text, at: next, end: end) {
        // Add half of the last scale, or a half without a scale: "a million and a half" is 1,500,000.
        if least == nil { group = group + Self.half } else { total = total + last * Self.half }
        hasPart = true
        (stop, position) = (after, after)
      } else if articles.contains(word), !hasValue {
        hasArticle = true
        position = next
      } else if joints.contains(word), hasValue {
        (position, joint) = (next, word == "و" ? word : "")
      } else {
        break
      }
    }
    guard hasValue, stop > start, least.map({ group < $0 }) ?? true else { return nil }
    return (total + group, stop)
  }

  private static let half = Rational(5) * .powerOfTen(-1)
  private static let quarter = Rational(25) * .powerOfTen(-2)
  private static let most = Rational(1_000_000_000_000_000)
  private static let dozens: Set<String> = ["dozen", "dutzend"]
  private static let thousands = [9, 6, 3].map(Rational.powerOfTen)
  /// Arabic words for two million and two billion.
  private static let duals: Set<String> = ["مليونان", "مليونين", "ملياران", "مليارين"]

  /// Whether `value` can follow `group`: a number from 1 to 9 after tens, or the reverse in Arabic.
  private func follows(_ value: Rational, _ group: Rational, _ word: String) -> Bool {
    guard let before = Int(group.exactText()), let value = Int(value.exactText()) else { return group == .zero }
    let rest = before % 100
    let isArabicTens = word.hasPrefix("و") && value >= 20 && value % 10 == 0 || word == "عشر" || word == "عشرة"
    return rest == 0 || (20...90).contains(rest) && rest % 10 == 0 && value < 10
      || (1...9).contains(rest) && isArabicTens
  }

  /// Returns the end of "and a half" after a number such as "three". Nil for any other words.
  private func halfAfter(_ word: String, _ text: SourceText, at start: Int, end: Int) -> Int? {
    guard word == "and", let (article, next) = Self.word(text, at: start, end: end), article == "a",
      let (half, stop) = Self.word(text, at: next, end: end), half == "half"
    else { return nil }
    return stop
  }

  private func value(of word: String, isJoined: Bool) -> Rational? {
    if let value = units[word] { return Rational(Int64(value)) }
    if isJoined, word.hasPrefix("و"), let value = units[String(word.dropFirst())] { return Rational(Int64(value)) }
    return isGerman && scales[word] == nil ? Self.compound(word) : nil
  }

  /// Reads German numbers in one word: `zweihundertfünfzig`, `dreitausend`, `eineinhalb`.
  private static func compound(_ word: String) -> Rational? {
    if word == "anderthalb" { return Rational(15) * .powerOfTen(-1) }
    if word.hasSuffix("einhalb"), let whole = german[String(word.dropLast("einhalb".count))] {
      return Rational(Int64(whole)) + half
    }
    return compound(word[...], of: [("tausend", 1000), ("hundert", 100)]).map { Rational(Int64($0)) }
  }

  private static func compound(_ word: Substring, of scales: ArraySlice<(name: String, value: Int)>) -> Int? {
    guard let (name, value) = scales.first else { return german[String(word)] }
    guard let place = word.firstRange(of: name) else { return compound(word, of: scales.dropFirst()) }
    var rest = word[place.upperBound...]
    if rest.hasPrefix("und") { rest = rest.dropFirst(3) }
    let before = word[..<place.lowerBound]
    guard let count = before.isEmpty ? 1 : compound(before, of: scales.dropFirst()),
      let last = rest.isEmpty ? 0 : compound(rest, of: scales.dropFirst())
    else { return nil }
    return count * value + last
  }

  /// Words for scales that need no number before them: German "tausend" alone means 1000.
  private static let alone = Set(
    "hundert tausend مئة مائة ألف الف مليون مليونان مليونين ملياران مليارين".split(separator: " ").map(String.init))

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
    for (name, value) in [
      ("einen", 1), ("eins", 1), ("zwo", 2), ("zweihundert", 200), ("fünfhundert", 500), ("zweitausend", 2000),
    ] { names[name] = value }
    // Add spellings such as "fuenf", because many keyboards have no umlauts.
    for (name, value) in names {
      names[name.replacing("ü", with: "ue").replacing("ö", with: "oe").replacing("ß", with: "ss")] = value
    }
    return names
  }()

  private static let arabic: [String: Int] = {
    var names: [String: Int] = [
      "واحد": 1, "اثنان": 2, "اثنين": 2, "ثلاثة": 3, "أربعة": 4, "خمسة": 5, "ستة": 6, "سبعة": 7, "ثمانية": 8,
      "تسعة": 9, "عشرة": 10, "ثلاث": 3, "أربع": 4, "خمس": 5, "ست": 6, "سبع": 7, "ثماني": 8, "ثمان": 8, "تسع": 9,
      "عشر": 10, "عشرون": 20, "عشرين": 20, "ثلاثون": 30, "ثلاثين": 30, "أربعون": 40, "أربعين": 40, "خمسون": 50,
      "خمسين": 50, "ستون": 60, "ستين": 60, "سبعون": 70, "سبعين": 70, "ثمانون": 80, "ثمانين": 80, "تسعون": 90,
      "تسعين": 90, "مئتا": 200, "مائتا": 200, "ألفا": 2000, "مئتان": 200, "مئتين": 200, "مائتان": 200, "مائتين": 200,
      "ألفان": 2000, "ألفين": 2000, "ألفي": 2000, "مئتي": 200, "مائتي": 200, "أحد": 1, "إحدى": 1, "واحدة": 1, "اثنا": 2,
      "اثني": 2, "اثنتا": 2, "اثنتي": 2, "اثنتان": 2, "اثنتين": 2,
    ]
    for (name, value) in zip(["ثلاث", "أربع", "خمس", "ست", "سبع", "ثمان", "تسع"], 3...) {
      for hundred in ["مئة", "مائة"] { names[name + hundred] = value * 100 }
    }
    // Add a spelling with ا for each word that begins with أ or إ, because many people omit the hamza.
    for (name, value) in names where ["أ", "إ"].contains(name.first) { names["ا" + name.dropFirst()] = value }
    return names
  }()
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
