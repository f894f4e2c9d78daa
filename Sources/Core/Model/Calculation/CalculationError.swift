// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a text or a line has no value, and where.
public struct CalculationError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    // Writing
    case missingOperand
    case missingOperator
    case unclosedBracket
    case unopenedBracket
    case malformedNumber(NumberFault)
    case unexpectedCharacter(Unicode.Scalar)
    case unknownWord(String)
    case secondCurrency
    case invalidDate
    case missingTarget
    case unexpectedTarget
    /// A rate in the text isn't a number, or belongs to no single currency.
    case unclearRate
    case noAmount
    // Size
    /// The text was longer. Only its first `limit` bytes were read.
    case textTooLong(limit: Int)
    case tooManyLines(limit: Int)
    case numberTooLarge
    // Meaning
    case divisionByZero
    case moneyTimesMoney
    case numberDividedByMoney
    case numberWithMoney
    case percentOfNothing
    case currencyOnPercent
    case currencyMissing
    /// A percentage of lines above that have no value.
    case linesAboveFailed
    case rate(RateError)
  }

  public let reason: Reason
  /// UTF-8 bytes: in the whole text while reading, in the line's own text while evaluating.
  public let range: Range<Int>

  public init(_ reason: Reason, at range: Range<Int>) {
    self.reason = reason
    self.range = range
  }
}

public enum CalculationValue: Hashable, Sendable {
  case number(Rational)
  case money(Money)
  /// As a fraction: 12% is 0.12.
  case percent(Rational)

  /// The same value with another amount.
  func with(_ amount: Rational) -> CalculationValue {
    switch self {
    case .number: .number(amount)
    case .money(let money): .money(Money(amount, money.currency))
    case .percent: .percent(amount)
    }
  }

  /// The number without its unit.
  public var amount: Rational {
    switch self {
    case .number(let number), .percent(let number): number
    case .money(let money): money.amount
    }
  }

  public var money: Money? { if case .money(let money) = self { money } else { nil } }
}
