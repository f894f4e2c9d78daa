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
    /// The text has words such as `double` or `less than` before the amount. They change the meaning of the amount.
    case unclearWords(String)
    /// The name, such as "crowns", belongs to several currencies, and none is likelier than the others.
    case undecidedCurrency(String, [Currency])
    case secondCurrency
    case invalidDate
    /// The text names a month or year where one day is needed. Each day of a period has its own rate.
    case periodForDay
    case dateForAmount
    case phoneNumber
    /// The text is a range such as `$10–$20`. Kurs doesn't read the dash as a minus.
    case amountRange
    case severalAmounts
    case missingTarget
    case unexpectedTarget
    /// A rate in the text isn't a number, or the text doesn't show which currency the rate converts.
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
  /// The position in UTF-8 bytes: in the line's text, or in the whole text if the error belongs to no line.
  public let range: Range<Int>

  public init(_ reason: Reason, at range: Range<Int>) {
    self.reason = reason
    self.range = range
  }
}

public enum CalculationValue: Hashable, Sendable {
  case number(Rational)
  case money(Money)
  /// A percentage as a fraction. For example, 12% is 0.12.
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
