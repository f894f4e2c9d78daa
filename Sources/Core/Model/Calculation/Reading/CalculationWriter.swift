// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes a calculation as text that `CalculationReader` reads back to the same lines, without their notes.
public struct CalculationWriter: Sendable {
  private let format: NumberFormat

  /// `symbols`: the number form in which the amounts were typed.
  public init(symbols: NumberSymbols) {
    format = NumberFormat(symbols)
  }

  /// One row per line, then the list's day and the target currencies.
  public func text(_ calculation: Calculation, targets: [Currency] = []) -> String {
    var rows = calculation.lines.filter { !$0.isEmpty }.map { text($0, default: calculation.defaultCurrency) }
    if let day = calculation.day { rows.append("on \(day)") }
    if !targets.isEmpty { rows.append("in " + targets.map(\.code).joined(separator: ", ")) }
    return rows.joined(separator: "\n")
  }

  /// For example `-(5500/2) USD on 2026-10-30`.
  public func text(_ line: CalculationLine, default fallback: Currency? = nil) -> String {
    let amount = line.exact.map { "\(format.exactText($0.amount)) \($0.currency)" } ?? written(line, fallback)
    return (line.sign == .minus ? "-" : "") + amount + (line.day.map { " on \($0)" } ?? "")
  }

  /// The text as typed, with the picker's currency if the text names none.
  private func written(_ line: CalculationLine, _ fallback: Currency?) -> String {
    guard case .success(let expression) = line.content, case .number = expression.valueWithoutRates,
      expression.currencies.isEmpty, let currency = line.currency ?? fallback
    else { return line.text }
    return expression.isSingleNumber ? "\(line.text) \(currency)" : "(\(line.text)) \(currency)"
  }
}

extension AmountExpression {
  var isSingleNumber: Bool { steps.count == 1 }
}
