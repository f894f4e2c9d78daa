// SPDX-License-Identifier: GPL-3.0-or-later

public struct CalculationError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    case missingOperand
    case missingOperator
    case unclosedBracket
    case unopenedBracket
    case malformedNumber(NumberFault)
    case unknownNumberForm
    case unexpectedCharacter(Unicode.Scalar)
    case unknownWord(String)
    /// The text has words such as `double` or `less than`, which change the amount after them.
    case unclearWords(String)
    /// A name such as crowns has several equally likely currencies.
    case undecidedCurrency(String, [Currency])
    case secondCurrency
    case invalidDate
    /// The text names a month or year instead of a day. A period has a rate for each day.
    case periodForDay
    case dateForAmount
    case phoneNumber
    /// A range such as `$10–$20`, which is not a subtraction.
    case amountRange
    case severalAmounts
    case missingTarget
    case unexpectedTarget
    /// A rate in the text isn't a number, or has no unique currency.
    case unclearRate
    case noAmount
    case textTooLong(limit: Int)
    case tooManyLines(limit: Int)
    case numberTooLarge
    case divisionByZero
    case moneyTimesMoney
    case numberDividedByMoney
    case numberWithMoney
    case percentOfNothing
    case currencyOnPercent
    case currencyMissing
    case linesAboveFailed
    case rate(RateError)
  }

  public let reason: Reason
  /// The position in UTF-8 bytes. It counts in the whole text while reading, and in the line's text while evaluating.
  public let range: Range<Int>

  public init(_ reason: Reason, at range: Range<Int>) {
    self.reason = reason
    self.range = range
  }
}

public enum CalculationValue: Hashable, Sendable {
  case number(Rational)
  case money(Money)
  /// A percentage as a fraction: 12% is 0.12.
  case percent(Rational)

  func with(_ amount: Rational) -> CalculationValue {
    switch self {
    case .number: .number(amount)
    case .money(let money): .money(Money(amount, money.currency))
    case .percent: .percent(amount)
    }
  }

  public var amount: Rational {
    switch self {
    case .number(let number), .percent(let number): number
    case .money(let money): money.amount
    }
  }

  public var money: Money? { if case .money(let money) = self { money } else { nil } }
}
