// SPDX-License-Identifier: GPL-3.0-or-later

/// A number as hundredths: `12%`.
struct Percent: UnaryOperation {
  var symbols: [String] { ["%", "\u{66A}", "\u{FF05}"] }

  func apply(_ operand: CalculationValue, in context: inout EvaluationContext)
    throws(CalculationError.Reason) -> CalculationValue
  {
    switch operand {
    case .number(let number): return .percent(number * .powerOfTen(-2))
    case .money: throw .currencyOnPercent
    case .percent: throw .missingOperator
    }
  }
}

/// A share of something: `12% of 250 EUR`.
struct PercentOf: Operation {
  var symbols: [String] { ["of"] }
  var precedence: Precedence { .product }

  func apply(_ left: CalculationValue, _ right: CalculationValue, in context: inout EvaluationContext)
    throws(CalculationError.Reason) -> CalculationValue
  {
    guard case .percent = left else { throw .missingOperator }
    return try Multiply().apply(left, right, in: &context)
  }
}
