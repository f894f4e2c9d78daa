// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

extension AmountReader {
  /// Reads amounts and sums such as `2*19,90` with a locale's symbols, and writes them so.
  static func reading(_ symbols: NumberSymbols) -> AmountReader {
    // An amount's currency stands beside it, so no names or symbols of currencies are looked for here.
    let reader = CalculationReader(symbols: symbols, catalogue: CurrencyCatalogue(records: [], legalRates: []))
    let format = NumberFormat(symbols)
    return AmountReader(
      read: { text in
        if text.allSatisfy(\.isWhitespace) { return .failure(.empty) }
        do throws(CalculationError) {
          let line = reader.line(CalculationLine.ID(1), amount: text)
          var context = EvaluationContext(
            result: .eur, day: nil,
            rates: TableRates { (_) throws(RateError) in throw .noRates(provider: .ecb) })
          switch try line.content.get().evaluate(in: &context) {
          case .number(let number): return .success(line.sign == .minus ? -number : number)
          case .percent(let number): return .success(number * Rational.powerOfTen(-2))
          case .money: return .failure(.unreadable(position: 0))
          }
        } catch {
          let before = text.utf8.prefix(error.range.lowerBound)
          return .failure(.unreadable(position: String(Substring(before)).count))
        }
      },
      write: { format.text($0, places: $1, grouped: false) })
  }
}
