// SPDX-License-Identifier: GPL-3.0-or-later

/// The steps of an amount in postfix order. An array needs no recursion, even for ten thousand nested brackets.
public struct AmountExpression: Hashable, Sendable {
  enum Action: Hashable, Sendable {
    case number(Rational)
    case currency(Currency)
    /// Turns a number of subunits into money. `share` is one subunit's value in the currency: 0.01 for a cent.
    case subunit(Currency, share: Rational)
    case weight(Rational)
    /// The index of an operation in `OperationList.prefix`. `postfix` and `infix` are indexes in lists of these names.
    case prefix(Int)
    case postfix(Int)
    case infix(Int)
  }

  struct Step: Hashable, Sendable {
    let action: Action
    /// The position of the step in the expression's text, in UTF-8 bytes.
    let range: Range<Int>
  }

  let steps: [Step]

  init(steps: [Step]) {
    self.steps = steps
  }

  init(_ money: Money, range: Range<Int>) {
    steps = [
      Step(action: .number(money.amount), range: range),
      Step(action: .currency(money.currency), range: range),
    ]
  }

  public var currencies: [Currency] {
    steps.compactMap(\.action.currency)
  }

  var withoutCurrencies: AmountExpression {
    AmountExpression(steps: steps.filter { if case .currency = $0.action { false } else { true } })
  }

  public func evaluate(in context: inout EvaluationContext) throws(CalculationError) -> CalculationValue {
    var stack: [CalculationValue] = []
    for step in steps {
      do throws(CalculationError.Reason) {
        let value = try perform(step.action, on: &stack, in: &context)
        try context.check(value)
        stack.append(value)
      } catch {
        throw CalculationError(error, at: step.range)
      }
    }
    guard let value = stack.last else { throw CalculationError(.noAmount, at: 0..<0) }
    return value
  }

  private func perform(
    _ action: Action, on stack: inout [CalculationValue], in context: inout EvaluationContext
  ) throws(CalculationError.Reason) -> CalculationValue {
    if case .number(let number) = action { return .number(number) }
    guard let top = stack.popLast() else { throw .missingOperand }
    switch action {
    case .number(let number):
      return .number(number)
    case .currency(let currency):
      switch top {
      case .number(let number): return .money(Money(number, currency))
      case .money(let money) where money.currency == currency: return top
      case .money: throw .secondCurrency
      case .percent: throw .currencyOnPercent
      }
    case .subunit(let currency, let share):
      switch top {
      case .number(let number): return .money(Money(number * share, currency))
      case .money: throw .secondCurrency
      case .percent: throw .currencyOnPercent
      }
    case .weight(let units):
      guard case .money(let metal) = top else { throw .currencyMissing }
      return .money(Money(metal.amount * units, metal.currency))
    case .prefix(let index):
      return try OperationList.prefix[index].apply(top, in: &context)
    case .postfix(let index):
      return try OperationList.postfix[index].apply(top, in: &context)
    case .infix(let index):
      guard let left = stack.popLast() else { throw .missingOperand }
      return try OperationList.infix[index].apply(left, top, in: &context)
    }
  }
}

extension AmountExpression.Action {
  var currency: Currency? {
    switch self {
    case .currency(let currency), .subunit(let currency, _): currency
    default: nil
    }
  }
}

extension CalculationError.Reason: Error {}
