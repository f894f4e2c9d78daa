// SPDX-License-Identifier: GPL-3.0-or-later

/// The power of ten by which a text multiplies amounts: `TEUR`, `k€`, `Mio. €`, `$'000`, `USD thousands`, `百万円`.
package struct MoneyScale {
  /// The exponent of ten: for example, 0 for units and 3 for thousands.
  package private(set) var power = 0
  /// The rest of the text after the scale is removed. It may name the currency.
  package private(set) var money = ""
  /// Whether a number comes before the scale, as in "5 million".
  private var isCounted = false

  package init(_ text: String) {
    var (rest, unsure, letter) = ([String](), 0, 0)
    let parts = text.split(whereSeparator: { $0.isWhitespace || "_/,-()[]（）：:;".contains($0) })
    for (index, part) in parts.enumerated() {
      let word = part.filter { !"'’.".contains($0) }
      // English "miles" is a distance, but Spanish "en miles de euros" means thousands of euros.
      let isDistance = word.lowercased() == "miles" && (index == 0 || parts[index - 1].lowercased() != "en")
      if let power = Self.scales[word.lowercased()], !isDistance {
        self.power = max(self.power, power)
        isCounted = isCounted || index > 0 && parts[index - 1].allSatisfy { $0.isNumber || ".,".contains($0) }
      } else if let power = Self.short[word.lowercased()] {
        if word.count == 1 { letter = max(letter, power) } else { unsure = max(unsure, power) }
      } else if let (power, money) = Self.attached(word) {
        self.power = max(self.power, power)
        rest.append(money)
      } else {
        rest.append(String(part))
      }
    }
    let isMoney = { (part: String) in Self.isSign(part) || Self.isCode(part) }
    // "mm" is a scale only beside a currency. "m" is a scale only if all other words are currencies, as in "USD m".
    if rest.contains(where: isMoney) { power = max(power, unsure) }
    if !rest.isEmpty, rest.allSatisfy(isMoney), !text.contains("/") { power = max(power, letter) }
    money = rest.joined(separator: " ")
  }

  /// Splits a scale from the currency that it touches, such as `k€`, `US$m`, `TEUR`, `EURm` and `百万円`.
  private static func attached(_ word: String) -> (Int, String)? {
    if let unit = word.last, eastern.contains(unit) {
      let before = word.dropLast()
      if let power = easternScales[String(before)] { return (power, String(unit)) }
      // Take only the last characters as the scale, because other words can come before it, as in "新台幣千元".
      let scale = String(before.reversed().prefix { easternDigits.contains($0) }.reversed())
      if before.count > scale.count, let power = easternScales[scale] {
        return (power, String(before.dropLast(scale.count)))
      }
    }
    let lower = word.lowercased()
    for (name, power) in names {
      // In `MX$`, the M belongs to the currency sign and doesn't mean a million.
      let after = lower.hasPrefix(name) ? word.dropFirst(name.count) : ""
      let parts: [Substring] = [
        lower.hasSuffix(name) ? word.dropLast(name.count) : "",
        isSign(after) && after.contains(where: \.isLetter) ? "" : after,
      ]
      if let money = parts.first(where: { isSign($0) || codes.contains(String($0)) }) { return (power, String(money)) }
    }
    return nil
  }

  /// Whether a text is a currency sign, alone or with letters as in `US$`.
  package static func isSign(_ text: some StringProtocol) -> Bool {
    text.unicodeScalars.contains { $0.properties.generalCategory == .currencySymbol }
      && text.count < 4 && text.allSatisfy { !$0.isNumber && !$0.isLowercase }
  }

  private static func isCode(_ text: String) -> Bool {
    text.utf8.count == 3 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
  }

  /// Codes that may touch a scale's letter, as in KEUR. RON and ALL are left out, because KRON and MALL are words.
  private static let codes: Set<String> = [
    "EUR", "USD", "CHF", "GBP", "JPY", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "AUD", "CAD", "NZD", "CNY", "RMB",
    "RUB", "INR", "ZAR", "BRL", "SGD", "HKD", "KRW", "MXN", "AED", "SAR", "EGP", "TRY",
  ]

  /// Texts that are scales only beside a currency, with their power of ten.
  package static let short = ["k": 3, "t": 3, "000": 3, "000s": 3, "m": 6, "mm": 6, "mn": 6, "b": 9, "bn": 9]

  /// Texts that are scales only in brackets or after "in", as in `Valor (mil)`.
  package static let bracketed = [
    "1000": 3, "1000000": 6, "hundreds": 2, "miles": 3, "rscr": 7, "inrcr": 7, "mil": 3, "bin": 3, "tausend": 3,
  ]

  /// Returns the power of ten of a line above a table: 6 for `(USD in millions)` and "All values in millions of USD
  /// unless noted", 3 for `TEUR`, 0 for unknown words.
  package static func power(ofLine text: String, isMoney: (String) -> Bool) -> Int {
    let scale = isAboutAmounts(text) ? MoneyScale(text) : nil
    return max(scale.map { $0.isCounted ? 0 : $0.power } ?? 0, power(ofKnown: text, isMoney: isMoney))
  }

  /// Whether a text says something about all amounts, as in "All amounts in EUR".
  package static func isAboutAmounts(_ text: String) -> Bool {
    let key = text.folded()
    return ["in ", "(in "].contains { key.hasPrefix($0) } || sentences.contains { key.contains($0) }
  }

  private static let sentences = [
    "amounts", "figures", "values", "betrage", "angaben", "montants", "importes", "importi", "bedragen", "kwoty",
    "einheit:", "unit:", "单位", "單位", "単位", "단위",
  ]

  private static func power(ofKnown text: String, isMoney: (String) -> Bool) -> Int {
    let parts = text.split { $0.isWhitespace || "()[]（）：:;'’".contains($0) }.map { $0.trimmed { ".,".contains($0) } }
    guard (1...8).contains(parts.count) else { return 0 }
    var (power, hasOther, hasDigits) = (0, false, false)
    for part in parts {
      let word = part.lowercased()
      let number = word.filter { !"x×.,".contains($0) }
      if let found = scales[word] ?? bracketed[number] ?? short[number].flatMap({ number.count > 1 ? $0 : nil }) {
        power = max(power, found)
        hasDigits = hasDigits || number.contains(where: \.isNumber) && !word.hasPrefix("000")
      } else if let (found, _) = attached(part) {
        (power, hasOther) = (max(power, found), true)
      } else if fillers.contains(word) || isMoney(part) {
        hasOther = true
      } else {
        return 0
      }
    }
    // "EUR 1,000" is an amount, but "in 1.000 kr" is a scale.
    let isScale =
      !hasDigits || parts.contains { ["in", "i", "en", "em", "x", "×", "v", "w"].contains($0.lowercased()) }
    return hasOther && isScale ? power : 0
  }

  private static let fillers: Set<String> = [
    "in", "en", "em", "of", "de", "des", "d", "w", "v", "i", "x", "×", "all", "alle", "tous", "les", "the", "are", "is",
    "amounts", "figures", "values", "numbers", "beträge", "werte", "angaben", "zahlen", "alles", "montants", "chiffres",
    "valeurs", "importes", "cifras", "valores", "importi", "valori", "bedragen", "cijfers", "belopp", "beløb", "beløp",
    "kwoty", "dane", "částky", "суммы", "tutarlar", "المبالغ", "stated", "expressed", "shown", "exprimés", "expresado",
    "einheit", "unit", "units", "currency", "単位", "单位", "單位", "단위", "amount", "betrag", "montant",
  ]

  private static let scales: [String: Int] = {
    let lists = [
      3: """
      thousands thousand tsd tausend tkr milliers miles migliaia tys tis тыс duizend milhares بالآلاف ألف آلاف \
      duizenden tusen tuhansia tisíce tisících tysiące tysiącach tysięcy тысяч тысячах ezer بآلاف
      """,
      5: "lakh lakhs lac lacs",
      6: "million millions mio mln млн millones milioni milhões miljoen miljoner millionen "
        + "مليون ملايين بالملايين بملايين",
      7: "crore crores",
      9: "billion billions mrd mld milliarden milliards млрд مليار مليارات",
    ]
    return Dictionary(
      uniqueKeysWithValues: lists.flatMap { power, words in words.split(separator: " ").map { (String($0), power) } })
  }()

  /// The longest names come first, because "mm" ends with "m".
  private static let names = short.merging(scales) { $1 }.sorted { $0.key.count > $1.key.count }

  private static let eastern: Set<Character> = ["円", "圓", "圆", "元", "원"]
  private static let easternDigits: Set<Character> = Set("千천万萬만十百백億亿억십兆")
  private static let easternScales = [
    "千": 3, "천": 3, "万": 4, "萬": 4, "만": 4, "十万": 5, "百万": 6, "百萬": 6, "백만": 6,
    "千万": 7, "億": 8, "亿": 8, "억": 8, "十億": 9, "十亿": 9, "십억": 9, "兆": 12,
  ]
}

/// The unit of amounts, according to a heading such as `Amount (USD thousands)` or a line above such as "in TEUR".
struct UnitOfAmounts {
  /// The exponent of ten by which the amounts are multiplied: 3 for thousands.
  var power = 0
  /// Whether the amounts are in subunits such as cents.
  var isMinor = false
  /// The currency of amounts that have no other currency.
  var mention: CurrencyMention?
  var range = 0..<0

  /// Multiplies an amount by its unit. Returns nil if the unit needs a currency, but the amount has none.
  func scaled(_ line: CalculationLine, _ lexicon: Lexicon) -> (line: CalculationLine, note: ReadingNote?)? {
    guard case .success(let expression) = line.content else { return (line, nil) }
    if case .percent? = expression.valueWithoutRates { return (line, nil) }
    var (operation, factor, share) = ("*", "1" + String(repeating: "0", count: power), Rational.powerOfTen(power))
    if isMinor, !expression.hasSubunit {
      guard let currency = line.currency else { return nil }
      guard let cent = lexicon.mention(currency.subunitCode)?.share else { return (line, nil) }
      (operation, factor, share) = ("/", cent.inverse.exactText(), cent)
    }
    guard share != .one, let index = OperationList.infix.firstIndex(where: { $0.symbols.contains(operation) }),
      let number = Rational(text: factor)
    else { return (line, nil) }
    let kind: ReadingNote.Kind =
      line.currency.map { .subunitRead(as: $0, share: share, candidates: []) } ?? .scaledNumber(value: share)
    let actions: [AmountExpression.Action] = [.number(number), .infix(index)]
    let steps = actions.map { AmountExpression.Step(action: $0, range: 0..<0) }
    var scaled = line
    scaled.text += " \(operation) \(factor)"
    scaled.amountText += " \(operation) \(factor)"
    scaled.content = .success(AmountExpression(steps: expression.steps + steps))
    return (scaled, ReadingNote(kind, at: range))
  }
}

extension AmountExpression {
  fileprivate var hasSubunit: Bool { steps.contains { if case .subunit = $0.action { true } else { false } } }
}
