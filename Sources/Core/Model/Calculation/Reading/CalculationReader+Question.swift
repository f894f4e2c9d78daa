// SPDX-License-Identifier: GPL-3.0-or-later

extension CalculationReader {
  /// Reads what is asked in a search or on a command line, where `100 EUR USD` is "100 EUR in USD", and `EUR USD` is of 1.
  public func readQuestion(_ text: String) -> ReadResult {
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
