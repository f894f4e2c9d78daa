// SPDX-License-Identifier: GPL-3.0-or-later

/// Creates a line from the tokens of one term.
struct TermReader {
  let operations: OperationList

  /// `place`: the position of a missing operand if there are no tokens; nil in a form, which may be empty.
  func line(
    _ source: SourceText, _ tokens: ArraySlice<Token>, id: CalculationLine.ID, sign: LineSign,
    emptyAt place: Int?, notes: (([ReadingNote]) -> Void)?
  ) -> CalculationLine {
    let start = tokens.first?.range.lowerBound ?? place ?? 0
    let end = tokens.last?.range.upperBound ?? start
    var parser = ExpressionParser(operations: operations, origin: start)
    let content: Result<AmountExpression, CalculationError>
    do throws(CalculationError) {
      guard !tokens.isEmpty || place != nil else { throw CalculationError(.noAmount, at: 0..<0) }
      content = .success(try parser.parse(tokens))
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
      currency: separate?.currency ?? (try? content.get())?.valueWithoutRates?.money?.currency, day: nil,
      note: "",
      offset: start)
  }

  /// The only currency of an expression that means the same without it, as in `5500 USD / 2`.
  private func separable(_ expression: AmountExpression) -> (currency: Currency, range: Range<Int>)? {
    guard expression.currencies.count == 1, case .money(let money) = expression.valueWithoutRates,
      case .number(let number) = expression.withoutCurrencies.valueWithoutRates, number == money.amount,
      let range = expression.currencyRange
    else { return nil }
    return (money.currency, range)
  }

  private func cut(_ range: Range<Int>, out text: String) -> String {
    let source = SourceText(text)
    let before = source.trimmed(0..<range.lowerBound)
    let after = source.trimmed(range.upperBound..<source.count)
    let (left, right) = (source.string(before), source.string(after))
    let (spaceBefore, spaceAfter) = (
      before.upperBound < range.lowerBound, after.lowerBound > range.upperBound
    )
    // "2 × $5" keeps the space before its number, "5 USD / 2" the one before its sign.
    let isPrefix = right.unicodeScalars.first.map { $0.digit != nil || $0 == "(" || $0.isMinus } ?? false
    let gap = !left.isEmpty && !right.isEmpty && spaceBefore && (spaceAfter || isPrefix)
    return left + (gap ? " " : "") + right
  }
}

extension AmountExpression {
  /// Its value if no conversion is needed, nil otherwise.
  var valueWithoutRates: CalculationValue? {
    var context = EvaluationContext(result: .eur, day: nil, rates: NoRates(), effort: 1_000)
    return try? evaluate(in: &context)
  }

  var currencyRange: Range<Int>? {
    steps.lazy.compactMap { step in
      if case .currency = step.action { step.range } else { nil }
    }.first
  }
}

struct NoRates: RateSource {
  func rate(from: Currency, to: Currency, on day: Day?) throws(RateError) -> ConversionPath {
    throw .unknownCurrency(from.code)
  }
}
