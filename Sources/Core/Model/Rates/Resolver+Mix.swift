// SPDX-License-Identifier: GPL-3.0-or-later

extension Resolver {
  /// A route by two providers if no single one has both: on their newest common day, with the fewest legs.
  ///
  /// Sought from the first currency by code, so that it is the same way there and back.
  func mixed(from: Currency, to: Currency) -> Route? {
    let (first, last) = (min(from, to), max(from, to))
    // On a route through two banks, one buys what the other sells.
    let side = from == first ? self.side : self.side.opposite
    var best: (day: Day, route: Route)?
    for index in tables.indices {
      for other in tables[(index + 1)...] {
        guard let (day, one, two) = onCommonDay(tables[index], other), best.map({ $0.day <= day }) ?? true else {
          continue
        }
        let shared = sharedCurrencies(one, two)
        for (start, end) in [(one, two), (two, one)] {
          let route = Self.route(
            from: first, by: start, to: last, by: end, through: shared, side: side, day: self.day ?? day)
          guard let route else { continue }
          if let known = best, known.day == day, known.route.legs.count <= route.legs.count { continue }
          best = (day, route)
        }
      }
    }
    return from == first ? best?.route : best?.route.reversed()
  }

  /// Both on the newest day that both have rates of or before the day asked for.
  private func onCommonDay(_ one: RateTable, _ two: RateTable) -> (Day, RateTable, RateTable)? {
    // Means of one period go together, whatever the last day was on which each published.
    if one.isOfMeans, two.isOfMeans { return (min(one.day, two.day), one, two) }
    let day = min(one.newest, two.newest)
    guard let first = table(one, on: day), let second = table(two, on: day) else { return nil }
    return (day, first, second)
  }

  private func table(_ table: RateTable, on day: Day) -> RateTable? {
    if table.newest == day { return table }
    return earlier[day]?.first { $0.provider.id == table.provider.id }
  }

  /// In the order in which they are preferred: the two homes, the most traded, then by code.
  private func sharedCurrencies(_ one: RateTable, _ two: RateTable) -> [Currency] {
    let both = Set(one.currencies).intersection(two.currencies)
    let preferred = [one.provider.home, two.provider.home, .usd, .eur, .gbp, .jpy, .chf].filter(both.contains)
    return preferred + both.subtracting(preferred).sorted()
  }

  private static func route(
    from: Currency, by one: RateTable, to: Currency, by two: RateTable, through shared: [Currency], side: QuoteSide,
    day: Day
  ) -> Route? {
    guard one.currencies(reach: from), two.currencies(reach: to) else { return nil }
    var best: Route?
    for middle in shared where middle != from && middle != to {
      // One that gives no quote takes no part: the law is everybody's, and its older day would only renew a rate that is
      // too old to be carried.
      guard let there = try? one.route(from: from, to: middle, side: side),
        let onward = try? two.route(from: middle, to: to, side: side), !there.quotes.isEmpty,
        !onward.quotes.isEmpty
      else { continue }
      let count = there.legs.count + onward.legs.count
      if best.map({ count < $0.legs.count }) ?? true { best = there.followed(by: onward, day: day) }
      // Each of the two gives at least one.
      if count == 2 { break }
    }
    return best
  }
}

extension RateTable {
  /// Whether any way leads from a currency, to home or among pairs.
  fileprivate func currencies(reach currency: Currency) -> Bool {
    serves(currency) || pairedCurrencies.contains(currency)
  }
}
