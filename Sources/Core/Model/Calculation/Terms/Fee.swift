// SPDX-License-Identifier: GPL-3.0-or-later

/// A fee for changing money, as a fraction of it.
public struct Fee: Hashable, Sendable {
  /// The side of the exchange that the amount without fee is on.
  public enum Direction: Hashable, Sendable {
    /// The amount must arrive: how much do I pay?
    case iPay
    /// The amount is converted: how much do I receive?
    case iReceive
  }

  /// The two ways in which fees are charged. The terms of the office say which applies.
  public struct Amounts: Hashable, Sendable {
    /// The fee is a share of the proceeds: × (1 − f), or ÷ (1 − f) to pay.
    public let takenOffProceeds: Rational
    /// The rate is worse by the fee: ÷ (1 + f), or × (1 + f) to pay.
    public let markedUpRate: Rational
  }

  /// As a fraction: 0.02 is 2 %. At least 0 and below 1.
  public let share: Rational
  public var direction: Direction

  /// Nil unless `percent` is at least 0 and below 100.
  public init?(percent: Rational, direction: Direction) {
    guard percent.signum >= 0, percent < Rational(100) else { return nil }
    share = percent * .powerOfTen(-2)
    self.direction = direction
  }

  /// `amount`, converted without a fee, with the fee added in both ways, unrounded.
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

/// The cost of one purchase with one fee profile.
public struct FeeQuote: Hashable, Sendable {
  public let name: String
  /// Nil if there is no rate for its fee.
  public let total: Money?
  /// The excess over the middle rate, in percent.
  public let percent: Rational?
}

extension [String: FeeProfile] {
  /// The cost of one purchase with each profile, cheapest first.
  ///
  /// `fair`: the cost at the middle rate of the day.
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
