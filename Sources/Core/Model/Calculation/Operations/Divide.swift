// SPDX-License-Identifier: GPL-3.0-or-later

/// Quotient: money by a number is money, money by money, of any currencies, a ratio.
struct Divide: Operation {
  var symbols: [String] { ["\u{F7}", "/", "\u{2215}", "\u{2044}", "\u{FF0F}"] }
  var precedence: Precedence { .product }

  func apply(_ left: CalculationValue, _ right: CalculationValue, in context: inout EvaluationContext)
    throws(CalculationError.Reason) -> CalculationValue
  {
    switch (left, right) {
    case (.number, .money), (.percent, .money):
      throw .numberDividedByMoney
    case (.money(let a), .money(let b)):
      return .number(try quotient(a.amount, try context.convert(b, to: a.currency)))
    case (.percent(let a), .percent(let b)):
      return .number(try quotient(a, b))
    case (_, .number(let b)), (_, .percent(let b)):
      return left.with(try quotient(left.amount, b))
    }
  }

  private func quotient(_ a: Rational, _ b: Rational) throws(CalculationError.Reason) -> Rational {
    guard let quotient = a.divided(by: b) else { throw .divisionByZero }
    return quotient
  }
}
