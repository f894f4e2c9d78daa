// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes a calculation as text. `CalculationReader` reads that text as the same lines.
public struct CalculationWriter: Sendable {
  private let format: NumberFormat

  public init(symbols: NumberSymbols) {
    format = NumberFormat(symbols)
  }

  var form: String { format.symbols.form }

  public func text(_ calculation: Calculation, targets: [Currency] = []) -> String {
    var rows = calculation.lines.filter { !$0.isEmpty }.map { text($0, default: calculation.defaultCurrency) }
    if let day = calculation.day { rows.append("on \(day)") }
    if !targets.isEmpty { rows.append("in " + targets.map(\.code).joined(separator: ", ")) }
    return rows.joined(separator: "\n")
  }

  public func text(_ line: CalculationLine, default fallback: Currency? = nil) -> String {
    let amount = line.exact.map { "\(format.exactText($0.amount)) \($0.currency)" } ?? written(line, fallback)
    return (line.sign == .minus ? "-" : "") + amount + (line.day.map { " on \($0)" } ?? "")
  }

  private func written(_ line: CalculationLine, _ fallback: Currency?) -> String {
    guard case .success(let expression) = line.content, case .number = expression.valueWithoutRates,
      expression.currencies.isEmpty, let currency = line.currency ?? fallback
    else { return line.text }
    return expression.isSingleNumber ? "\(line.text) \(currency)" : "(\(line.text)) \(currency)"
  }
}

extension AmountExpression {
  var isSingleNumber: Bool {
    steps.allSatisfy { step in
      switch step.action {
      case .number, .prefix: true
      default: false
      }
    }
  }
}
