// SPDX-License-Identifier: GPL-3.0-or-later

/// The rates of one provider on one day. Each rate is the last one published on or before that day.
public struct RateTable: Sendable {
  public let provider: Provider
  /// The requested day. If no day was requested, the newest day of the provider.
  public let day: Day
  public let newest: Day
  public private(set) var side: QuoteSide
  /// For each currency, the quote that converts it to the home currency, or to a currency one step closer to home.
  private var quotes: [Currency: Quote]
  /// The buying and selling quotes. Empty unless the user chose buying or selling rates.
  private var sided: [QuoteSide: [Currency: Quote]]
  private(set) var pairs: [PairKey: Quote]
  /// The errors of currencies whose quotes were removed by `without`.
  private var missingReasons: [Currency: RateError] = [:]
  let catalogue: CurrencyCatalogue
  /// Whether the quotes are means of a period that ends on `day`.
  let isOfMeans: Bool

  /// Creates a table. `quotes` has the last quote of each currency and side on or before `day`.
  public init(
    provider: Provider, day: Day?, quotes all: [Quote], catalogue: CurrencyCatalogue, side: QuoteSide = .middle
  ) {
    let quotes = all.allSatisfy { $0.side == .middle } ? all : all.filter { $0.side == .middle }
    let newest = (side == .middle ? quotes : all).map(\.observation.day).max() ?? provider.firstDay
    isOfMeans = all.first?.mean != nil
    self.side = side
    sided = side == .middle ? [:] : all.homeward(to: provider.home)
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

  var atMiddle: RateTable {
    var table = self
    (table.side, table.sided) = (.middle, [:])
    return table
  }

  public var middles: [Quote] { Array(quotes.values) }

  public var all: [Quote] { middles + sided.values.flatMap(\.values) }

  /// Returns the table without the quotes in `missingReasons`. Their currencies get the error of their quote.
  public func without(_ missingReasons: [Quote: RateError]) -> RateTable {
    if missingReasons.isEmpty { return self }
    var table = self
    for (currency, quote) in quotes { table.missingReasons[currency] = missingReasons[quote] }
    table.quotes = quotes.filter { missingReasons[$0.value] == nil }
    table.pairs = pairs.filter { missingReasons[$0.value] == nil }
    table.sided = sided.mapValues { $0.filter { missingReasons[$0.value] == nil } }
    return table
  }

  public var isEmpty: Bool { quotes.isEmpty && pairs.isEmpty && sided.isEmpty }

  /// The convertible currencies, A to Z. If the provider quotes arbitrary pairs, some pairs may have no path.
  public var currencies: [Currency] {
    let legal = catalogue.legalRates.flatMap { [$0.retired, $0.successor] }
    let quoted = Set(quotes.keys).union(sided.values.flatMap(\.keys))
    let candidates = quoted.union(legal).union([provider.home])
    return Set(candidates.filter { serves($0) }).union(pairedCurrencies).sorted()
  }

  func serves(_ currency: Currency) -> Bool {
    (try? leg(of: currency, side)) != nil || side != .middle && (try? leg(of: currency, side.opposite)) != nil
  }

  public func route(from: Currency, to: Currency) throws(RateError) -> ConversionPath {
    try route(from: from, to: to, side: side)
  }

  /// Returns a path. `side` is whether the bank buys or sells `from`. The bank does the opposite with `to`.
  func route(from: Currency, to: Currency, side: QuoteSide) throws(RateError) -> ConversionPath {
    if from == to { return ConversionPath(from: from, to: to, day: day, legs: [], exact: .one) }
    if let own = pairRate(from: from, to: to) ?? pathRate(from: from, to: to) { return own }
    let (start, end) = (try leg(of: from, side), try leg(of: to, side.opposite))
    guard let outward = Rational.one.divided(by: end.toHome) else {
      throw RateError.missing(to, provider: provider.id, day: day, lastSeen: nil)
    }
    let legs = [ConversionPath.Leg].joining(start.steps, end.steps)
    let isCut = side != .middle && legs.count < start.steps.count + end.steps.count
    guard let common = legs.overCommonDays else {
      throw RateError.missing(to, provider: provider.id, day: day, lastSeen: nil)
    }
    if common != legs {
      return ConversionPath(from: from, to: to, day: day, legs: common, exact: common.rate(from: from))
    }
    // If both parts of the path share a step, calculate without it, as its buying and selling rates don't cancel out.
    let exact = isCut ? legs.rate(from: from) : start.toHome * outward
    return ConversionPath(from: from, to: to, day: day, legs: legs, exact: exact)
  }

  private func leg(
    of currency: Currency, _ side: QuoteSide
  ) throws(RateError) -> (toHome: Rational, steps: [ConversionPath.Leg]) {
    let way = catalogue.legalPath(from: currency, on: day, home: provider.home) { currency in
      quote(of: currency, side).map(isStillValid) ?? false
    }
    var (current, toHome, steps) = (way.end, way.factor, way.laws.map { ConversionPath.Leg.law($0) })
    while current != provider.home {
      guard let quote = quote(of: current, side) else {
        throw missingReasons[current] ?? .missing(currency, provider: provider.id, day: day, lastSeen: nil)
      }
      guard isStillValid(quote) else {
        throw .missing(currency, provider: provider.id, day: day, lastSeen: quote.observation.day)
      }
      steps.append(.quote(quote))
      toHome = toHome * (quote.base == current ? quote.rate : quote.rate.inverse)
      current = quote.base == current ? quote.counter : quote.base
    }
    return (toHome, steps)
  }

  /// Returns the quote for the side. If it is missing or too old, returns the middle quote.
  private func quote(of currency: Currency, _ side: QuoteSide) -> Quote? {
    if side == .middle || sided.isEmpty { return quotes[currency] }
    let own = sided[side]?[currency]
    return own.flatMap { isStillValid($0) ? $0 : nil } ?? quotes[currency] ?? own
  }

  func isStillValid(_ quote: Quote) -> Bool { day <= provider.lastDay(of: quote.observation.day) }
}

extension [Currency: Quote] {
  /// Connects currencies to `home` in the fewest steps. Prefers newer quotes, then the alphabetically first currency.
  func linking(_ quotes: [Quote], to home: Currency) -> [Currency: Quote] {
    var (linked, reached) = (self, Set(keys).union([home]))
    while true {
      let next = quotes.filter { reached.contains($0.base) != reached.contains($0.counter) }
      if next.isEmpty { return linked }
      for quote in next {
        let (far, near) = reached.contains(quote.base) ? (quote.counter, quote.base) : (quote.base, quote.counter)
        guard let known = linked[far] else {
          linked[far] = quote
          continue
        }
        let other = known.base == far ? known.counter : known.base
        if (known.observation.day, near.code) < (quote.observation.day, other.code) { linked[far] = quote }
      }
      reached.formUnion(linked.keys)
    }
  }
}

extension RateTable {
  var pairedCurrencies: Set<Currency> { Set(pairs.values.filter(isStillValid).flatMap { [$0.base, $0.counter] }) }

  /// Returns the shortest path, or nil. Starts at the alphabetically first code, so that both directions have one path.
  func pathRate(from: Currency, to: Currency) -> ConversionPath? {
    if pairs.isEmpty { return nil }
    let holding = pairs.values.filter(isStillValid).sorted { ($0.base, $0.counter) < ($1.base, $1.counter) }
    let (root, end) = (min(from, to), max(from, to))
    let homeward = [:].linking(holding, to: root)
    var way = [end]
    while let last = way.last, last != root {
      guard let quote = homeward[last] else { return nil }
      way.append(quote.base == last ? quote.counter : quote.base)
    }
    if from == root { way.reverse() }
    var (value, steps) = (Rational.one, [ConversionPath.Leg]())
    for (here, next) in zip(way, way.dropFirst()) {
      guard let step = pairRate(from: here, to: next) else { return nil }
      value = value * step.value
      steps += step.legs
    }
    guard let common = steps.overCommonDays else { return nil }
    if common != steps { (steps, value) = (common, common.rate(from: from)) }
    return ConversionPath(from: from, to: to, day: day, legs: steps, exact: value)
  }

  /// Returns a path with a single quote of the pair: the newer quote, or on the same day the quote with base `from`.
  func pairRate(from: Currency, to: Currency) -> ConversionPath? {
    let quotes = [pairs[PairKey(base: from, counter: to)], pairs[PairKey(base: to, counter: from)]]
    let newest = quotes.compactMap { $0 }.filter(isStillValid)
      .reduce(nil) { best, quote in
        best.map { $0.observation.day >= quote.observation.day ? $0 : quote } ?? quote
      } as Quote?
    guard let newest, catalogue.legalRate(retiring: from, on: day) == nil,
      catalogue.legalRate(retiring: to, on: day) == nil
    else { return nil }
    return ConversionPath(
      from: from, to: to, day: day, legs: [.quote(newest)],
      exact: newest.base == from ? newest.rate : newest.rate.inverse)
  }
}
