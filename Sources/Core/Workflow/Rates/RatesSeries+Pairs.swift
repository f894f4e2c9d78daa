// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursStorage

extension RatesWorkflow {
  /// How a pair moved at a provider that quotes any pairs: on each day the rate that would be converted with.
  ///
  /// A point for each day on which a quote on the way was new; the others on the way are those that hold then.
  func series(
    through provider: Provider, from: Currency, to: Currency, between first: Day, and last: Day
  ) async throws(RatesFailure) -> RateSeries {
    let (earlier, pairs, news) = try await quotes(of: provider.id, between: first, and: last)
    var (holding, points) = (earlier, [RateSeries.Point]())
    for day in news.keys.sorted() {
      for (pair, quote) in news[day] ?? [:] { holding[pair] = quote }
      let table = RateTable(
        provider: provider, day: day, quotes: pairs.compactMap { holding[$0] }, catalogue: catalogue)
      guard let rate = try? table.route(from: from, to: to), rate.isNew(on: day) else { continue }
      let isReversed = rate.legs.count == 1 && rate.quotes.first.map { $0.base != from } ?? false
      points.append(.init(day: day, rate: rate.value, weight: isReversed ? rate.value.reciprocal : .one))
    }
    guard !points.isEmpty else {
      let isQuoted = pairs.contains { $0.base == from || $0.counter == from }
      throw .rate(.missing(isQuoted ? to : from, provider: provider.id, day: last, lastSeen: nil))
    }
    return RateSeries(from: from, to: to, points: points)
  }

  /// The rates before the first day, the pairs in the order of a table, and the changes by day.
  private func quotes(
    of id: ProviderID, between first: Day, and last: Day
  ) async throws(RatesFailure) -> (earlier: [PairKey: Quote], [PairKey], news: [Day: [PairKey: Quote]]) {
    try await mending(id) { database throws(StorageError) in
      var (earlier, news) = ([PairKey: Quote](), [Day: [PairKey: Quote]]())
      for quote in try await database.latestQuotes(of: id, on: first - 1) {
        earlier[quote.pair] = quote
      }
      let pairs = try await database.pairs(of: id).filter { $0.side == .middle }
      for pair in pairs {
        for observation in try await database.observations(
          of: id, base: pair.base, counter: pair.counter, from: first, to: last)
        {
          news[observation.day, default: [:]][pair] = Quote(provider: id, pair: pair, observation: observation)
        }
      }
      return (earlier, pairs, news)
    }
  }
}

extension Route {
  fileprivate func isNew(on day: Day) -> Bool {
    legs.contains { if case .quote(let quote) = $0 { quote.observation.day == day } else { false } }
  }
}
