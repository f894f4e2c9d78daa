// SPDX-License-Identifier: GPL-3.0-or-later

/// Rewrites phrases such as `20% off 50 EUR` as calculations. Text without such a phrase doesn't change.
struct SpokenQuestion {
  private(set) var plain: String
  private let lexer: Lexer

  init(_ text: String, _ lexer: Lexer) {
    self.lexer = lexer
    plain = text.trimmed { $0.isWhitespace || "?\u{61F}!".contains($0) }
    var words = plain.split(whereSeparator: \.isWhitespace)
      .map(String.init)
    let given = words
    Self.joinPercents(&words)
    Self.replace(&words, ["as", "of"], by: ["on"])
    for rate in Self.rates { Self.replace(&words, rate, by: ["at"]) }
    Self.readArrows(&words)
    Self.readAtSign(&words)
    Self.askHowMany(&words)
    Self.nameDay(&words, lexer.words.months)
    Self.dropPhrases(&words)
    Self.askForRate(&words)
    Self.readShares(&words)
    Self.readFractions(&words)
    Self.readMultiples(&words)
    Self.readSums(&words)
    Self.split(&words)
    if words != given { plain = words.joined(separator: " ") }
    splitPairs()
    joinParts()
    moveDay()
  }

  private static func lower(_ words: [String]) -> [String] { words.map { $0.lowercased() } }

  private static func replace(_ words: inout [String], _ phrase: [String], by other: [String]) {
    let lower = lower(words)
    guard lower.count > phrase.count,
      let start = (0...(lower.count - phrase.count)).first(where: { Array(lower[$0..<($0 + phrase.count)]) == phrase })
    else { return }
    words.replaceSubrange(start..<(start + phrase.count), with: other)
  }

  private static let rates: [[String]] = [
    ["at", "a", "rate", "of"], ["at", "the", "rate", "of"], ["at", "rate"], ["zum", "kurs", "von"],
    ["zu", "einem", "kurs", "von"], ["zum", "kurs"], ["بسعر", "صرف"],
  ]

  /// Reads `200 EUR -> USD`, `200 EUR = ? USD`, `eur2usd` and `100 دولار بكم يورو`.
  private static func readArrows(_ words: inout [String]) {
    for index in words.indices.dropFirst() where ["->", "-->", "=>", "بكم"].contains(words[index]) {
      words[index] = "in"
    }
    if words.count > 3 { words.removeAll { $0 == "?" || $0 == "\u{61F}" } }
    for index in words.indices.prefix(1) {
      let parts = words[index].split(separator: "2")
      guard words[index].count == 7, parts.map(\.count) == [3, 3], parts.joined().allSatisfy(\.isLetter) else {
        continue
      }
      words.replaceSubrange(index...index, with: [String(parts[0]), "in", String(parts[1])])
    }
  }

  private static func readSums(_ words: inout [String]) {
    let lower = lower(words).drop { $0 == "the" || $0 == "die" }
    guard lower.count > 3, lower.filter({ $0.first?.isNumber ?? false }).count > 1,
      let (noun, of) = Optional((lower[lower.startIndex], lower[lower.startIndex + 1])),
      ["sum", "total", "summe"].contains(noun) && ["of", "aus", "von"].contains(of) || noun == "مجموع"
    else { return }
    words = words[(lower.startIndex + (noun == "مجموع" ? 1 : 2))...].flatMap { word in
      if ["and", "und", "و"].contains(word.lowercased()) { return ["+"] }
      return word.count > 1 && word.hasSuffix(",") ? [String(word.dropLast()), "+"] : [word]
    }
  }

  private static let beginnings: [[String]] = [
    "what is the value of", "what is the price of", "the value of", "the price of", "value of", "price of", "worth of",
    "what is", "what's", "whats", "what are", "how much is", "how much are", "how much",
    "convert", "calculate", "exchange", "change", "was ist", "was sind", "wie viel ist", "wie viel sind", "wieviel ist",
    "wieviel sind", "wie viel kostet", "wie viel kosten", "wie viel", "wieviel", "rechne", "berechne", "wechsle",
    "بكم", "كم يساوي", "كم تساوي", "كم يعادل", "ما قيمة", "حول", "حوّل", "تحويل",
  ].map { $0.split(separator: " ").map(String.init) }

  private static let trades: Set<String> = ["exchange", "change", "wechsle"]
  private static let endings: Set<String> = ["please", "bitte", "um", "equals", "worth", "="]
  private static let fillers: Set<String> = [
    "worth", "umgerechnet", "umrechnen", "umzurechnen", "converted", "expressed",
  ]

  private static func dropPhrases(_ words: inout [String]) {
    for phrase in beginnings where words.count > phrase.count && lower(Array(words.prefix(phrase.count))) == phrase {
      let isTrade = trades.contains(phrase[0])
      words.removeFirst(phrase.count)
      if isTrade, let place = words.lastIndex(where: { ["for", "gegen"].contains($0.lowercased()) }), place > 0 {
        words[place] = "in"
      }
      break
    }
    if words.count > 2, let first = words.first?.lowercased(), ["from", "von", "من"].contains(first) {
      words.removeFirst()
    }
    while words.count > 2, let last = words.last, endings.contains(last.lowercased()) { words.removeLast() }
    if words.count > 3 { words.removeAll { fillers.contains($0.lowercased()) } }
    if let first = words.first?.lowercased(), ["hundred", "thousand", "million", "billion"].contains(first) {
      words.insert("a", at: 0)
    }
  }

  /// Replaces "zum", "per", "في" and "dated" by "on" before a date. Elsewhere, these words mean other things.
  private static func nameDay(_ words: inout [String], _ months: [String: Int]) {
    for index in words.indices.dropLast() where ["zum", "per", "في", "dated"].contains(words[index].lowercased()) {
      let next = words[index + 1]
      let isMonth = index + 2 < words.count && months[words[index + 2].lowercased()] != nil
      guard next.first?.isNumber ?? false, isMonth || next.count(where: { "./-".contains($0) }) == 2 else { continue }
      words[index] = "on"
    }
  }

  /// Rewrites `how many euros is 20 dollars` as `20 dollars in euros`.
  private static func askHowMany(_ words: inout [String]) {
    let lower = lower(words)
    let starts = [["how", "many"], ["wie", "viele"], ["wieviele"], ["كم"]]
    let isGermanRest = given(lower, ["wie", "viel"])
    guard let start = starts.first(where: { given(lower, $0) }) ?? (isGermanRest ? ["wie", "viel"] : nil) else {
      return
    }
    let rest = lower.dropFirst(start.count)
    guard let verb = rest.firstIndex(where: { verbs.contains($0) }), verb > start.count, verb + 1 < words.count,
      !rest[..<verb].contains(where: { $0.contains(where: \.isNumber) })
    else { return }
    var amount = Array(words[(verb + 1)...])
    while let first = amount.first?.lowercased(), between.contains(first) { amount.removeFirst() }
    guard !amount.isEmpty else { return }
    words = amount + ["in"] + words[start.count..<verb]
  }

  private static func given(_ words: [String], _ start: [String]) -> Bool {
    words.count > start.count + 2 && Array(words.prefix(start.count)) == start
  }

  private static let verbs: Set<String> = [
    "is", "are", "in", "for", "do", "can", "does", "make", "makes", "sind", "ist", "bekomme", "bekommt", "erhalte",
    "für",
    "يساوي", "تساوي", "في",
  ]
  private static let between: Set<String> = [
    "i", "you", "get", "buy", "for", "in", "from", "ich", "man", "für", "are", "there",
  ]

  /// Rewrites a question about a rate without an amount: `exchange rate usd eur`, `Kurs Dollar Euro`.
  private static func askForRate(_ words: inout [String]) {
    let lower = lower(words)
    guard lower.contains(where: { rateNouns.contains($0) }), !lower.contains(where: { $0.contains(where: \.isNumber) })
    else { return }
    var kept = words.filter { !rateNouns.contains($0.lowercased()) && !rateFillers.contains($0.lowercased()) }
    while let first = kept.first?.lowercased(), rateStarts.contains(first) { kept.removeFirst() }
    if kept.count == 3, ["and", "und", "von", "zum", "zur", "vs", "versus", "و"].contains(kept[1].lowercased()) {
      kept[1] = "in"
    }
    guard kept.count > 1 else { return }
    words = kept
  }

  private static let rateNouns: Set<String> = [
    "rate", "kurs", "wechselkurs", "umrechnungskurs", "devisenkurs", "umrechnung", "سعر",
  ]
  private static let rateFillers: Set<String> = [
    "exchange", "conversion", "current", "today's", "the", "what", "is", "what's", "der", "die", "das", "den", "dem",
    "aktueller", "aktuelle", "ist", "wie", "صرف", "ما", "هو",
  ]
  private static let rateStarts: Set<String> = ["of", "from", "for", "between", "von", "vom", "zwischen", "für"]

  /// Joins a number and a percent word to one word: `15 %`, `15 percent` and `15 per cent` become `15%`.
  private static func joinPercents(_ words: inout [String]) {
    var index = 1
    while index < words.count {
      let (number, word) = (words[index - 1], words[index].lowercased())
      guard number.last?.isNumber ?? false else {
        index += 1
        continue
      }
      if ["%", "٪", "percent", "pct", "prozent", "بالمئة", "بالمائة"].contains(word) {
        words.replaceSubrange((index - 1)...index, with: ["\(number)%"])
      } else if word == "per" || word == "في", index + 1 < words.count,
        ["cent", "المئة", "المائة"].contains(words[index + 1].lowercased())
      {
        words.replaceSubrange((index - 1)...(index + 1), with: ["\(number)%"])
      }
      index += 1
    }
  }

  private static func isPercent(_ word: String) -> Bool {
    ["%", "٪"].contains(word.last) && word.first?.isNumber ?? false
  }

  private static let shareNouns: Set<String> = [
    "tip", "gratuity", "tax", "vat", "gst", "commission", "fee", "interest", "service", "surcharge", "mwst", "mwst.",
    "ust",
    "ust.", "mehrwertsteuer", "umsatzsteuer", "trinkgeld", "steuer", "zinsen", "provision", "aufschlag", "بقشيش",
    "ضريبة",
    "عمولة",
  ]
  private static let lessNouns: Set<String> = ["discount", "rabatt", "skonto", "nachlass", "خصم"]
  private static let onWords: Set<String> = ["on", "of", "auf", "von", "على", "من"]

  private static func readShares(_ words: inout [String]) {
    guard let place = words.firstIndex(where: isPercent) else { return }
    let lower = lower(words)
    let percent = words[place]
    func isWord(_ index: Int, _ set: some Sequence<String>) -> Bool {
      lower.indices.contains(index) && set.contains(lower[index])
    }
    // Ignore the article in a phrase such as "a 20% tip".
    if isWord(place - 1, ["a", "an", "einem", "einer"]) {
      words.remove(at: place - 1)
      return readShares(&words)
    }
    if place == 0, isWord(1, comparisons.keys), isWord(2, ["than", "als"]), words.count > 3 {
      words = appending("\(comparisons[lower[1]] ?? "+") \(percent)", to: words[3...])
    } else if place > 2, isWord(place - 1, ["by", "um"]),
      let sign = growth.first(where: { $0.verbs.contains(lower[0]) })?.sign
    {
      let rest = words[(place + 1)...]
      words = appending("\(sign) \(percent)", to: words[1..<(place - 1)] + rest)
    } else if place == 0, isWord(1, ["off"]), words.count > 2 {
      words = appending("- \(percent)", to: words[2...])
    } else if place == 0, isWord(1, shareNouns), isWord(2, onWords) {
      words.replaceSubrange(0...2, with: [percent, "of"])
    } else if isWord(0, shareNouns), place == 1 || place == 2 && isWord(1, onWords), isWord(place + 1, onWords) {
      words.replaceSubrange(0...(place + 1), with: [percent, "of"])
    } else if place == 1, isWord(0, tips), words.count > 2 {
      words = appending("+ \(percent)", to: words[2...])
    } else if place == 1, words.count > 3, let sign = changes.first(where: { $0.verbs.contains(lower[0]) })?.sign,
      isWord(2, ["to", "from", "off", "zu", "auf", "von", "على", "إلى", "من"])
    {
      let rest = words[3...]
      words = appending("\(sign) \(percent)", to: ["ab", "hinzu"].contains(lower.last) ? rest.dropLast() : rest)
    } else if place > 1 {
      let isLess = isWord(place + 1, lessNouns)
      guard isLess || isWord(place + 1, shareNouns) else { return }
      words.remove(at: place + 1)
      if isWord(place - 1, withs) { words[place - 1] = isLess ? "-" : "+" }
    }
  }

  private static let tips: Set<String> = ["tip", "gratuity", "service", "trinkgeld", "بقشيش"]
  /// The verbs of phrases such as `add 10% to 50 EUR`, with their signs.
  private static let changes: [(verbs: Set<String>, sign: String)] = [
    (["add", "addiere", "schlage", "أضف", "اضف"], "+"),
    (["subtract", "deduct", "take", "remove", "subtrahiere", "ziehe", "اطرح", "اخصم"], "-"),
  ]

  /// The words of phrases such as `10% more than 50 EUR`, with their signs.
  private static let comparisons = ["more": "+", "less": "-", "mehr": "+", "weniger": "-"]
  /// The verbs of phrases such as `increase 50 EUR by 10%`, with their signs.
  private static let growth: [(verbs: Set<String>, sign: String)] = [
    (["increase", "raise", "erhöhe"], "+"), (["decrease", "reduce", "lower", "verringere", "senke"], "-"),
  ]

  /// Inserts a percentage after the amount and before the target currency: `50 EUR + 10% in USD`.
  private static func appending(_ share: String, to words: ArraySlice<String>) -> [String] {
    let end = words.indices.dropFirst().first { isTarget(words[$0]) } ?? words.endIndex
    return words[..<end] + share.split(separator: " ").map(String.init) + words[end...]
  }

  private static let withs: Set<String> = ["with", "and", "mit", "und", "مع"]

  private static func isTarget(_ word: String) -> Bool {
    ["in", "to", "into", "nach", "إلى", "on", "am"].contains(word.lowercased())
  }

  private static let fractions: [String: Int] = [
    "half": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fifth": 5, "fifths": 5, "tenth": 10, "tenths": 10,
    "hälfte": 2, "halb": 2, "halbe": 2, "halber": 2, "halben": 2, "halbes": 2, "drittel": 3, "viertel": 4, "fünftel": 5,
    "zehntel": 10, "نصف": 2, "ثلث": 3, "ربع": 4,
  ]
  private static let counts: [String: Int] = [
    "a": 1, "an": 1, "one": 1, "the": 1, "two": 2, "three": 3, "four": 4, "ein": 1, "eine": 1, "einen": 1, "die": 1,
    "das": 1, "zwei": 2, "drei": 3,
  ]
  private static let scales: Set<String> = [
    "hundred", "thousand", "million", "millions", "billion", "dozen", "hundert", "tausend", "millionen", "milliarde",
    "milliarden", "dutzend", "مليون", "مليار", "ألف", "الف",
  ]

  /// Reads `two thirds of 90 EUR`, `half a dollar` and `1 1/2 EUR`.
  private static func readFractions(_ words: inout [String]) {
    let lower = lower(words)
    if lower.count > 4, Array(lower[1...3]) == ["and", "a", "half"], !scales.contains(lower[4]),
      lower[0].allSatisfy({ "0123456789".contains($0) })
    {
      words.replaceSubrange(0...3, with: ["(\(lower[0])+1/2)"])
      return
    }
    if lower.count == 3, lower[2] == "ونصف" {
      words = ["(\(words[0])+1/2)", words[1]]
      return
    }
    if let first = lower.first {
      let counted = counts[first].flatMap { count -> (Int, Int, Int)? in
        lower.count > 1 ? fractions[lower[1]].map { (count, $0, 2) } : nil
      }
      if let (count, parts, used) = counted ?? fractions[first].map({ (1, $0, 1) }), words.count > used {
        var (rest, isOf) = (Array(words[used...]), false)
        if onWords.contains(lower[used]) || ["der", "des"].contains(lower[used]) {
          rest.removeFirst()
          isOf = true
        } else if ["a", "an", "the"].contains(lower[used]) {
          rest.removeFirst()
        }
        guard let next = rest.first?.lowercased(), !scales.contains(next) else { return }
        isOf = isOf || next.contains(where: \.isNumber)
        words = ["(\(count)/\(parts))"] + (isOf ? ["*"] : []) + rest
        return
      }
    }
    for index in words.indices.prefix(2)
    where index + 1 < words.count && words[index + 1].first.map({ $0.isLetter || $0.isCurrencySymbol }) ?? false {
      let parts = words[index].split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, parts.allSatisfy({ 1...3 ~= $0.count && $0.allSatisfy { "0123456789".contains($0) } }),
        !["in", "to"].contains(words[index + 1].lowercased())
      else { continue }
      if index == 0 {
        words[0] = "(\(words[0]))"
        if onWords.contains(words[1].lowercased()) { words[1] = "*" }
      } else if words[0].count < 4, words[0].allSatisfy({ "0123456789".contains($0) }) {
        words.replaceSubrange(0...1, with: ["(\(words[0])+\(words[1]))"])
      }
      return
    }
  }

  private static let multiples: [String: String] = [
    "double": "2 *", "twice": "2 *", "triple": "3 *", "thrice": "3 *", "quadruple": "4 *", "negative": "-",
    "doppelt": "2 *", "zweimal": "2 *", "dreifach": "3 *", "dreimal": "3 *", "negativ": "-", "ضعف": "2 *", "سالب": "-",
  ]

  /// Reads `twice 50 EUR` and `negative 5 EUR`. In `Double room 100 EUR`, "Double" belongs to a label.
  private static func readMultiples(_ words: inout [String]) {
    replace(&words, ["das", "doppelte", "von"], by: ["doppelt"])
    replace(&words, ["das", "dreifache", "von"], by: ["dreifach"])
    guard words.count > 1, let multiple = multiples[words[0].lowercased()],
      words[1].first.map({ $0.isNumber || $0.isCurrencySymbol }) ?? false
    else { return }
    words[0] = multiple
  }

  /// Reads the at sign. `3 @ 10 EUR` multiplies, and `100 EUR in USD @ 1.2` names a rate. Before a date, it means "on".
  private static func readAtSign(_ words: inout [String]) {
    for index in words.indices.dropFirst().dropLast() where words[index] == "@" {
      let (before, after) = (words[index - 1], words[index + 1])
      guard after.first.map({ $0.isNumber || $0.isCurrencySymbol }) ?? false,
        after.count(where: { "./-".contains($0) }) < 2
      else { continue }
      if words[..<index].contains(where: isTarget) {
        words[index] = "at"
      } else if before.allSatisfy(\.isNumber) {
        words[index] = "*"
      }
    }
  }

  private static let sharers: Set<String> = ["people", "persons", "ways", "friends", "personen", "leute", "أشخاص"]

  /// Reads `split 90 EUR by 3`, `90 EUR split 3 ways` and `90 EUR / 3 people`.
  private static func split(_ words: inout [String]) {
    if words.count > 3, let last = words.last?.lowercased(), sharers.contains(last),
      ["/", "÷", ":", "by", "durch", "على"].contains(words[words.count - 3].lowercased())
    {
      words.removeLast()
    }
    let lower = lower(words)
    if ["split", "divide", "teile", "dividiere"].contains(lower.first ?? ""), words.count > 3,
      let by = lower.lastIndex(where: { ["by", "between", "among", "durch"].contains($0) }), by > 1,
      by + 1 < words.count
    {
      let rest = words[(by + 2)...].drop { sharers.contains($0.lowercased()) }
      words = Array(words[1..<by]) + ["/", words[by + 1]] + rest
    } else if let place = lower.firstIndex(of: "split"), place > 0, place + 2 < words.count, lower[place + 2] == "ways"
    {
      words.replaceSubrange(place...(place + 2), with: ["/", words[place + 1]])
    }
  }

  private mutating func rewrite(_ changes: (SourceText, [Token]) -> [(range: Range<Int>, text: String)]) {
    let source = SourceText(plain)
    let found = changes(source, lexer.tokens(source, in: 0..<source.count))
    guard !found.isEmpty else { return }
    var bytes = source.bytes
    for change in found.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(change.range, with: Array(change.text.utf8))
    }
    plain = String(decoding: bytes, as: UTF8.self)
  }

  /// Splits a pair such as `EURUSD`, `EUR/USD` or `EUR-USD` into two currencies. Also reads `EURUSD 100`.
  private mutating func splitPairs() {
    let lexer = lexer
    let words = plain.split(whereSeparator: \.isWhitespace)
    let wasOneWord = words.count == 2 && words[1].first?.isNumber ?? false
    rewrite { source, tokens in
      var changes: [(range: Range<Int>, text: String)] = []
      for (index, token) in tokens.enumerated() {
        let text = source.string(token.range)
        if case .invalid(.unknownWord(let word)) = token.kind, word.utf8.count == 6, let pair = Self.pair(word, lexer) {
          changes.append((token.range, pair))
        } else if text == "/" || text == "-", index > 0, index + 1 < tokens.count, tokens[index - 1].isCurrency,
          tokens[index + 1].isCurrency
        {
          changes.append((token.range, " "))
        }
      }
      return changes
    }
    // Move the amount of `EURUSD 100` to the front, but not that of `EUR USD 5`, where the 5 may be dollars.
    rewrite { source, tokens in
      guard tokens.count == 3, tokens[0].isCurrency, tokens[1].isCurrency, tokens[2].isNumber, wasOneWord else {
        return []
      }
      let parts = tokens.map { source.string($0.range) }
      return [(0..<source.count, "\(parts[2]) \(parts[0]) in \(parts[1])")]
    }
  }

  private static func pair(_ word: String, _ lexer: Lexer) -> String? {
    let codes = [String(word.prefix(3)), String(word.suffix(3))]
    guard
      codes.allSatisfy({ code in
        let source = SourceText(code)
        guard case .currency(let mention)? = lexer.tokens(source, in: 0..<source.count).first?.kind else {
          return false
        }
        return mention.share == nil && Currency(code) == mention.currency
      })
    else { return nil }
    return codes.joined(separator: " ")
  }

  /// Adds subunits to their currency (`5 pounds 50 pence`), and reads "and" between amounts as plus.
  private mutating func joinParts() {
    let lexer = lexer
    rewrite { source, tokens in
      guard let (whole, cents) = Self.parts(tokens, source, lexer) else { return [] }
      let between = whole.upperBound..<cents.number.range.lowerBound
      return [
        (whole.lowerBound..<whole.lowerBound, "("), (between, " + "), (cents.unit.range, " \(cents.name))"),
      ]
    }
    rewrite { source, tokens in
      guard let first = tokens.first, first.isNumber || first.isCurrency else { return [] }
      return tokens.indices.dropFirst().dropLast().compactMap { index in
        let token = tokens[index]
        guard case .invalid(.unknownWord(let word)) = token.kind, lexer.words.and.contains(word.lowercased()),
          tokens[index - 1].isCurrency, !tokens[..<index].contains(where: { $0.kind == .into }),
          tokens[index + 1].isNumber
            || tokens[index + 1].isCurrency && index + 2 < tokens.count && tokens[index + 2].isNumber
        else { return nil }
        return (token.range, "+")
      }
    }
  }

  private static func parts(
    _ tokens: [Token], _ source: SourceText, _ lexer: Lexer
  ) -> (whole: Range<Int>, cents: (number: Token, unit: Token, name: String))? {
    for index in tokens.indices.dropFirst(2) {
      guard case .currency(let cent) = tokens[index].kind, cent.share != nil, tokens[index - 1].isNumber
      else { continue }
      var end = index - 2
      if lexer.joins(tokens[end], source) { end -= 1 }
      guard end >= 1 else { continue }
      let (a, b) = (tokens[end - 1], tokens[end])
      let unit: CurrencyMention? =
        switch (a.kind, b.kind) {
        case (.number, .currency(let mention)), (.currency(let mention), .number): mention
        default: nil
        }
      guard let unit, unit.share == nil,
        cent.currency == unit.currency || cent.candidates.contains(unit.currency)
      else {
        continue
      }
      // Choose a name that a note to the user can quote, such as "EUR Cent".
      let long = "\(unit.currency.code) \(source.string(tokens[index].range))"
      let name = lexer.lexicon.mention(long)?.share == nil ? unit.currency.subunitCode : long
      return (a.range.lowerBound..<b.range.upperBound, (tokens[index - 1], tokens[index], name))
    }
    return nil
  }

  /// Moves a day from the start to the end: `yesterday 100 usd in eur`.
  private mutating func moveDay() {
    rewrite { source, tokens in
      let count = tokens.first?.kind == .on ? 2 : 1
      guard tokens.count > count + 1, case .day = tokens[count - 1].kind else { return [] }
      let end = tokens[count - 1].range.upperBound
      let day = source.string(tokens[count - 1].range)
      return [(0..<end, ""), (source.count..<source.count, " on \(day)")]
    }
  }
}
