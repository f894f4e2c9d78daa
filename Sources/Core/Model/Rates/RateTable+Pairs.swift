// SPDX-License-Identifier: GPL-3.0-or-later

extension [Currency: Quote] {
  /// Adds for each currency that has no quote against home the one that leads there in the fewest steps.
  ///
  /// Of several the newest counts, then the first by code: the same quotes always make the same way.
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
  /// The rate of a pair that is quoted as one; its own direction before the other where both are of one day.
  func pairRate(from: Currency, to: Currency) -> CrossRate? {
    let quotes = [pairs[PairKey(base: from, counter: to)], pairs[PairKey(base: to, counter: from)]]
    let newest = quotes.compactMap { $0 }.filter { day - $0.observation.day <= provider.carryLimit }
      .reduce(nil) { best, quote in
        best.map { $0.observation.day >= quote.observation.day ? $0 : quote } ?? quote
      } as Quote?
    // The law before the market, as on the way home.
    guard let newest, catalogue.legalRate(retiring: from, on: day) == nil,
      catalogue.legalRate(retiring: to, on: day) == nil
    else { return nil }
    return CrossRate(
      from: from, to: to, day: day, legs: [.quote(newest)],
      homeward: newest.base == from ? newest.rate : newest.rate.inverse, outward: .one)
  }
}
