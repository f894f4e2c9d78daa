// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a text or a line has no value, and where in it.
public struct CalculationError: Error, Hashable, Sendable {
  /// A fault of a calculation; the front end words each.
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
    /// A rate that was typed along is no number, or of no one currency.
    case unclearRate
    case noAmount
    // Size
    /// The text went on; only its first `limit` bytes were read.
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
    /// A percentage of lines above that have no value themselves.
    case linesAboveFailed
    case rate(RateError)
  }

  public let reason: Reason
  /// UTF-8 bytes: in a whole text when it was being read, in the line's own text when it was evaluated.
  public let range: Range<Int>

  public init(_ reason: Reason, at range: Range<Int>) {
    self.reason = reason
    self.range = range
  }
}

/// The value of an expression.
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

  /// The number without what it counts.
  public var amount: Rational {
    switch self {
    case .number(let number), .percent(let number): number
    case .money(let money): money.amount
    }
  }

  public var money: Money? { if case .money(let money) = self { money } else { nil } }
}
