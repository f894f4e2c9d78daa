// SPDX-License-Identifier: GPL-3.0-or-later

public enum Precedence: Int, Comparable, Sendable {
  case sum, product

  public static func < (a: Precedence, b: Precedence) -> Bool { a.rawValue < b.rawValue }
}

public enum LineSign: Hashable, Sendable {
  case plus, minus

  public init?(_ character: Character) {
    guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1 else { return nil }
    if scalar.isPlus { self = .plus } else if scalar.isMinus { self = .minus } else { return nil }
  }
}

public protocol Operation: Sendable {
  /// The signs and words for the operation, words in lower case. Kurs itself writes the first of them.
  var symbols: [String] { get }
  var precedence: Precedence { get }
  /// The sign of a line that begins with this operation. Nil if no line can begin with it.
  var lineSign: LineSign? { get }

  func apply(_ left: CalculationValue, _ right: CalculationValue, in context: inout EvaluationContext)
    throws(CalculationError.Reason) -> CalculationValue
}

extension Operation {
  public var lineSign: LineSign? { nil }
}

public protocol UnaryOperation: Sendable {
  var symbols: [String] { get }

  func apply(_ operand: CalculationValue, in context: inout EvaluationContext)
    throws(CalculationError.Reason) -> CalculationValue
}

/// Adds numbers, or money in any currencies. In `$100 + 15%`, the percentage is a share of the 100 dollars.
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

/// Divides. Money divided by a number is money. Money divided by money is a ratio without a currency.
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

struct Negate: UnaryOperation {
  var symbols: [String] { Subtract().symbols }

  func apply(_ operand: CalculationValue, in context: inout EvaluationContext) -> CalculationValue {
    operand.with(-operand.amount)
  }
}

struct Identity: UnaryOperation {
  var symbols: [String] { Add().symbols }

  func apply(_ operand: CalculationValue, in context: inout EvaluationContext) -> CalculationValue { operand }
}

/// The list of all operations. A new operation needs a type and an entry here.
enum OperationList {
  static let infix: [any Operation] = [Add(), Subtract(), Multiply(), Divide(), PercentOf()]
  static let prefix: [any UnaryOperation] = [Identity(), Negate()]
  static let postfix: [any UnaryOperation] = [Percent()]

  static let negation = prefix.firstIndex { $0 is Negate }
}

extension Character {
  private static let operators = Set(
    (OperationList.infix.flatMap(\.symbols) + OperationList.postfix.flatMap(\.symbols))
      .filter { $0.count == 1 }.flatMap(\.self).filter { !$0.isLetter })

  public var isOperator: Bool { Self.operators.contains(self) }
}

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

/// Subtracts by adding the negated value. So `$100 - 15%` is 85 dollars.
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
