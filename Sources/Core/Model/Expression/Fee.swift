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
