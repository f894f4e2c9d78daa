// SPDX-License-Identifier: GPL-3.0-or-later

extension CalculationReader {
  /// The number that a form's field or a command's argument holds, or the sum, such as `2*19,90`, without a currency.
  public func number(_ text: String) throws(CalculationError) -> (value: Rational, notes: [ReadingNote]) {
    let source = SourceText(text)
    let tokens = rows.lexer.tokens(source, in: source.trimmed(0..<source.count))
    var parser = ExpressionParser(operations: rows.operations, origin: 0)
    guard !tokens.isEmpty else { throw CalculationError(.noAmount, at: 0..<0) }
    if let range = rows.lexer.range(in: tokens[...], source) { throw range }
    var expression = try parser.parse(tokens[...])
    if let negate = rows.operations.negation, BracketedAmount(tokens[...]) != nil {
      expression = expression.negated(by: negate)
      parser.noteBrackets(at: 0..<source.count)
    }
    var context = EvaluationContext(result: .eur, day: nil, rates: NoRates())
    switch try expression.evaluate(in: &context) {
    case .number(let value): return (value, parser.notes)
    case .money: throw CalculationError(.secondCurrency, at: expression.currencyRange ?? 0..<source.count)
    case .percent: throw CalculationError(.percentOfNothing, at: 0..<source.count)
    }
  }

  /// The exact amount in a cell of a table, in whole units of the currency that stands beside it.
  ///
  /// A sign before or behind it and brackets around it count, and so do the names and exchange codes of subunits:
  /// `($1,234.50)`, `12.50-`, `6459 GBp`. The notes say what is doubtful.
  public func amount(
    _ cell: String
  ) throws(CalculationError) -> (value: Rational, currency: Currency?, notes: [ReadingNote]) {
    let source = SourceText(cell)
    let (line, notes) = try statements.amount(source, source.trimmed(0..<source.count))
    switch try line.content.get().valueWithoutRates {
    case .number(let number): return (line.sign == .minus ? -number : number, line.currency, notes)
    case .money(let money): return (line.sign == .minus ? -money.amount : money.amount, money.currency, notes)
    case .percent: throw CalculationError(.percentOfNothing, at: 0..<source.count)
    case nil: throw CalculationError(.secondCurrency, at: 0..<source.count)
    }
  }

  /// The unit that a cell or an argument names, such as `EUR`, `€`, `GBp` or `pence`, and how much of its currency one is.
  ///
  /// An amount in that unit is worth `share` times as much in the currency.
  public func unit(
    _ text: String
  ) throws(CalculationError) -> (currency: Currency, share: Rational, notes: [ReadingNote]) {
    let source = SourceText(text)
    let tokens = rows.lexer.tokens(source, in: 0..<source.count)
    guard let first = tokens.first else { throw CalculationError(.missingTarget, at: 0..<source.count) }
    switch first.kind {
    case .currency(let mention) where tokens.count == 1:
      return (mention.currency, mention.share ?? .one, [mention.note(at: first.range)].compactMap { $0 })
    case .currency: throw CalculationError(.secondCurrency, at: tokens[1].range)
    case .invalid(let reason): throw CalculationError(reason, at: first.range)
    default: throw CalculationError(.unknownWord(source.string(first.range)), at: first.range)
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
