// SPDX-License-Identifier: GPL-3.0-or-later

extension CalculationReader {
  /// The number that a form's field or a command's argument holds, or the sum, such as `2*19,90`, without a currency.
  public func number(_ text: String) throws(CalculationError) -> (value: Rational, notes: [ReadingNote]) {
    let source = SourceText(text)
    let tokens = rows.lexer.tokens(source, in: source.trimmed(0..<source.count))
    var parser = ExpressionParser(operations: rows.operations, origin: 0)
    guard !tokens.isEmpty else { throw CalculationError(.noAmount, at: 0..<0) }
    let expression = try parser.parse(tokens[...])
    var context = EvaluationContext(result: .eur, day: nil, rates: NoRates())
    switch try expression.evaluate(in: &context) {
    case .number(let value): return (value, parser.notes)
    case .money: throw CalculationError(.secondCurrency, at: expression.currencyRange ?? 0..<source.count)
    case .percent: throw CalculationError(.percentOfNothing, at: 0..<source.count)
    }
  }

  /// The amount in a cell of a table, with its sign as banks write it, and the currency that stands beside it.
  public func amount(
    _ cell: String
  ) throws(CalculationError) -> (value: Rational, currency: Currency?, notes: [ReadingNote]) {
    let source = SourceText(cell)
    let (line, notes) = try statements.amount(source, source.trimmed(0..<source.count))
    switch try line.content.get().valueWithoutRates {
    case .number(let number): return (line.sign == .minus ? -number : number, nil, notes)
    case .money(let money): return (line.sign == .minus ? -money.amount : money.amount, money.currency, notes)
    case .percent: throw CalculationError(.percentOfNothing, at: 0..<source.count)
    case nil: throw CalculationError(.secondCurrency, at: 0..<source.count)
    }
  }

  /// The currencies of a list such as `USD, GBP` or `€`, each once, by code, symbol or name; at least one.
  public func currencies(_ text: String) throws(CalculationError) -> (list: [Currency], notes: [ReadingNote]) {
    let source = SourceText(text)
    var (list, notes) = ([Currency](), [ReadingNote]())
    for token in rows.lexer.tokens(source, in: 0..<source.count) {
      switch token.kind {
      case .currency(let mention):
        if !list.contains(mention.currency) { list.append(mention.currency) }
        if let note = mention.note(at: token.range) { notes.append(note) }
      case .comma: break
      case .invalid(let reason): throw CalculationError(reason, at: token.range)
      default: throw CalculationError(.unknownWord(source.string(token.range)), at: token.range)
      }
    }
    guard !list.isEmpty else { throw CalculationError(.missingTarget, at: 0..<source.count) }
    return (list, notes)
  }
}

extension CurrencyMention {
  /// The fault of a name that several currencies share.
  func note(at range: Range<Int>) -> ReadingNote? {
    candidates.isEmpty ? nil : ReadingNote(.symbolRead(as: currency, candidates: candidates), at: range)
  }
}
