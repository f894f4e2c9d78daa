// SPDX-License-Identifier: GPL-3.0-or-later

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
