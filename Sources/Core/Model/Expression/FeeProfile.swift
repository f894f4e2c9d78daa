// SPDX-License-Identifier: GPL-3.0-or-later

public struct FeeProfile: Hashable, Sendable {
  public let percent: Rational
  public let weekendPercent: Rational
  public let fixed: Money?
  public let minimum: Money?
  public let text: String

  /// Reads `1.75% + 0.35 EUR; min 1.50 EUR; weekend 1%`. Nil for anything else.
  public init?(_ text: String) {
    var (percent, fixed, weekend, minimum) = (Rational?.none, Money?.none, Rational?.none, Money?.none)
    for (index, part) in text.split(separator: ";", omittingEmptySubsequences: false).enumerated() {
      let words = part.split(separator: " ")
      if index == 0 {
        for term in part.split(separator: "+", omittingEmptySubsequences: false) {
          if let share = Self.percent(term.split(separator: " ")[...]), percent == nil {
            percent = share
          } else if let money = Self.money(term.split(separator: " ")[...]), fixed == nil {
            fixed = money
          } else {
            return nil
          }
        }
      } else if words.first == "min", minimum == nil, let money = Self.money(words.dropFirst()) {
        minimum = money
      } else if words.first == "weekend", weekend == nil, let share = Self.percent(words.dropFirst()) {
        weekend = share
      } else {
        return nil
      }
    }
    (self.percent, weekendPercent) = (percent ?? .zero, weekend ?? .zero)
    (self.fixed, self.minimum, self.text) = (fixed, minimum, text)
  }

  /// Adds the fee to `cost`. `convert` converts the profile's fixed and minimum fee to the currency of `cost`.
  public func total<E: Error>(
    of cost: Money, on day: Day, convert: (Money) throws(E) -> Rational
  ) throws(E) -> Money {
    let share = percent + (day.weekday > 5 ? weekendPercent : .zero)
    let marked = Fee(percent: share, direction: .iPay)?.amounts(of: cost.amount).markedUpRate ?? cost.amount
    var fee = marked - cost.amount
    if let fixed { fee = fee + (try convert(fixed)) }
    if let minimum {
      let least = try convert(minimum)
      if fee < least { fee = least }
    }
    return Money(cost.amount + fee, cost.currency)
  }

  /// Reads a percentage from 0 to below 50, so that a profile's two percentages (always, weekends) add up to below 100.
  private static func percent(_ words: ArraySlice<Substring>) -> Rational? {
    let joined = words.joined()
    guard joined.last == "%", let value = Rational(text: String(joined.dropLast())), value.signum >= 0,
      value < Rational(50)
    else { return nil }
    return value
  }

  private static func money(_ words: ArraySlice<Substring>) -> Money? {
    guard words.count == 2, let value = words.first.flatMap({ Rational(text: String($0)) }), value.signum >= 0,
      let currency = words.last.flatMap({ Currency(String($0)) })
    else { return nil }
    return Money(value, currency)
  }
}

public struct Purchase: Hashable, Sendable {
  public let price: Money
  public let paid: Money

  /// Creates a comparison. Nil unless both amounts are positive and the currencies differ.
  public init?(price: Money, paid: Money) {
    guard price.amount.signum > 0, paid.amount.signum > 0, price.currency != paid.currency else { return nil }
    (self.price, self.paid) = (price, paid)
  }

  public var rate: Rational { paid.amount * price.amount.reciprocal }

  /// Returns the extra cost compared with the rate `middle`. It is negative if the user paid less.
  public func markUp(over middle: Rational) -> (percent: Rational, money: Money) {
    let fair = price.amount * middle
    let more = paid.amount - fair
    return (more * fair.reciprocal * Rational(100), Money(more, paid.currency))
  }
}
