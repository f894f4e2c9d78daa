// SPDX-License-Identifier: GPL-3.0-or-later

/// The cost of one purchase by one fee profile.
public struct FeeQuote: Hashable, Sendable {
  public let name: String
  /// Nil where there is no rate for its fee.
  public let total: Money?
  /// The excess over the middle rate, in percent.
  public let percent: Rational?
}

extension [String: FeeProfile] {
  /// One purchase by each of them, the cheapest first.
  ///
  /// `fair`: what it costs by the middle of the day.
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
