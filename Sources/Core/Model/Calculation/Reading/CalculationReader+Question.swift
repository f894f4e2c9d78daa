// SPDX-License-Identifier: GPL-3.0-or-later

extension CalculationReader {
  /// Reads what is asked in a search or on a command line, where `100 EUR USD` is "100 EUR in USD", and `EUR USD` is of 1.
  public func readQuestion(_ text: String) -> ReadResult {
    if let plain = withoutPhrases(text) {
      let read = question(plain)
      if read.errors.isEmpty { return read }
    }
    return question(text)
  }

  /// The question without words that ask and with pairs such as `EUR/USD` and `EURUSD` as two currencies; nil for a
  /// question without either.
  private func withoutPhrases(_ text: String) -> String? {
    guard text.utf8.count <= 400, !text.contains(where: \.isNewline) else { return nil }
    var words = text.trimmed { $0.isWhitespace || "?\u{61F}".contains($0) }
    let lower = words.lowercased()
    if let phrase = Self.phrases.first(where: { lower.hasPrefix($0 + " ") }) {
      words = String(words.dropFirst(phrase.count).drop { $0.isWhitespace })
    }
    for (said, meant) in Self.shares { words = words.replacingFirst(said, with: meant) }
    let source = SourceText(words)
    let tokens = rows.lexer.tokens(source, in: 0..<source.count)
    var changes: [(range: Range<Int>, text: String)] = []
    for (index, token) in tokens.enumerated() {
      if case .invalid(.unknownWord(let word)) = token.kind, word.utf8.count == 6, let pair = pair(word) {
        changes.append((token.range, pair))
      } else if source.string(token.range) == "/", index > 0, index + 1 < tokens.count, tokens[index - 1].isCurrency,
        tokens[index + 1].isCurrency
      {
        changes.append((token.range, " "))
      }
    }
    var bytes = source.bytes
    for change in changes.reversed() { bytes.replaceSubrange(change.range, with: Array(change.text.utf8)) }
    let plain = String(decoding: bytes, as: UTF8.self)
    return plain == text ? nil : plain
  }

  /// Two codes of three letters that stand together: `EUR USD` for `EURUSD`.
  private func pair(_ word: String) -> String? {
    let (from, to) = (String(word.prefix(3)), String(word.suffix(3)))
    guard [from, to].allSatisfy({ code in (try? unit(code))?.currency == Currency(code) && Currency(code) != nil })
    else { return nil }
    return "\(from) \(to)"
  }

  private static let phrases = [
    "what is", "what's", "whats", "what are", "how much is", "how much are", "how much", "convert", "was ist",
    "was sind",
    "wie viel ist", "wie viel sind", "wieviel ist", "wieviel sind", "wie viel", "كم يساوي", "كم تساوي", "كم",
  ]

  /// Shares that are said with other words than "of".
  private static let shares = [
    ("% tip on ", "% of "), ("% tax on ", "% of "), ("% vat on ", "% of "), ("% trinkgeld auf ", "% von "),
  ]

  private func question(_ text: String) -> ReadResult {
    let asTyped = read(text)
    let source = SourceText(text)
    let tokens = rows.lexer.tokens(source, in: source.trimmed(0..<source.count))
    let start = tokens.lastIndex { !$0.isCurrency && !rows.lexer.joins($0, source) }.map { $0 + 1 } ?? 0
    let currencies = tokens[start...].filter(\.isCurrency)
    // The part before the first result currency: up to "in", to the second of two currencies, or to the one after `EUR
    // 100`.
    let isMarked = start > 0 && tokens[start - 1].kind == .into
    guard !asTyped.errors.isEmpty || asTyped.calculation.lines.contains(where: \.hasTwoCurrencies),
      let wish = isMarked ? currencies.first : currencies.dropFirst().first ?? currencies.first
    else { return asTyped }
    let amount = tokens.prefix { $0.range.lowerBound < wish.range.lowerBound && $0.kind != .into }
    guard let end = amount.last?.range.upperBound else { return asTyped }
    let one = amount.count == 1 && amount[0].isCurrency ? "1 " : ""
    let question = "\(one)\(source.string(0..<end)) \u{2192} \(source.string(wish.range.lowerBound..<source.count))"
    let read = read(question)
    return read.errors.isEmpty ? read : asTyped
  }
}

extension String {
  /// With `other` in place of the first `part`.
  fileprivate func replacingFirst(_ part: String, with other: String) -> String {
    guard let found = firstRange(of: part) else { return self }
    return String(self[..<found.lowerBound]) + other + String(self[found.upperBound...])
  }
}

extension CalculationLine {
  /// Whether one amount has two currencies, which no rate can settle.
  fileprivate var hasTwoCurrencies: Bool {
    guard case .success(let expression) = content else { return false }
    var context = EvaluationContext(result: .eur, day: nil, rates: NoRates())
    do throws(CalculationError) {
      _ = try expression.evaluate(in: &context)
      return false
    } catch { return error.reason == .secondCurrency }
  }
}
