// SPDX-License-Identifier: GPL-3.0-or-later

/// Separates the words before an amount from the amount, as in `• Hotel Lux 240.50 EUR`.
struct WordsBeforeAmount {
  let amount: ArraySlice<Token>
  let label: String
  private(set) var day: Day?
  private(set) var notes: [ReadingNote] = []
  private(set) var unclearDate: Range<Int>?
  /// The position of a date that can't be read, such as `2026-02-30` or `Oct 12` without a year.
  private(set) var unreadDate: Range<Int>?
  /// The position of a range such as `between 5 and 10 EUR`. Nil if the text has no range.
  private(set) var range: Range<Int>?
  /// The position of words that change the amount, such as `double` or `less than`. Nil if the words are only a label.
  private(set) var change: Range<Int>?
  /// The position of two amounts, either of which could be meant, such as a booking and the balance after it.
  private(set) var several: Range<Int>?

  private static let mostWords = 10
  /// Words that change an amount's meaning if such a word alone is before the amount. They aren't labels.
  static let changes = Set(
    """
    double twice triple thrice quadruple negative hundred thousand million billion sqrt square root log ln abs round
    less more than over under above below at least most up to no not without except
    doppelt doppelte zweimal dreifach dreimal halb negativ wurzel quadratwurzel über unter mehr weniger als bis zu
    mindestens höchstens kein keine nicht ohne außer ضعف سالب جذر أكثر أقل من فوق تحت ليس بدون
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// Splits tokens into words and an amount; nil if words don't come first. If `isOnly`, the amount needs a currency.
  init?(_ tokens: ArraySlice<Token>, _ source: SourceText, isOnly: Bool, _ reader: ReaderWords) {
    guard let last = Self.amountStart(tokens, source), case let start = Self.sumStart(last, tokens, source),
      start > tokens.startIndex
    else { return nil }
    let words = tokens[..<start]
    guard words.contains(where: \.isWord), words.count(where: \.isWord) <= Self.mostWords,
      words.first.map({ $0.isInvalid || $0.isDay || $0.isCurrency || $0.isSign || !isOnly && $0.isNumber }) ?? false
    else { return nil }
    // "2 Coffee $4.00" and "2x Tea $4.00" begin with a quantity, but "10 Oct Hotel $4.00" with a day.
    if let first = words.first, first.isNumber {
      let next = words.dropFirst().first { !"x×".contains(source.string($0.range)) }
      guard let next, next.isWord, source.hasDigit(first.range),
        reader.months[source.string(next.range).lowercased()] == nil
      else { return nil }
    }
    let amount = tokens[start...]
    let hasCurrency = amount.contains(where: \.isCurrency)
    let number = amount.first(where: \.isNumber)
    let hasDecimals =
      number.map { source.bytes[$0.range].contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") } } ?? false
    guard hasCurrency || hasDecimals && !isOnly else { return nil }
    // In "XYZ 5.50", XYZ looks like an unknown currency, not like a label.
    if !hasCurrency, let last = words.last, case let word = source.string(last.range), Self.looksLikeCode(word),
      !TotalRows.isOfReceipt(word)
    {
      return nil
    }
    if let first = words.first, first.isSign, let second = words.dropFirst().first, !second.isWord { return nil }
    var (own, notes) = (amount, [ReadingNote]())
    if let dash = amount.first, dash.isSign, let next = amount.dropFirst().first, let before = words.last,
      dash.range.lowerBound > before.range.upperBound, next.range.lowerBound > dash.range.upperBound
    {
      own = amount.dropFirst()
      notes.append(ReadingNote(.dashIgnored, at: dash.range))
    } else if let dash = words.first, dash.isSign, "-–—−".contains(source.string(dash.range)) {
      notes.append(ReadingNote(.dashIgnored, at: dash.range))
    }
    for (index, token) in zip(words.indices, words) where token.isNumber {
      let text = source.string(token.range)
      let isBeside =
        index + 1 == start || words[index + 1].isCurrency || index > words.startIndex && words[index - 1].isCurrency
      let isShare = isOnly && index + 1 < start && words[index + 1].isSign
      if isBeside || isShare || text.contains(where: { ".,".contains($0) }) {
        notes.append(ReadingNote(.amountLeftOut, at: token.range))
      }
    }
    if isOnly, let first = words.first, let last = words.last,
      words.allSatisfy({ Self.changes.contains(source.string($0.range).lowercased()) })
    {
      change = first.range.lowerBound..<last.range.upperBound
    }
    if let number, let last = words.last, last.isNumber, let unit = amount.first, unit.isCurrency,
      !source.isCurrencyCode(unit.range), source.string(unit.range).contains(where: \.isLetter),
      number.range.count == 2,
      !Self.hasDecimals(last, source)
    {
      // "2 Euro 50" may mean 2.50, so the amount is unclear. In "Room 2 EUR 50", the code belongs to the 50.
      several = last.range.lowerBound..<number.range.upperBound
    }
    if let number, let other = Self.rival(of: number, amount, in: words, source) {
      several = other.lowerBound..<number.range.upperBound
    }
    for case .day(let day) in words.map(\.kind) where self.day == nil { self.day = day }
    unreadDate = words.first { $0.kind == .invalid(.invalidDate) }?.range
    if let month = words.first, let next = words.dropFirst().first, let day = next.number, day <= Rational(31),
      reader.months[source.string(month.range).lowercased()] != nil, source.hasDigit(next.range)
    {
      unreadDate = month.range.lowerBound..<next.range.upperBound
    }
    if day == nil { unclearDate = words.first { $0.kind == .invalid(.dateForAmount) }?.range }
    if let number, let between = words.last, words.count > 1,
      reader.range.contains(source.string(between.range).lowercased()),
      let low = words.dropLast().last(where: { !$0.isCurrency }), low.isNumber,
      !words.dropLast().contains(where: \.isSign)
    {
      self.range = low.range.lowerBound..<number.range.upperBound
    }
    if let number, number.range.lowerBound == amount.first?.range.lowerBound,
      let alternative = Self.withoutFirstGroup(number, source),
      case .number(let reading) = number.kind, words.last?.isWord ?? false
    {
      notes.append(ReadingNote(.ambiguousNumber(value: reading.value, alternative: alternative), at: number.range))
    }
    let named = words.filter { !$0.isDay && !$0.isSign }
    let range = (named.first?.range.lowerBound ?? 0)..<(named.last?.range.upperBound ?? 0)
    label = String(source.string(source.trimmed(range)).drop { !$0.isLetter && !$0.isNumber && !"(\"".contains($0) })
    self.amount = own
    self.notes = notes
  }

  /// Finds another number that could be the amount, because it has the same currency or is directly before the amount.
  /// Skips numbers whose product is the amount, such as price and quantity.
  private static func rival(
    of number: Token, _ amount: ArraySlice<Token>, in words: ArraySlice<Token>, _ source: SourceText
  ) -> Range<Int>? {
    let currency = amount.lazy.compactMap(\.currency).first
    guard let value = number.number, currency != nil || hasDecimals(number, source) else { return nil }
    let values = words.compactMap(\.number)
    for (place, token) in zip(words.indices, words) {
      guard let other = token.number else { continue }
      let isExact = hasDecimals(number, source) && hasDecimals(token, source)
      let isNext = place + 1 == words.endIndex && isExact
      let beside = [place - 1, place + 1].filter { words.indices.contains($0) }.compactMap { words[$0].currency }
      guard beside.isEmpty ? isNext : beside.contains(where: { $0 == currency ?? $0 }) else { continue }
      if values.contains(where: { $0 * other == value }) { continue }
      return token.range
    }
    return nil
  }

  private static func hasDecimals(_ number: Token, _ source: SourceText) -> Bool {
    let text = source.string(number.range)
    guard let point = text.lastIndex(where: { ".,\u{66B}".contains($0) }) else { return false }
    return text[point...].count == 3
  }

  private static func amountStart(_ tokens: ArraySlice<Token>, _ source: SourceText) -> Int? {
    var index = tokens.endIndex
    func isLast(_ fits: (Token) -> Bool) -> Bool { index > tokens.startIndex && fits(tokens[index - 1]) }
    let isBracketed =
      isLast { $0.kind == .close }
      || tokens.endIndex - tokens.startIndex > 1 && isLast(\.isCurrency) && tokens[index - 2].kind == .close
    var hasUnit = false
    if isLast(\.isCurrency) { (index, hasUnit) = (index - 1, true) }
    if isBracketed, isLast({ $0.kind == .close }) { index -= 1 }
    if !hasUnit, isLast(\.isCurrency) { (index, hasUnit) = (index - 1, true) }
    guard isLast(\.isNumber) else { return nil }
    index -= 1
    // Skip the second currency of an amount such as "-$25.00 USD".
    if hasUnit, isLast({ $0.isCurrency && $0.range.upperBound == tokens[index].range.lowerBound }) { index -= 1 }
    // The S of "Shirt S 14.00" belongs to the words, not to the amount.
    let isLetter = isLast {
      source.isLetter($0.range) && source.string($0.range) != "R"
        && $0.range.upperBound < tokens[index].range.lowerBound
    }
    if !hasUnit, isLast(\.isCurrency), !isLetter || index - 1 == tokens.startIndex {
      (index, hasUnit) = (index - 1, true)
    }
    if isBracketed {
      guard isLast({ $0.kind == .open }) else { return nil }
      index -= 1
      if !hasUnit, isLast(\.isCurrency) { index -= 1 }
    }
    // The quantity is a part of the amount, as in "Hotel 3 x 100 EUR".
    while index - tokens.startIndex > 2, "*x×".contains(source.string(tokens[index - 1].range)),
      tokens[index - 2].isNumber
    { index -= 2 }
    if isLast(\.isSign) {
      guard case .sign(let use) = tokens[index - 1].kind, use.prefix != nil || use.postfix != nil else { return nil }
      // In `VAT 20% 4.00 GBP` the percentage belongs to the words.
      if use.prefix != nil {
        index -= 1
        // The currency can be before the minus, as in "Shop EUR -25.00".
        if !hasUnit, index + 1 < tokens.endIndex, tokens[index].range.upperBound == tokens[index + 1].range.lowerBound,
          isLast({ $0.isCurrency && $0.range.upperBound < tokens[index].range.lowerBound })
        {
          index -= 1
        }
      }
    }
    return index
  }

  /// The start of a sum or range that ends with the amount, as in `Taxi 5 USD + 10 USD` and `Hotel $10–$20`.
  /// A spaced dash after a plain number is punctuation, as in `Room 12 - 120.00 EUR`.
  private static func sumStart(_ last: Int, _ tokens: ArraySlice<Token>, _ source: SourceText) -> Int {
    var start = last
    while start > tokens.startIndex, tokens[start].isSign, let earlier = amountStart(tokens[..<start], source) {
      let sign = tokens[start].range
      let touches = tokens[start - 1].range.upperBound == sign.lowerBound
      let isAmount = tokens[earlier..<start].contains(where: \.isCurrency) || source.string(sign) == "+"
      guard touches || isAmount else { break }
      start = earlier
    }
    return start
  }

  /// Returns 120.00 for `Room 12 120.00 EUR`, where 12 belongs to the words. Nil if the number has no space.
  private static func withoutFirstGroup(_ number: Token, _ source: SourceText) -> Rational? {
    let text = source.string(number.range)
    guard let space = text.firstIndex(of: " ") else { return nil }
    let rest = text[text.index(after: space)...].filter { $0 != " " }.map { $0 == "," ? "." : $0 }
    return Rational(text: String(rest))
  }

  private static func looksLikeCode(_ text: String) -> Bool {
    text.count <= 4 && text == text.uppercased() && text.contains(where: \.isLetter)
      || text.unicodeScalars.contains { $0.properties.generalCategory == .currencySymbol }
  }
}

extension Token {
  fileprivate var number: Rational? { if case .number(let number) = kind { number.value } else { nil } }
  fileprivate var currency: Currency? { if case .currency(let mention) = kind { mention.currency } else { nil } }
  var isWord: Bool {
    if case .invalid(.unknownWord) = kind { true } else { false }
  }
  fileprivate var isDay: Bool { if case .day = kind { true } else { false } }
  fileprivate var isSign: Bool { if case .sign = kind { true } else { false } }
}

/// Separates an amount from the words after it, as in `450 EUR Flight` and `$12.00 (Lunch) on 2026-10-30`.
struct WordsAfterAmount {
  let amount: ArraySlice<Token>
  private(set) var label = ""
  private(set) var day: Day?
  private(set) var unclearDate: Range<Int>?

  /// Words that change the amount if they come directly after it. They aren't labels.
  private static let changes = Set(
    """
    each per pp apiece off or more less and up only je pro ab bis oder und zzgl zuzüglich plus stück rabatt billig kilo
    کل لكل أو فأكثر
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// Splits tokens into an amount with a currency, and words. Nil if a second amount or currency follows.
  init?(_ tokens: ArraySlice<Token>, _ source: SourceText, _ lexer: Lexer, isOnly: Bool) {
    var start = tokens.lastIndex { !Self.isPart($0, source) }.map { $0 + 1 } ?? tokens.startIndex
    while start < tokens.endIndex, tokens[start].kind == .close { start += 1 }
    var (amount, words) = (tokens[..<start], tokens[start...])
    guard let place = words.firstIndex(where: \.isWord), place - start < 2, words.first?.kind != .into,
      words.count(where: { $0.kind == .open }) == words.count(where: { $0.kind == .close }),
      !Self.mayChange(words[place...], source, lexer, isOnly: isOnly)
    else { return nil }
    // Drop a list's bullet before the amount.
    amount = amount.drop { if case .invalid(.unexpectedCharacter) = $0.kind { true } else { false } }
    if case .day(let day)? = amount.first?.kind { (self.day, amount) = (day, amount.dropFirst()) }
    if let first = amount.first, first.kind == .invalid(.dateForAmount) {
      (unclearDate, amount) = (first.range, amount.dropFirst())
    }
    // In "100 EUR + 5 apples", the last number isn't an amount.
    guard let last = amount.lastIndex(where: \.isNumber), source.hasDigit(amount[last].range),
      case let before = amount[..<last],
      amount[last...].contains(where: \.isCurrency) || before.last(where: { $0.kind != .open })?.isCurrency ?? false
        || before.contains(where: \.isCurrency) && !before.contains(where: \.isNumber),
      amount.allSatisfy(\.isOfAmount)
    else { return nil }
    for token in words {
      if case .day(let day) = token.kind { self.day = self.day ?? day }
      if token.kind == .invalid(.dateForAmount) { unclearDate = token.range }
    }
    self.amount = amount
    let end = words.last { $0.isWord || $0.kind == .close }
    let text = source.string(words[place].range.lowerBound..<(end ?? words[place]).range.upperBound)
    let isInBrackets = text.hasSuffix(")") && !text.contains("(")
    // Drop the label of "12.50 EUR incl. VAT". With this label, the row would count as a part of other amounts.
    label = TotalRows.isIncluded(text) ? "" : isInBrackets ? String(text.dropLast()) : text
  }

  private static func isPart(_ token: Token, _ source: SourceText) -> Bool {
    switch token.kind {
    case .open, .close, .comma, .colon, .into, .on, .at, .day, .invalid(.dateForAmount),
      .invalid(.unexpectedCharacter):
      true
    case .sign: "-–—/&|".contains(source.string(token.range))
    default: token.isWord
    }
  }

  /// Whether the first word may change the amount, or may be a mistyped currency.
  private static func mayChange(
    _ words: ArraySlice<Token>, _ source: SourceText, _ lexer: Lexer, isOnly: Bool
  ) -> Bool {
    // In "ATM fee", the first word is not a code.
    let isOneWord = words.count { $0.isWord } == 1 || words.contains { $0.kind == .into }
    func isCode(_ word: String) -> Bool {
      word.utf8.count <= 3 && word.utf8.allSatisfy { $0 < 0x80 } && !TotalRows.isOfReceipt(word) && isOneWord
        && (word == word.uppercased() || isOnly && word == word.lowercased())
    }
    let texts = words.map { source.string($0.range) }
    let places = words.indices.filter { $0 == words.startIndex || words[$0 - 1].kind == .into }
    let named = places.map { texts[$0 - words.startIndex] }
    let key = texts[0].lowercased().trimmed { $0 == "." }
    return named.contains(where: isCode) || changes.contains(key) || WordsBeforeAmount.changes.contains(key)
      || MoneyScale("EUR \(texts[0])").power > 0 || words.count == 1 && Direction(word: key) != nil
      || isOnly && named.contains { lexer.isMistyped($0.lowercased()) }
  }
}

extension Token {
  fileprivate var isOfAmount: Bool {
    switch kind {
    case .number, .currency, .sign, .open, .close, .weight: true
    default: false
    }
  }
}

extension [Token] {
  /// Moves a minus after an amount to its front, as in `Coffee 12.50- EUR` and `$12.50-`.
  func withLeadingMinus(_ source: SourceText) -> [Token] {
    let isMinus = { (token: Token) in
      if case .sign(let use) = token.kind { use.prefix != nil && source.string(token.range) != "+" } else { false }
    }
    guard let place = lastIndex(where: isMinus), place > 0,
      self[place - 1].range.upperBound == self[place].range.lowerBound
    else { return self }
    let rest = self[(place + 1)...]
    let hasUnit = rest.first?.isCurrency ?? false
    let isBehindUnit = place > 1 && self[place - 1].isCurrency && self[place - 2].isNumber
    guard !rest.contains(where: \.isNumber), isBehindUnit ? rest.isEmpty : self[place - 1].isNumber,
      hasUnit || rest.first.map({ $0.isInvalid || $0.kind == .into }) ?? true
    else { return self }
    var start = isBehindUnit ? place - 2 : place - 1
    let hasUnitBefore = start > 0 && self[start - 1].isCurrency && !source.isLetter(self[start - 1].range)
    if !hasUnit, !isBehindUnit, hasUnitBefore { start -= 1 }
    guard start == 0 || self[start - 1].isInvalid || self[start - 1].kind == .colon
      || source.isLetter(self[start - 1].range)
    else { return self }
    return self[..<start] + [self[place]] + self[start..<place] + rest
  }
}
