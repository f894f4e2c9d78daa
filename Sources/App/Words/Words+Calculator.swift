// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension Words {
  /// An amount with the digits of its currency, or more where rounding would hide too much.
  func text(_ money: Money) -> String {
    numbers.text(money.amount, money.shownPlaces(minorUnit: catalogue.minorUnit(of: money.currency)))
  }

  /// A calculation's result; plain numbers and shares have six digits.
  func text(_ value: CalculationValue) -> String {
    switch value {
    case .money(let money): text(money)
    case .number(let number): exactText(number)
    case .percent(let share): percent(share)
    }
  }

  /// All digits of a number that ends, six of one that does not.
  func exactText(_ number: Rational) -> String {
    numbers.text(number, number.terminatingPlaces ?? max(5 - number.leadingExponent, 0))
  }

  /// A fraction as a percentage, with as many decimals as it has unless told how many.
  func percent(_ fraction: Rational, places: Int? = nil) -> String {
    let hundredths = fraction * Rational(100)
    // Translators: a percentage, as in "12.5%".
    return tr(
      "{number}%", ["number": places.map { numbers.text(hundredths, $0) } ?? exactText(hundredths)])
  }
}
