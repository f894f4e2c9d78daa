// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension Rational {
  /// A number or a sum such as `2*19,90` with a locale's symbols; nil for anything else.
  init?(typed text: String, _ symbols: NumberSymbols) {
    let reader = CalculationReader(symbols: symbols, catalogue: CurrencyCatalogue(records: [], legalRates: []))
    let line = reader.line(CalculationLine.ID(1), amount: text)
    var context = EvaluationContext(
      result: .eur, day: nil, rates: KeptRates([]))
    guard case .success(let expression) = line.content,
      case .number(let number)? = try? expression.evaluate(in: &context)
    else { return nil }
    self = line.sign == .minus ? -number : number
  }
}
