// SPDX-License-Identifier: GPL-3.0-or-later

/// What a bank does at a rate, in its own word: it buys one of the base, or it sells one.
public enum QuoteSide: String, Hashable, Sendable, CaseIterable {
  /// Between the two; also the one rate of a bank that publishes no more.
  case middle
  case buying
  case selling

  /// What the bank does with the other currency: it sells one for the other that it buys.
  public var opposite: QuoteSide {
    switch self {
    case .middle: .middle
    case .buying: .selling
    case .selling: .buying
    }
  }
}

extension Quote {
  /// What the bank does with one of its two currencies at this rate.
  func side(towards currency: Currency) -> QuoteSide { currency == base ? side : side.opposite }
}

extension [Quote] {
  /// Of those with a side the newest of each currency against home, by what the bank does with that currency.
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
  /// What one of a currency comes to, leg by leg.
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
