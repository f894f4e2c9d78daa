// SPDX-License-Identifier: GPL-3.0-or-later

/// The side of a bank's rate: it buys or sells one unit of the base.
public enum QuoteSide: String, Hashable, Sendable, CaseIterable {
  /// Between the two; also the one rate of a bank that publishes no more.
  case middle
  case buying
  case selling

  /// The opposite side: a bank that buys one currency sells the other.
  public var opposite: QuoteSide {
    switch self {
    case .middle: .middle
    case .buying: .selling
    case .selling: .buying
    }
  }
}

extension Quote {
  /// The side of the rate for one of its two currencies.
  func side(towards currency: Currency) -> QuoteSide { currency == base ? side : side.opposite }
}

extension [Quote] {
  /// The newest quote with a side of each currency against home, by the side for that currency.
  func homeward(to home: Currency) -> [QuoteSide: [Currency: Quote]] {
    var sided: [QuoteSide: [Currency: Quote]] = [:]
    for quote in self where quote.side != .middle && (quote.base == home || quote.counter == home) {
      let currency = quote.base == home ? quote.counter : quote.base
      let side = quote.side(towards: currency)
      if let known = sided[side]?[currency], known.observation.day >= quote.observation.day { continue }
      sided[side, default: [:]][currency] = quote
    }
    return sided
  }
}

extension Route.Leg {
  /// Whether both are the same law, or quotes of the same two currencies, whatever the side.
  func isSameStep(as other: Route.Leg) -> Bool {
    guard let quote, let theirs = other.quote else { return self == other }
    return (quote.provider, quote.base, quote.counter) == (theirs.provider, theirs.base, theirs.counter)
  }
}

extension Collection<Route.Leg> {
  /// The value of one unit of a currency, leg by leg.
  func rate(from currency: Currency) -> Rational {
    var (current, rate) = (currency, Rational.one)
    for leg in self {
      let (base, counter, unit, value) = leg.statement
      let isForward = base == current
      rate = rate * (isForward ? value * unit.inverse : unit * value.inverse)
      current = isForward ? counter : base
    }
    return rate
  }
}
