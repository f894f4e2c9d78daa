// SPDX-License-Identifier: GPL-3.0-or-later

extension [Currency: Quote] {
  /// Adds for each currency that has no quote against home the one that leads there in the fewest steps.
  ///
  /// The newest of several counts, then the first by code, so that the same quotes always make the same route.
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
  /// The currencies of all pairs that hold, connected with home or not.
  var pairedCurrencies: Set<Currency> { Set(pairs.values.filter(holds).flatMap { [$0.base, $0.counter] }) }

  /// The way through the provider's own pairs in the fewest steps; nil where there is none, or no pairs are quoted.
  ///
  /// Sought from the first by code, so that it is the same way there and back.
  func pathRate(from: Currency, to: Currency) -> Route? {
    if pairs.isEmpty { return nil }
    let holding = pairs.values.filter(holds).sorted { ($0.base, $0.counter) < ($1.base, $1.counter) }
    let (root, end) = (min(from, to), max(from, to))
    let homeward = [:].linking(holding, to: root)
    var way = [end]
    while let last = way.last, last != root {
      guard let quote = homeward[last] else { return nil }
      way.append(quote.base == last ? quote.counter : quote.base)
    }
    if from == root { way.reverse() }
    var (value, steps) = (Rational.one, [Route.Leg]())
    for (here, next) in zip(way, way.dropFirst()) {
      guard let step = pairRate(from: here, to: next) else { return nil }
      value = value * step.value
      steps += step.legs
    }
    return Route(from: from, to: to, day: day, legs: steps, exact: value)
  }

  /// The rate of a pair that is quoted as one; its own direction before the other where both are of one day.
  func pairRate(from: Currency, to: Currency) -> Route? {
    let quotes = [pairs[PairKey(base: from, counter: to)], pairs[PairKey(base: to, counter: from)]]
    let newest = quotes.compactMap { $0 }.filter(holds)
      .reduce(nil) { best, quote in
        best.map { $0.observation.day >= quote.observation.day ? $0 : quote } ?? quote
      } as Quote?
    // The law before the market, as on the way home.
    guard let newest, catalogue.legalRate(retiring: from, on: day) == nil,
      catalogue.legalRate(retiring: to, on: day) == nil
    else { return nil }
    return Route(
      from: from, to: to, day: day, legs: [.quote(newest)],
      exact: newest.base == from ? newest.rate : newest.rate.inverse)
  }
}
