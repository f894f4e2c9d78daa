// SPDX-License-Identifier: GPL-3.0-or-later

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
    // A list's bullet
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
    // "12.50 EUR incl. VAT" is an amount, but a row that begins with "incl. VAT" is a part of other amounts.
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
