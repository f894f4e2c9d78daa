// SPDX-License-Identifier: GPL-3.0-or-later

enum TermReader {
  /// Reads a line. Without tokens, the line has an error at the position `place`, or the error `noAmount` if `place` is
  /// nil. If `isWhole`, brackets around the amount mean minus.
  static func line(
    _ source: SourceText, _ tokens: ArraySlice<Token>, id: CalculationLine.ID, sign: LineSign,
    emptyAt place: Int?, isWhole: Bool = false, notes: (([ReadingNote]) -> Void)?
  ) -> CalculationLine {
    let tokens = isWhole ? tokens : withoutBrackets(tokens)
    let start = tokens.first?.range.lowerBound ?? place ?? 0
    let end = tokens.last?.range.upperBound ?? start
    var parser = ExpressionParser(origin: start)
    let content: Result<AmountExpression, CalculationError>
    do throws(CalculationError) {
      guard !tokens.isEmpty || place != nil else { throw CalculationError(.noAmount, at: 0..<0) }
      let expression = try parser.parse(tokens)
      if isWhole, sign == .plus, let negate = OperationList.negation, BracketedAmount(tokens) != nil {
        content = .success(expression.negated(by: negate))
        parser.noteBrackets(at: start..<end)
      } else {
        content = .success(expression)
      }
    } catch {
      content = .failure(
        CalculationError(
          error.reason, at: (error.range.lowerBound - start)..<(error.range.upperBound - start)))
    }
    notes?(parser.notes)
    let text = source.string(start..<end)
    let separate = (try? content.get()).flatMap(separable)
    return CalculationLine(
      id: id, sign: sign, text: text,
      amountText: separate.map { cut($0.range, out: text) } ?? text, content: content,
      currency: separate?.currency ?? (try? content.get())?.valueWithoutRates?.money?.currency, offset: start)
  }

  /// Removes brackets around the whole amount, because on a separate line `(5)` would mean minus 5.
  private static func withoutBrackets(_ tokens: ArraySlice<Token>) -> ArraySlice<Token> {
    let isBracketed = tokens.first?.kind == .open && tokens.last?.kind == .close && BracketedAmount(tokens) != nil
    return isBracketed ? tokens.dropFirst().dropLast() : tokens
  }

  /// Reads an amount in brackets as negative. Nil without brackets, or if a subunit such as "pence" is outside of them.
  static func bracketed(
    _ source: SourceText, _ tokens: ArraySlice<Token>, id: CalculationLine.ID
  ) -> (line: CalculationLine, notes: [ReadingNote])? {
    guard let amount = BracketedAmount(tokens), let first = tokens.first, let last = tokens.last else { return nil }
    var (notes, kept) = ([ReadingNote](), [amount.number])
    if let unit = amount.unit, unit.mention.share != nil {
      guard unit.range.lowerBound > first.range.lowerBound, unit.range.upperBound < last.range.upperBound else {
        return nil
      }
      kept = tokens.filter { $0.kind != .open && $0.kind != .close }
    } else if let unit = amount.unit {
      notes += [unit.mention.note(at: unit.range)].compactMap { $0 }
    }
    var line = line(source, kept[...], id: id, sign: .minus, emptyAt: nil, notes: { notes += $0 })
    line.currency = line.currency ?? amount.unit?.mention.currency
    notes.append(ReadingNote(.bracketsAsMinus, at: first.range.lowerBound..<last.range.upperBound))
    return (line, notes)
  }

  /// Returns the currency that can be removed from a text such as `5500 USD / 2`. Nil if that would change the value.
  private static func separable(_ expression: AmountExpression) -> (currency: Currency, range: Range<Int>)? {
    guard expression.currencies.count == 1, case .money(let money) = expression.valueWithoutRates,
      case .number(let number) = expression.withoutCurrencies.valueWithoutRates, number == money.amount,
      let range = expression.currencyRange
    else { return nil }
    return (money.currency, range)
  }

  private static func cut(_ range: Range<Int>, out text: String) -> String {
    let source = SourceText(text)
    let before = source.trimmed(0..<range.lowerBound)
    let after = source.trimmed(range.upperBound..<source.count)
    let (left, right) = (source.string(before), source.string(after))
    let (spaceBefore, spaceAfter) = (
      before.upperBound < range.lowerBound, after.lowerBound > range.upperBound
    )
    // Keep the space before the number in "2 × $5", and the space before the operator in "5 USD / 2".
    let isPrefix = right.unicodeScalars.first.map { $0.digit != nil || $0 == "(" || $0.isMinus } ?? false
    let gap = !left.isEmpty && !right.isEmpty && spaceBefore && (spaceAfter || isPrefix)
    return left + (gap ? " " : "") + right
  }
}

/// An amount in brackets, which means a negative amount in bookkeeping: `(12.50)`, `$(12.50)`, `(12.50 USD)`.
struct BracketedAmount {
  let number: Token
  let unit: (mention: CurrencyMention, range: Range<Int>)?

  /// Reads an amount in brackets. Nil for a sum, and for an amount with two currencies.
  init?(_ tokens: ArraySlice<Token>) {
    var number: Token?
    var unit: (mention: CurrencyMention, range: Range<Int>)?
    var (opened, closed) = (0, 0)
    for token in tokens {
      switch token.kind {
      case .open where number == nil: opened += 1
      case .close where number != nil: closed += 1
      case .number where opened > 0 && number == nil: number = token
      case .currency(let mention) where unit == nil: unit = (mention, token.range)
      default: return nil
      }
    }
    guard opened == closed, let number else { return nil }
    (self.number, self.unit) = (number, unit)
  }
}

extension AmountExpression {
  func negated(by prefix: Int) -> AmountExpression {
    AmountExpression(steps: steps + [Step(action: .prefix(prefix), range: 0..<0)])
  }

  /// The value, if it can be calculated without rates. Otherwise nil.
  var valueWithoutRates: CalculationValue? {
    var context = EvaluationContext(result: .eur, day: nil, rates: NoRates(), effort: 1_000)
    return try? evaluate(in: &context)
  }

  var currencyRange: Range<Int>? {
    steps.first { $0.action.currency != nil }?.range
  }
}

struct NoRates: RateSource {
  func rate(from: Currency, to: Currency, on day: Day?) throws(RateError) -> ConversionPath {
    throw .unknownCurrency(from.code)
  }
}

struct Term {
  var sign: LineSign
  var tokens: ArraySlice<Token>
  var day: Day?
  /// The start of the term in the whole text, in UTF-8 bytes.
  let start: Int

  /// Whether brackets make the term negative, as in `$(12.00) + $20`. Brackets without a currency only group numbers.
  var isBracketedMinus: Bool { sign == .plus && BracketedAmount(tokens)?.unit != nil }

  /// Whether the term is a percentage: only numbers, operators and brackets, with a percent sign at the end.
  var isPercent: Bool {
    guard let last = tokens.last, case .sign(let sign) = last.kind, sign.postfix != nil else { return false }
    return tokens.allSatisfy {
      switch $0.kind {
      case .number, .sign, .open, .close: true
      default: false
      }
    }
  }
}

/// The terms of a row, split at each plus and minus that is outside brackets.
struct Terms {
  private(set) var list: [Term] = []
  private let all: ArraySlice<Token>

  var count: Int { list.count }

  init(_ tokens: ArraySlice<Token>) {
    all = tokens
    var (start, depth, sign) = (tokens.startIndex, 0, LineSign.plus)
    var afterOperand = false
    for index in tokens.indices {
      switch tokens[index].kind {
      case .open:
        depth += 1
        afterOperand = false
      case .close:
        depth = max(depth - 1, 0)
        afterOperand = true
      case .number, .day, .invalid: afterOperand = true
      case .currency, .weight: break
      case .sign(let use):
        if depth == 0, let next = use.lineSign, afterOperand || index == tokens.startIndex {
          if index > start { append(tokens[start..<index], sign) }
          (start, sign) = (index + 1, next)
          afterOperand = false
        } else if use.postfix == nil {
          afterOperand = false
        }
      case .comma, .colon, .into, .on, .at: afterOperand = false
      }
    }
    if start < tokens.endIndex || start > tokens.startIndex { append(tokens[start...], sign) }
  }

  /// Appends a term. Adds a percentage to the single term before it, or as a separate line after several terms.
  private mutating func append(_ tokens: ArraySlice<Token>, _ sign: LineSign) {
    let end = tokens.startIndex > all.startIndex ? all[tokens.startIndex - 1].range.upperBound : 0
    var term = Term(sign: sign, tokens: tokens, start: tokens.first?.range.lowerBound ?? end)
    if case .day(let day) = tokens.last?.kind {
      // Remove "on" together with the day. Days such as "yesterday" can come without "on".
      let hasOn = tokens.count >= 2 && tokens[tokens.endIndex - 2].kind == .on
      term.day = day
      term.tokens = tokens.dropLast(hasOn ? 2 : 1)
    }
    if list.count == 1, list[0].day == nil, term.isPercent, !list[0].isPercent,
      !list[0].isBracketedMinus
    {
      list[0].tokens = all[list[0].tokens.startIndex..<term.tokens.endIndex]
      list[0].day = term.day
    } else {
      list.append(term)
    }
  }

  var isOnlyDay: Bool { list.count == 1 && list[0].tokens.isEmpty && list[0].day != nil }

  /// Removes and returns the day at the end of the row, which applies to all terms without a day.
  mutating func takeLastDay() -> Day? {
    guard let last = list.indices.last, let day = list[last].day else { return nil }
    list[last].day = nil
    return day
  }

  var hasPercentAfterSeveral: Bool { list.dropFirst().contains(where: \.isPercent) }

  /// Joins the terms into one line, so that a percentage applies only to this row. A date between terms is an error.
  mutating func joinAll() {
    guard let first = list.first, let last = list.last else { return }
    let start = first.sign == .plus ? first.tokens.startIndex : all.startIndex
    list = [Term(sign: .plus, tokens: all[start..<last.tokens.endIndex], start: first.start)]
  }
}
