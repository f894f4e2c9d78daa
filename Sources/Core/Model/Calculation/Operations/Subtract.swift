// SPDX-License-Identifier: GPL-3.0-or-later

/// Difference: a sum with the second value negated, so that `$100 - 15%` takes 15 % off.
struct Subtract: Operation {
  var symbols: [String] { Unicode.Scalar.minuses.map { String($0) } }
  var precedence: Precedence { .sum }
  var lineSign: LineSign? { .minus }

  func apply(_ left: CalculationValue, _ right: CalculationValue, in context: inout EvaluationContext)
    throws(CalculationError.Reason) -> CalculationValue
  {
    try Add().apply(left, right.with(-right.amount), in: &context)
  }
}
