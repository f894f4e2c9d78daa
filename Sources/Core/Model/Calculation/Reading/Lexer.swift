// SPDX-License-Identifier: GPL-3.0-or-later

/// Cuts a row of text into tokens. Unreadable parts become invalid tokens.
struct Lexer: Sendable {
  private let numbers: NumberScanner
  private let lexicon: Lexicon
  let words: ReaderWords
  /// The base of "yesterday"; nil if such words and `at 0.9` are not read.
  var today: Day?
  private let signs: [Unicode.Scalar: OperationSign]
  private let wordSigns: [String: OperationSign]

  init(symbols: NumberSymbols, lexicon: Lexicon, words: ReaderWords, operations: OperationList) {
    numbers = NumberScanner(symbols, powers: words.powers)
    self.lexicon = lexicon
    self.words = words
    var (signs, wordSigns) = ([Unicode.Scalar: OperationSign](), [String: OperationSign]())
    func enter(_ names: [String], _ change: (inout OperationSign) -> Void) {
      for name in names {
        if let only = name.unicodeScalars.first, name.unicodeScalars.count == 1, !only.properties.isAlphabetic
        {
          change(&signs[only, default: OperationSign()])
        } else {
          change(&wordSigns[name, default: OperationSign()])
        }
      }
    }
    for (index, operation) in operations.infix.enumerated() {
      let names = operation.symbols
      enter(names.contains("of") ? names + words.of : names) { $0.infix = index }
    }
    for (index, operation) in operations.prefix.enumerated() {
      enter(operation.symbols) { $0.prefix = index }
    }
    for (index, operation) in operations.postfix.enumerated() {
      enter(operation.symbols) { $0.postfix = index }
    }
    self.signs = signs
    self.wordSigns = wordSigns
  }

  func tokens(_ text: SourceText, in row: Range<Int>) -> [Token] {
    var (tokens, offset) = ([Token](), row.lowerBound)
    while let (scalar, length) = text.scalar(at: offset, end: row.upperBound) {
      if scalar.isSkipped {
        offset += length
        continue
      }
      let token = token(text, scalar, at: offset, length, end: row.upperBound, after: tokens.last?.kind)
      tokens.append(token)
      offset = token.range.upperBound
    }
    return tokens
  }

  private func token(
    _ text: SourceText, _ scalar: Unicode.Scalar, at start: Int, _ length: Int, end: Int,
    after last: Token.Kind?
  ) -> Token {
    let only = start..<(start + length)
    if last == .on { return day(text, at: start, end: end) }
    if let scan = numbers.scan(text, at: start, end: end) {
      let range = start..<scan.end
      switch scan.result {
      case .success(let reading): return Token(kind: .number(reading), range: range)
      case .failure(let fault): return Token(kind: .invalid(.malformedNumber(fault.fault)), range: range)
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
    default: return word(text, at: start, end: end)
    }
  }

  private func day(_ text: SourceText, at start: Int, end: Int) -> Token {
    var stop = start
    while let (scalar, length) = text.scalar(at: stop, end: end), !scalar.isSkipped, isDatePart(scalar) {
      stop += length
    }
    if stop == start, let spoken = spokenDay(text, at: start, end: end) { return spoken }
    if let written = WrittenDay(text, at: start, end: end, months: words.months) {
      return Token(kind: .day(written.day), range: start..<written.end)
    }
    if stop == start { stop = wordEnd(text, from: start, end: end) }
    let range = start..<stop
    guard let day = Day(isoBytes: text.bytes[range]) else {
      return Token(kind: .invalid(.invalidDate), range: range)
    }
    return Token(kind: .day(day), range: range)
  }

  func joins(_ token: Token, _ text: SourceText) -> Bool {
    token.kind == .comma || token.isInvalid && words.and.contains(text.string(token.range).lowercased())
  }

  private func isDatePart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.digit != nil || scalar == "-" || scalar == "." || scalar == "/"
  }

  /// A word or symbol: a keyword, an operator, or a currency with a name of one or more words.
  private func word(_ text: SourceText, at start: Int, end: Int) -> Token {
    for (symbol, mention) in lexicon.odd
    where start + symbol.count <= end
      && text.string(start..<(start + symbol.count)).lowercased().utf8.elementsEqual(symbol)
    {
      return Token(kind: .currency(mention), range: start..<(start + symbol.count))
    }
    let stop = wordEnd(text, from: start, end: end)
    let written = text.string(start..<stop)
    let word = written.lowercased()
    if let longer = longerName(text, beginning: word, at: start, stop, end: end) { return longer }
    let range = start..<stop
    if let grams = WeightWords.grams(word), let metal = metal(text, after: stop, end: end) {
      return Token(kind: .weight(grams * metal.inverse), range: range)
    }
    if words.into.contains(word) { return Token(kind: .into, range: range) }
    if today != nil, words.at.contains(word) { return Token(kind: .at, range: range) }
    if let spoken = spokenDay(text, at: start, end: end) { return spoken }
    if words.on.contains(word) { return Token(kind: .on, range: range) }
    if let sign = wordSigns[word] { return Token(kind: .sign(sign), range: range) }
    if let mention = lexicon.mention(word) { return Token(kind: .currency(mention), range: range) }
    if written.unicodeScalars.allSatisfy({ !$0.properties.isAlphabetic }),
      let first = written.unicodeScalars.first
    {
      return Token(kind: .invalid(.unexpectedCharacter(first)), range: range)
    }
    return Token(kind: .invalid(.unknownWord(written)), range: range)
  }

  /// A day in one or two words, such as "last friday".
  private func spokenDay(_ text: SourceText, at start: Int, end: Int) -> Token? {
    guard let today else { return nil }
    let stop = wordEnd(text, from: start, end: end)
    let word = text.string(start..<stop).lowercased()
    var next = stop
    while let (scalar, length) = text.scalar(at: next, end: end), scalar.isSkipped { next += length }
    let nextStop = next < end ? wordEnd(text, from: next, end: end) : next
    if let day = words.days["\(word) \(text.string(next..<nextStop).lowercased())"]?.day(from: today) {
      return Token(kind: .day(day), range: start..<nextStop)
    }
    return words.days[word].map { Token(kind: .day($0.day(from: today)), range: start..<stop) }
  }

  /// Grams per unit of the metal that comes next; nil if none does: "5 g" alone is Haitian money.
  private func metal(_ text: SourceText, after start: Int, end: Int) -> Rational? {
    var next = start
    while let (scalar, length) = text.scalar(at: next, end: end), scalar.isSkipped { next += length }
    let stop = wordEnd(text, from: next, end: end)
    let name = text.string(next..<stop).lowercased()
    let longer = longerName(text, beginning: name, at: next, stop, end: end)
    if case .currency(let mention)? = longer?.kind { return mention.grams }
    return lexicon.mention(name)?.grams
  }

  private func longerName(
    _ text: SourceText, beginning word: String, at start: Int, _ stop: Int, end: Int
  ) -> Token? {
    var (name, stop, found) = (word, stop, Token?.none)
    while lexicon.mayContinue(name) {
      var next = stop
      while let (scalar, length) = text.scalar(at: next, end: end), scalar.isSkipped { next += length }
      if next == stop, next < end, text.bytes[next] == UInt8(ascii: "-") { next += 1 }
      let nextStop = wordEnd(text, from: next, end: end)
      guard next > stop, nextStop > next else { break }
      name += " " + text.string(next..<nextStop).lowercased()
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
    default:
      return false
    }
  }
}
