// SPDX-License-Identifier: GPL-3.0-or-later

public struct Fee: Hashable, Sendable {
  public enum Direction: Hashable, Sendable {
    /// The fee is added to the amount that the user pays.
    case iPay
    /// The fee is subtracted from the amount that the user receives.
    case iReceive
  }

  /// The amount with the fee, calculated in the two ways that exchange offices use.
  public struct Amounts: Hashable, Sendable {
    /// The amount if the office keeps a share f of the proceeds: × (1 − f) for `iReceive`, ÷ (1 − f) for `iPay`.
    public let takenOffProceeds: Rational
    /// The amount if the office makes the rate worse by f: ÷ (1 + f) for `iReceive`, × (1 + f) for `iPay`.
    public let markedUpRate: Rational
  }

  /// The fee as a fraction: 0.02 is 2 %. It is at least 0 and below 1.
  public let share: Rational
  public var direction: Direction

  public init?(percent: Rational, direction: Direction) {
    guard percent.signum >= 0, percent < Rational(100) else { return nil }
    share = percent * .powerOfTen(-2)
    self.direction = direction
  }

  /// Returns the unrounded amounts with the fee. `amount` is the converted amount without the fee.
  public func amounts(of amount: Rational) -> Amounts {
    let (less, more) = (Rational.one - share, Rational.one + share)
    return switch direction {
    case .iReceive:
      Amounts(
        takenOffProceeds: amount.unreducedProduct(with: less),
        markedUpRate: amount.unreducedProduct(with: more.inverse))
    case .iPay:
      Amounts(
        takenOffProceeds: amount.unreducedProduct(with: less.inverse),
        markedUpRate: amount.unreducedProduct(with: more))
    }
  }
}

public struct FeeQuote: Hashable, Sendable {
  public let name: String
  public let total: Money?
  /// The extra cost compared with the middle rate, in percent. Nil if the total is missing or the currencies are equal.
  public let percent: Rational?
}

extension [String: FeeProfile] {
  /// Returns the cost of `price` with each fee profile, the cheapest first. `fair` is the cost at the middle rate.
  public func quotes(for price: Money, costing fair: Money, on day: Day, by resolver: Resolver) -> [FeeQuote] {
    let all = map { name, profile in
      let total = try? profile.total(of: fair, on: day) { money throws(RateError) in
        try resolver.route(from: money.currency, to: fair.currency).convert(money.amount)
      }
      let more = total.flatMap { Purchase(price: price, paid: $0) }?.markUp(over: fair.amount * price.amount.reciprocal)
      return FeeQuote(name: name, total: total, percent: more?.percent)
    }
    return all.sorted { a, b in
      switch (a.total?.amount, b.total?.amount) {
      case (let one?, let other?): (one, a.name) < (other, b.name)
      case (nil, nil): a.name < b.name
      case (let one, _): one != nil
      }
    }
  }
}

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
