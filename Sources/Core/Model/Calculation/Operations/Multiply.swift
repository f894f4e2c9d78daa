// SPDX-License-Identifier: GPL-3.0-or-later

/// Product: one of the two values at most is money.
struct Multiply: Operation {
  var symbols: [String] { ["\u{D7}", "*", "\u{B7}", "\u{22C5}", "\u{2217}", "\u{FF0A}", "\u{2715}", "x"] }
  var precedence: Precedence { .product }

  func apply(_ left: CalculationValue, _ right: CalculationValue, in context: inout EvaluationContext)
    throws(CalculationError.Reason) -> CalculationValue
  {
    let product = left.amount * right.amount
    switch (left, right) {
    case (.money, .money): throw .moneyTimesMoney
    case (.money, _), (.number, .number), (.number, .percent), (.percent, .percent): return left.with(product)
    case (.number, .money), (.percent, .money), (.percent, .number): return right.with(product)
    }
  }
}
