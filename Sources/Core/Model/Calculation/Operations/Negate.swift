// SPDX-License-Identifier: GPL-3.0-or-later

/// The minus before a value.
struct Negate: UnaryOperation {
  var symbols: [String] { Subtract().symbols }

  func apply(_ operand: CalculationValue, in context: inout EvaluationContext) -> CalculationValue {
    operand.with(-operand.amount)
  }
}

/// The plus before a value.
struct Identity: UnaryOperation {
  var symbols: [String] { Add().symbols }

  func apply(_ operand: CalculationValue, in context: inout EvaluationContext) -> CalculationValue { operand }
}
