// SPDX-License-Identifier: GPL-3.0-or-later

/// Sum: of numbers, of money in any currencies; a percentage is added to what stands before it.
struct Add: Operation {
  var symbols: [String] { Unicode.Scalar.pluses.map { String($0) } }
  var precedence: Precedence { .sum }
  var lineSign: LineSign? { .plus }

  func apply(_ left: CalculationValue, _ right: CalculationValue, in context: inout EvaluationContext)
    throws(CalculationError.Reason) -> CalculationValue
  {
    switch (left, right) {
    case (.number(let a), .number(let b)):
      return .number(a + b)
    case (.percent(let a), .percent(let b)):
      return .percent(a + b)
    case (.number, .percent(let p)), (.money, .percent(let p)):
      return left.with(left.amount * (.one + p))
    case (.percent, _):
      throw .percentOfNothing
    case (.number, .money), (.money, .number):
      throw .numberWithMoney
    case (.money(let a), .money(let b)):
      if a.currency == b.currency { return .money(Money(a.amount + b.amount, a.currency)) }
      let (first, second) = (try context.inResult(a), try context.inResult(b))
      return .money(Money(first + second, context.result))
    }
  }
}
