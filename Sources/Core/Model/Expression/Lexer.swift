// SPDX-License-Identifier: GPL-3.0-or-later

/// Splits a row into tokens. Unreadable parts become invalid tokens.
struct Lexer: Sendable {
  private var numbers: NumberScanner
  let lexicon: Lexicon
  let words: ReaderWords
  /// The current day, for words such as "yesterday". If nil, neither such words nor rates such as `at 0.9` are read.
  var today: Day?
  private let signs: [Unicode.Scalar: OperationSign]
  private let wordSigns: [String: OperationSign]
  /// The first words of operators that consist of two words.
  private let signStarts: Set<String>

  init(symbols: NumberSymbols, lexicon: Lexicon, words: ReaderWords) {
    numbers = NumberScanner(symbols, powers: words.powers)
    self.lexicon = lexicon
    self.words = words
    var (signs, wordSigns) = ([Unicode.Scalar: OperationSign](), [String: OperationSign]())
    func enter(_ names: [String], _ change: (inout OperationSign) -> Void) {
      for name in names {
        if let only = name.unicodeScalars.first, name.unicodeScalars.count == 1, !only.properties.isAlphabetic {
          change(&signs[only, default: OperationSign()])
        } else {
          change(&wordSigns[name, default: OperationSign()])
        }
      }
    }
    for (index, operation) in OperationList.infix.enumerated() {
      let names = operation.symbols
      enter(names.contains("of") ? names + words.of : names) { $0.infix = index }
    }
    for (index, operation) in OperationList.prefix.enumerated() {
      enter(operation.symbols) { $0.prefix = index }
    }
    for (index, operation) in OperationList.postfix.enumerated() {
      enter(operation.symbols) { $0.postfix = index }
    }
    for (word, symbol) in words.operations {
      if let index = OperationList.infix.firstIndex(where: { $0.symbols.contains(symbol) }) {
        enter([word]) { $0.infix = index }
      }
      if let index = OperationList.prefix.firstIndex(where: { $0.symbols.contains(symbol) }) {
        enter([word]) { $0.prefix = index }
      }
      if let index = OperationList.postfix.firstIndex(where: { $0.symbols.contains(symbol) }) {
        enter([word]) { $0.postfix = index }
      }
    }
    self.signs = signs
    self.wordSigns = wordSigns
    signStarts = Set(wordSigns.keys.filter { $0.contains(" ") }.map { String($0.prefix { $0 != " " }) })
  }

  func with(_ symbols: NumberSymbols) -> Lexer {
    var lexer = self
    lexer.numbers = NumberScanner(symbols, powers: words.powers)
    return lexer
  }

  func tokens(_ text: SourceText, in row: Range<Int>) -> [Token] {
    var (tokens, offset) = ([Token](), row.lowerBound)
    while let (scalar, length) = text.scalar(at: offset, end: row.upperBound) {
      if scalar.isSkipped {
        offset += length
        continue
      }
      let token = token(text, scalar, at: offset, length, end: row.upperBound, after: tokens.last)
      tokens.append(token)
      offset = token.range.upperBound
      dropRepeatedSign(&tokens, text)
    }
    return tokens
  }

  /// Removes the `$` of `CAD -$25.00`, whose currency is CAD. Keeps the `$` of `Cup $4.00`, where "Cup" may be a word.
  private func dropRepeatedSign(_ tokens: inout [Token], _ text: SourceText) {
    guard tokens.count > 2, tokens[tokens.count - 1].isNumber,
      case .currency(let sign) = tokens[tokens.count - 2].kind, !sign.candidates.isEmpty, sign.share == nil,
      tokens[tokens.count - 2].range.upperBound == tokens[tokens.count - 1].range.lowerBound
    else { return }
    let before = tokens.dropLast(2)
    let isSign = if case .sign(let use)? = before.last?.kind { use.prefix != nil } else { false }
    guard let unit = before.dropLast(isSign ? 1 : 0).last, case .currency(let code) = unit.kind,
      code.candidates.isEmpty, sign.candidates.contains(code.currency),
      !SpokenNames.words.contains(text.string(unit.range).lowercased()) || !text.string(unit.range).mayBeName
    else { return }
    tokens.remove(at: tokens.count - 2)
  }

  private func token(
    _ text: SourceText, _ scalar: Unicode.Scalar, at start: Int, _ length: Int, end: Int,
    after last: Token?
  ) -> Token {
    let only = start..<(start + length)
    if let whole = wholeNumber(text, at: start, end: end, after: last) { return whole }
    if last?.kind == .on { return day(text, at: start, end: end) }
    if let today, scalar.digit != nil, last?.isOperand ?? false,
      let ago = DayAgo(text, at: start, end: end, words: words, today: today)
    {
      return Token(kind: .day(ago.day), range: start..<ago.end)
    }
    if let fraction = scalar.vulgarFraction { return Token(kind: .number(NumberReading(value: fraction)), range: only) }
    if let scan = numbers.scan(text, at: start, end: end) {
      let range = start..<scan.end
      switch scan.result {
      case .success(let reading):
        if let (next, length) = text.scalar(at: scan.end, end: end), let fraction = next.vulgarFraction,
          reading.value.terminatingPlaces == 0
        {
          return Token(
            kind: .number(NumberReading(value: reading.value + fraction)), range: start..<(scan.end + length))
        }
        if let (value, stop) = words.numbers.read(text, at: scan.end, end: end, after: reading) {
          return Token(kind: .number(NumberReading(value: value, isScaled: true)), range: start..<stop)
        }
        return Token(kind: .number(reading), range: range)
      case .failure(let fault): return Token(kind: .invalid(.malformedNumber(fault)), range: range)
      }
    }
    if scalar == "-" || scalar == "=", text.scalar(at: start + 1, end: end)?.scalar == ">" {
      return Token(kind: .into, range: start..<(start + 2))
    }
    if let sign = signs[scalar] { return Token(kind: .sign(sign), range: only) }
    switch scalar {
    case "(", "\u{FF08}": return Token(kind: .open, range: only)
    case ")", "\u{FF09}": return Token(kind: .close, range: only)
    case ",", ";", "\u{3001}", "\u{060C}", "\u{FF0C}": return Token(kind: .comma, range: only)
    case ":", "\u{FF1A}": return Token(kind: .colon, range: only)
    case "=", "\u{2192}", "\u{21D2}": return Token(kind: .into, range: only)
    case "@": return Token(kind: .on, range: only)
    default:
      if last.map({ $0.beginsOperand || $0.isInvalid && joins($0, text) }) ?? true,
        let (value, stop) = words.numbers.read(text, at: start, end: end)
      {
        return Token(kind: .number(NumberReading(value: value, isScaled: true)), range: start..<stop)
      }
      return word(text, at: start, end: end, after: last)
    }
  }

  /// Finds a date or a phone number, whose dashes and slashes aren't minus and division signs.
  private func wholeNumber(_ text: SourceText, at start: Int, end: Int, after last: Token?) -> Token? {
    let isDigit = text.scalar(at: start, end: end)?.scalar.digit != nil
    if isDigit, last?.kind != .on, let written = WrittenDay(text, at: start, end: end, months: words.months),
      written.namesMonth
    {
      return Token(kind: .day(written.day), range: start..<written.end)
    }
    guard last?.kind != .on, let run = DigitRun(text, at: start, end: end, isFirst: last?.isOperand != true) else {
      return nil
    }
    let range = start..<run.end
    switch run.meaning {
    case .date(let day?): return Token(kind: .day(day), range: range)
    case .date(nil): return Token(kind: .invalid(.dateForAmount), range: range)
    case .missingDay: return Token(kind: .invalid(.invalidDate), range: range)
    case .phone: return Token(kind: .invalid(.phoneNumber), range: range)
    case nil: return nil
    }
  }

  private func day(_ text: SourceText, at start: Int, end: Int) -> Token {
    if let typed = TypedDay(text, at: start, end: end, words: words, today: today) {
      return Token(kind: .day(typed.day), range: start..<typed.end)
    }
    if let stop = periodEnd(text, at: start, end: end) {
      return Token(kind: .invalid(.periodForDay), range: start..<stop)
    }
    var stop = start
    while let (scalar, length) = text.scalar(at: stop, end: end), !scalar.isSkipped, isDatePart(scalar) {
      stop += length
    }
    if stop == start { stop = wordEnd(text, from: start, end: end) }
    return Token(kind: .invalid(.invalidDate), range: start..<stop)
  }

  /// Returns the only currency of a text. Nil if the text has none or several. Names such as "Rand" count only if
  /// `areNames`, because they may be other words.
  func onlyUnit(in text: String, withSubunits: Bool = false, areNames: Bool = false) -> CurrencyMention? {
    let source = SourceText(text)
    let units = tokens(source, in: 0..<source.count).compactMap { token -> CurrencyMention? in
      guard case .currency(let mention) = token.kind,
        source.isCurrencyCode(token.range) || withSubunits && mention.share != nil
          || areNames && mention.share == nil && token.range.count > 3
      else { return nil }
      return mention
    }
    return units.count == 1 ? units[0] : nil
  }

  /// Reads a row about the amounts below, such as "Values in thousands", "All amounts in EUR" and "Currency: EUR".
  func unitOfAll(_ source: SourceText, row: Range<Int>) -> UnitOfAmounts? {
    let cells = source.bytes[row].split { "\t|;".utf8.contains($0) }.filter { $0.contains { $0 > 0x20 } }
    guard cells.count == 1, row.count < 200, let cell = cells.first,
      cell.allSatisfy({ !(0x32...0x39).contains($0) })
    else { return nil }
    let text = source.string(source.trimmed(cell.startIndex..<cell.endIndex))
    let power = MoneyScale.power(ofLine: text) { MoneyScale.isSign($0) || lexicon.mention($0) != nil }
    let parts = text.split(separator: ":")
    let isNamed = parts.count == 2 && TableHeading(parts[0].trimmed()).mentions(.currency)
    let isSentence =
      (MoneyScale.isAboutAmounts(text) || TableHeading(text).mentionsPrices) && !text.lowercased().hasPrefix("in ")
      && !source.hasDigit(row)
    guard power > 0 || isNamed || isSentence else { return nil }
    // Replace the apostrophe of "milliers d'euros" by a space, so that "euros" is a word.
    let money = isNamed ? String(parts[1]) : String(MoneyScale(text).money.map { "'\u{2019}".contains($0) ? " " : $0 })
    let isMinor = isSentence && power == 0 && TableHeading(text).isMinor
    let mention = onlyUnit(in: money, areNames: power > 0 || isSentence)
    return power > 0 || isMinor || mention != nil
      ? UnitOfAmounts(power: power, isMinor: isMinor, mention: mention, range: row) : nil
  }

  /// Whether a word differs in one letter from a currency or a day, as in "dolars" and "yesterdy".
  func isMistyped(_ word: String) -> Bool {
    // Drop a plural s, because the known names are in the singular.
    let letters = Array(word.hasSuffix("s") ? String(word.dropLast()) : word)
    guard letters.count > 4 else { return false }
    return (lexicon.words + words.days.keys).contains { known in
      abs(known.count - letters.count) < 2 && Similar.changes(from: letters, to: Array(known)) < 2
    }
  }

  func joins(_ token: Token, _ text: SourceText) -> Bool {
    token.kind == .comma || token.isInvalid && words.and.contains(text.string(token.range).lowercased())
  }

  /// Returns an error for a range such as `$10–$20` or `5 or 10 EUR`; nil if the dash is a minus.
  func range(in tokens: ArraySlice<Token>, _ text: SourceText) -> CalculationError? {
    if let month = month(in: tokens, text) { return month }
    for index in tokens.indices.dropFirst() {
      let dash = tokens[index].range
      if tokens[index].isInvalid, tokens[index - 1].isNumber || tokens[index - 1].isCurrency,
        let high = tokens[(index + 1)...].first, high.isNumber || high.isCurrency,
        case let word = text.string(dash).lowercased(), words.range.contains(word), !words.and.contains(word)
      {
        return CalculationError(.amountRange, at: tokens[index - 1].range.lowerBound..<high.range.upperBound)
      }
      guard case .sign = tokens[index].kind, index + 1 < tokens.endIndex,
        let scalar = text.scalar(at: dash.lowerBound, end: dash.upperBound)?.scalar,
        scalar == "-" || scalar == "\u{2013}"
      else { continue }
      let isTrailing = tokens[index - 1].range.upperBound == dash.lowerBound
      if isTrailing, dash.upperBound < tokens[index + 1].range.lowerBound, tokens[..<index].contains(where: \.isNumber),
        tokens[index...].contains(where: \.isNumber), tokens.contains(where: \.isCurrency)
      {
        // Return an error for "5.00- 6.00 EUR", because the minus may belong to the first amount.
        let range = tokens[index - 1].range.lowerBound..<tokens[index + 1].range.upperBound
        return CalculationError(.amountRange, at: range)
      }
      guard let low = amount(endingBefore: index, tokens), let high = amount(beginningAt: index + 1, tokens, text)
      else { continue }
      let isTight = isTrailing && dash.upperBound == tokens[index + 1].range.lowerBound
      let hasUnit = low.hasUnit || high.hasUnit
      let isRising = hasUnit && low.number.value < high.number.value
      guard isTight ? scalar == "\u{2013}" || isRising : scalar == "\u{2013}" && isRising else { continue }
      let start = tokens[low.index].range.lowerBound
      return CalculationError(.amountRange, at: start..<tokens[high.index].range.upperBound)
    }
    return nil
  }

  /// Returns an error if the text is a month such as `2026/10` or `10-2026`, not a division or subtraction.
  private func month(in tokens: ArraySlice<Token>, _ text: SourceText) -> CalculationError? {
    guard tokens.count == 3, let first = tokens.first, let last = tokens.last, first.isNumber, last.isNumber else {
      return nil
    }
    let parts = tokens.map { text.string($0.range) }
    let isMonth = { (part: String) in part.utf8.count <= 2 && Int(part).map { (1...12).contains($0) } ?? false }
    guard ["/", "-"].contains(parts[1]), text.string(first.range.lowerBound..<last.range.upperBound) == parts.joined(),
      TypedPeriod.isYear(parts[0]) && isMonth(parts[2]) || isMonth(parts[0]) && TypedPeriod.isYear(parts[2])
    else { return nil }
    return CalculationError(.dateForAmount, at: first.range.lowerBound..<last.range.upperBound)
  }

  private func amount(
    endingBefore end: Int, _ tokens: ArraySlice<Token>
  ) -> (number: NumberReading, hasUnit: Bool, index: Int)? {
    var (index, hasUnit) = (end - 1, false)
    if tokens[index].isCurrency { (index, hasUnit) = (index - 1, true) }
    guard index >= tokens.startIndex, case .number(let number) = tokens[index].kind else { return nil }
    if index > tokens.startIndex, tokens[index - 1].isCurrency { (index, hasUnit) = (index - 1, true) }
    if index > tokens.startIndex, case .sign = tokens[index - 1].kind { return nil }
    return (number, hasUnit || number.isScaled, index)
  }

  private func amount(
    beginningAt start: Int, _ tokens: ArraySlice<Token>, _ text: SourceText
  ) -> (number: NumberReading, hasUnit: Bool, index: Int)? {
    var (index, hasUnit) = (start, false)
    if tokens[index].isCurrency { (index, hasUnit) = (index + 1, true) }
    guard index < tokens.endIndex, case .number(let number) = tokens[index].kind else { return nil }
    if index + 1 < tokens.endIndex, tokens[index + 1].isCurrency { (index, hasUnit) = (index + 1, true) }
    // In "10-15% of 50 EUR", the range has a unit: the amount after "of".
    if index + 2 < tokens.endIndex, case .sign(let percent) = tokens[index + 1].kind, percent.postfix != nil,
      case .sign = tokens[index + 2].kind, text.string(tokens[index + 2].range).first?.isLetter ?? false
    {
      hasUnit = true
    }
    if index + 1 < tokens.endIndex, case .sign(let next) = tokens[index + 1].kind, next.infix != nil,
      next.postfix == nil
    {
      return nil
    }
    return (number, hasUnit || number.isScaled, index)
  }

  private func isDatePart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.digit != nil || scalar == "-" || scalar == "." || scalar == "/"
  }

  private func word(_ text: SourceText, at start: Int, end: Int, after last: Token?) -> Token {
    for (symbol, mention) in lexicon.odd
    where start + symbol.count <= end
      && text.string(start..<(start + symbol.count)).lowercased().utf8.elementsEqual(symbol)
    {
      return Token(kind: .currency(mention), range: start..<(start + symbol.count))
    }
    let stop = wordEnd(text, from: start, end: end)
    let written = text.string(start..<stop)
    let word = written.lowercased()
    if today != nil, last?.kind == .into || last?.isCurrency ?? false, last?.range.upperBound != start,
      let stop = periodEnd(text, at: start, end: end)
    {
      return Token(kind: .invalid(.periodForDay), range: start..<stop)
    }
    if let longer = longerName(text, beginning: written, at: start, stop, end: end) { return longer }
    let range = start..<stop
    if let grams = WeightWords.grams(word), let metal = metal(text, after: stop, end: end) {
      return Token(kind: .weight(grams * metal.inverse), range: range)
    }
    if let sign = signOfTwoWords(word, text, start, stop, end: end) { return sign }
    if today != nil, words.at.contains(word), let token = rateOrDay(text, range, end: end) { return token }
    if let spoken = spokenDay(text, at: start, end: end, after: last) { return spoken }
    if words.into.contains(word) { return Token(kind: .into, range: range) }
    if let prefix = arabicPrefix(text, range, end: end) { return Token(kind: .into, range: prefix) }
    if words.on.contains(word) { return Token(kind: .on, range: range) }
    if let sign = wordSigns[word] { return Token(kind: .sign(sign), range: range) }
    if words.months[word] != nil, let written = WrittenDay(text, at: start, end: end, months: words.months) {
      return Token(kind: .day(written.day), range: start..<written.end)
    }
    switch lexicon.meaning(written, isBehindNumber: last?.isNumber == true) {
    case .one(let mention): return Token(kind: .currency(mention), range: range)
    case .undecided(let candidates):
      return Token(kind: .invalid(.undecidedCurrency(written, candidates)), range: range)
    case nil: break
    }
    if written.unicodeScalars.allSatisfy({ !$0.properties.isAlphabetic }),
      let first = written.unicodeScalars.first
    {
      return Token(kind: .invalid(.unexpectedCharacter(first)), range: range)
    }
    return Token(kind: .invalid(.unknownWord(written)), range: range)
  }

  /// Returns the end of a period such as "October 2026" where a day is needed. Nil without a period at `start`.
  func periodEnd(_ text: SourceText, at start: Int, end: Int) -> Int? {
    TypedPeriod(text, at: start, end: end, words: words, today: today ?? Day(number: 0))?.end
  }

  /// Finds the Arabic prefix for "in" or "to" before a currency, as in "باليورو", "بـ EUR" and "لليورو".
  private func arabicPrefix(_ text: SourceText, _ word: Range<Int>, end: Int) -> Range<Int>? {
    guard let (first, length) = text.scalar(at: word.lowerBound, end: word.upperBound),
      first == "\u{628}" || first == "\u{644}"
    else { return nil }
    var stop = word.lowerBound + length
    if let (next, length) = text.scalar(at: stop, end: word.upperBound),
      next == "\u{640}" || first == "\u{644}" && next == first
    {
      stop += length
    }
    if stop == word.upperBound { return word }
    let rest = text.string(stop..<word.upperBound)
    if lexicon.mention(text.string(word)) != nil { return nil }
    let isCurrency =
      lexicon.mention(rest) != nil || longerName(text, beginning: rest, at: stop, word.upperBound, end: end) != nil
    return isCurrency ? word.lowerBound..<stop : nil
  }

  private func signOfTwoWords(_ word: String, _ text: SourceText, _ start: Int, _ stop: Int, end: Int) -> Token? {
    guard signStarts.contains(word) else { return nil }
    let next = text.trimmed(stop..<end).lowerBound
    guard next > stop, next < end else { return nil }
    let nextStop = wordEnd(text, from: next, end: end)
    return wordSigns["\(word) \(text.string(next..<nextStop).lowercased())"].map {
      Token(kind: .sign($0), range: start..<nextStop)
    }
  }

  /// Reads "at" before a rate ("at 0.9") or a day ("at 2026-10-30"). Nil if neither follows, as in "zu Euro".
  private func rateOrDay(_ text: SourceText, _ word: Range<Int>, end: Int) -> Token? {
    let next = text.trimmed(word.upperBound..<end).lowerBound
    let scan = numbers.scan(text, at: next, end: end)
    if let day = TypedDay(text, at: next, end: end, words: words, today: today), day.end > scan?.end ?? next {
      return Token(kind: .on, range: word)
    }
    return scan != nil || !words.into.contains(text.string(word).lowercased()) ? Token(kind: .at, range: word) : nil
  }

  private func spokenDay(_ text: SourceText, at start: Int, end: Int, after last: Token?) -> Token? {
    guard let today else { return nil }
    if let day = DayPhrase(text, at: start, end: end, words: words, today: today) {
      return Token(kind: .day(day.day), range: start..<day.end)
    }
    guard last?.isOperand ?? false else { return nil }
    return DayAgo(text, at: start, end: end, words: words, today: today).map {
      Token(kind: .day($0.day), range: start..<$0.end)
    }
  }

  /// Returns the grams in a troy ounce if a metal follows, as in "5 g gold". Otherwise nil: "5 g" means gourdes.
  private func metal(_ text: SourceText, after start: Int, end: Int) -> Rational? {
    let next = text.trimmed(start..<end).lowerBound
    let stop = wordEnd(text, from: next, end: end)
    let name = text.string(next..<stop)
    let longer = longerName(text, beginning: name, at: next, stop, end: end)
    if case .currency(let mention)? = longer?.kind { return mention.grams }
    return lexicon.mention(name)?.grams
  }

  private func longerName(
    _ text: SourceText, beginning word: String, at start: Int, _ stop: Int, end: Int
  ) -> Token? {
    var (name, stop, found) = (word, stop, Token?.none)
    while lexicon.mayContinue(name) {
      var next = text.trimmed(stop..<end).lowerBound
      if next == stop, next < end, text.bytes[next] == UInt8(ascii: "-") { next += 1 }
      let nextStop = wordEnd(text, from: next, end: end)
      // Stop at the dash of "100 euros - 20", which is a minus and not a hyphen in a name.
      guard next > stop, nextStop > next, let (scalar, _) = text.scalar(at: next, end: end),
        scalar.properties.isAlphabetic
      else { break }
      name += " " + text.string(next..<nextStop)
      stop = nextStop
      if let mention = lexicon.mention(name) { found = Token(kind: .currency(mention), range: start..<stop) }
    }
    return found
  }

  private func wordEnd(_ text: SourceText, from start: Int, end: Int) -> Int {
    var offset = start
    while offset - start < 120, let (scalar, length) = text.scalar(at: offset, end: end), !ends(scalar) {
      offset += length
    }
    if offset == start, let (_, length) = text.scalar(at: start, end: end) { offset += length }
    return offset
  }

  private func ends(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isSkipped || scalar.digit != nil || signs[scalar] != nil { return true }
    switch scalar {
    case "(", ")", "\u{FF08}", "\u{FF09}", ",", ";", ":", "=", "@", "\u{FF1A}", "\u{2192}", "\u{21D2}",
      "\u{3001}",
      "\u{060C}", "\u{FF0C}":
      return true
    case "\u{B9}", "\u{B2}", "\u{B3}", "\u{2070}"..."\u{2079}", "\u{2020}", "\u{2021}", "[", "]": return true
    default:
      return false
    }
  }
}
