// SPDX-License-Identifier: GPL-3.0-or-later

/// What one provider says of all its currencies on one day, each carried back to its last observation.
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
  /// Where to look for what is not here, in order.
  var fallbacks: [RateTable] = []

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

  /// The currencies that can be converted on this day, by observation or by law; alphabetical.
  ///
  /// Of a provider of any pairs not each can be converted to each.
  public var currencies: [Currency] {
    let candidates = Set(quotes.keys).union(catalogue.legalRates.map(\.retired)).union([provider.home])
    let own = candidates.filter { (try? ownLeg(of: $0)) != nil }
    let borrowed = Set(fallbacks.flatMap(\.currencies)).subtracting(own).filter { borrowedLeg(of: $0) != nil }
    return own.union(borrowed).union(pairedCurrencies).sorted()
  }

  /// Every rate there is from a currency, by code; throws why there is none at all.
  public func crossRates(from base: Currency) throws(RateError) -> [CrossRate] {
    let rates = currencies.filter { $0 != base }.compactMap { try? crossRate(from: base, to: $0) }
    if rates.isEmpty { _ = try crossRate(from: base, to: provider.home) }
    return rates
  }

  /// The exact rate from one currency to another, with all it rests on.
  public func crossRate(from: Currency, to: Currency) throws(RateError) -> CrossRate {
    if from == to { return CrossRate(from: from, to: to, day: day, legs: [], homeward: .one, outward: .one) }
    if let own = pairRate(from: from, to: to) ?? pathRate(from: from, to: to) { return own }
    let (start, end) = (try leg(of: from), try leg(of: to))
    if let short = CrossRate(meeting: start, end, from: from, to: to, day: day) { return short }
    guard let outward = Rational.one.divided(by: end.toHome) else {
      throw RateError.missing(to, provider: provider.id, day: day, lastSeen: nil)
    }
    return CrossRate(
      from: from, to: to, day: day, legs: start.steps + end.steps.reversed(), homeward: start.toHome,
      outward: outward)
  }

  var quotedCurrencies: some Collection<Currency> { quotes.keys }

  private func leg(of currency: Currency) throws(RateError) -> Leg {
    do {
      return try ownLeg(of: currency)
    } catch {
      guard let leg = borrowedLeg(of: currency) else { throw error }
      return leg
    }
  }

  /// The way from a currency to the provider's home by its own quotes and the law.
  func ownLeg(of currency: Currency) throws(RateError) -> Leg {
    var (current, toHome, steps) = (currency, Rational.one, [CrossRate.Step]())
    // The law before the market: the last fixing of a currency that ended is not its rate (rates.md, trap 7).
    while current != provider.home, let law = catalogue.legalRate(retiring: current, on: day) {
      toHome = toHome * law.factor.inverse
      steps.append(.law(law))
      current = law.successor
    }
    if current == provider.home { return Leg(toHome: toHome, steps: steps) }
    if let predecessor = predecessor(of: current) {
      toHome = toHome * predecessor.factor
      steps.append(.law(predecessor))
      current = predecessor.retired
    }
    if quotes[current] == nil, let peg = catalogue.peg(of: current, on: day) {
      toHome = toHome * peg.factor.inverse
      steps.append(.law(peg))
      current = peg.successor
      if current == provider.home { return Leg(toHome: toHome, steps: steps) }
    }
    repeat {
      guard let quote = quotes[current] else {
        throw .missing(currency, provider: provider.id, day: day, lastSeen: nil)
      }
      guard day - quote.observation.day <= provider.carryLimit else {
        throw .missing(currency, provider: provider.id, day: day, lastSeen: quote.observation.day)
      }
      steps.append(.quote(quote))
      toHome = toHome * (quote.base == current ? quote.rate : quote.rate.inverse)
      current = quote.base == current ? quote.counter : quote.base
    } while current != provider.home
    return Leg(toHome: toHome, steps: steps)
  }

  /// Before a redenomination the new code has no quote of its own: its predecessor's stands for it.
  private func predecessor(of currency: Currency) -> LegalRate? {
    guard quotes[currency] == nil else { return nil }
    return catalogue.legalRates.first {
      $0.successor == currency && $0.kind == .redenomination && $0.from > day && quotes[$0.retired] != nil
    }
  }

  struct Leg {
    var toHome: Rational
    var steps: [CrossRate.Step]
  }
}

/// Why there is no rate.
public enum RateError: Error, Hashable, Sendable {
  /// `lastSeen`: the last observation, when there was one too long ago to be carried.
  case missing(Currency, provider: ProviderID, day: Day, lastSeen: Day?)
  /// The day lies before the provider's first or after its newest by more than may be carried.
  case outsideHistory(Day, provider: ProviderID, first: Day, newest: Day)
  case noRates(provider: ProviderID)
  case unknownCurrency(String)
}
