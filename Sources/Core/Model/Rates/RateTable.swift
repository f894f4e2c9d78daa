// SPDX-License-Identifier: GPL-3.0-or-later

/// What one provider alone says of all its currencies on one day, each carried back to its last observation.
public struct RateTable: Sendable {
  public let provider: Provider
  /// The day asked for, or the provider's newest when none was.
  public let day: Day
  /// The newest observation in the table, whatever the currency.
  public let newest: Day
  /// For each currency the quote that leads towards home, nearly always at once.
  private let quotes: [Currency: Quote]
  /// Those of a provider that quotes any pairs.
  let pairs: [PairKey: Quote]
  let catalogue: CurrencyCatalogue

  /// `quotes`: for each currency its last one on or before `day`, with the provider's home on the other side.
  public init(provider: Provider, day: Day?, quotes: [Quote], catalogue: CurrencyCatalogue) {
    let newest = quotes.map(\.observation.day).max() ?? provider.firstDay
    self.provider = provider
    self.newest = newest
    self.day = day ?? newest
    self.catalogue = catalogue
    let home = provider.home
    let isOfPairs = provider.direction == .statedPerRow
    let homeward = Dictionary(
      quotes.lazy.filter { !isOfPairs || $0.base == home || $0.counter == home }.map {
        ($0.base == home ? $0.counter : $0.base, $0)
      },
      uniquingKeysWith: { $0.observation.day >= $1.observation.day ? $0 : $1 })
    self.quotes = isOfPairs ? homeward.linking(quotes, to: home) : homeward
    let pairs = (isOfPairs ? quotes : []).map { (PairKey(base: $0.base, counter: $0.counter), $0) }
    self.pairs = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  public var isEmpty: Bool { quotes.isEmpty && pairs.isEmpty }

  /// The currencies that can be converted on this day, by observation, law or peg; alphabetical.
  ///
  /// Of a provider of any pairs not each can be converted to each.
  public var currencies: [Currency] {
    let lawful = catalogue.legalRates.flatMap { [$0.retired, $0.successor] }
    let candidates = Set(quotes.keys).union(lawful).union([provider.home])
    return Set(candidates.filter { serves($0) }).union(pairedCurrencies).sorted()
  }

  /// Whether there is a way from a currency to the provider's home.
  func serves(_ currency: Currency) -> Bool { (try? leg(of: currency)) != nil }

  /// Every rate there is from a currency, by code; throws why there is none at all.
  public func routes(from base: Currency) throws(RateError) -> [Route] {
    let routes = currencies.filter { $0 != base }.compactMap { try? route(from: base, to: $0) }
    if routes.isEmpty { _ = try route(from: base, to: provider.home) }
    return routes
  }

  /// The exact rate from one currency to another by this provider alone, with all it rests on.
  public func route(from: Currency, to: Currency) throws(RateError) -> Route {
    if from == to { return Route(from: from, to: to, day: day, legs: [], exact: .one) }
    if let own = pairRate(from: from, to: to) ?? pathRate(from: from, to: to) { return own }
    let (start, end) = (try leg(of: from), try leg(of: to))
    guard let outward = Rational.one.divided(by: end.toHome) else {
      throw RateError.missing(to, provider: provider.id, day: day, lastSeen: nil)
    }
    var (there, back) = (start.steps[...], end.steps[...])
    // Two ways that meet before home go no further (TRL and TRY, 1,000,000 to 1): what both would pass through says
    // nothing. Two old currencies of the euro meet in it by two different laws.
    while let shared = there.last, shared == back.last { (there, back) = (there.dropLast(), back.dropLast()) }
    return Route(
      from: from, to: to, day: day, legs: there + back.reversed(), exact: start.toHome * outward)
  }

  /// The way from a currency to the provider's home by its own quotes, the law and pegs.
  private func leg(of currency: Currency) throws(RateError) -> (toHome: Rational, steps: [Route.Leg]) {
    let way = catalogue.lawfulWay(from: currency, on: day, home: provider.home) { currency in
      quotes[currency].map(holds) ?? false
    }
    var (current, toHome, steps) = (way.end, way.factor, way.laws.map { Route.Leg.law($0) })
    while current != provider.home {
      guard let quote = quotes[current] else {
        throw .missing(currency, provider: provider.id, day: day, lastSeen: nil)
      }
      guard holds(quote) else {
        throw .missing(currency, provider: provider.id, day: day, lastSeen: quote.observation.day)
      }
      steps.append(.quote(quote))
      toHome = toHome * (quote.base == current ? quote.rate : quote.rate.inverse)
      current = quote.base == current ? quote.counter : quote.base
    }
    return (toHome, steps)
  }

  /// Whether a quote is not too old to stand for the day.
  func holds(_ quote: Quote) -> Bool { day - quote.observation.day <= provider.carryLimit }
}
