// SPDX-License-Identifier: GPL-3.0-or-later

import KursItems
import KursModel
import KursStorage

/// Reads stored rates as tables and series. If the database file is damaged, restores its rates and reads again.
struct RatesReader: Sendable {
  let importer: RatesImport

  private var database: RatesDatabase { importer.database }
  private var catalogue: CurrencyCatalogue { importer.catalogue }
  private var directory: ProviderDirectory { importer.directory }
  private var due: DueDays { DueDays(database: database, clock: importer.clock) }

  func table(of id: ProviderID, on day: Day?, _ side: QuoteSide) async throws(RatesFailure) -> RateTable {
    let provider = try directory.provider(id)
    let quotes = try await mending(id) { database throws(StorageError) in
      try await database.latestQuotes(of: id, on: day, withSides: side != .middle)
    }
    let table = RateTable(provider: provider, day: day, quotes: quotes, catalogue: catalogue, side: side)
    if let day, table.isEmpty || day > provider.lastDay(of: table.newest) {
      if let validity = provider.validity, !table.isEmpty {
        throw .rate(.notPrescribed(day, provider: id, last: validity.period(of: table.newest)))
      }
      let newest = try await self.table(of: id, on: nil, side).newest
      throw .rate(.outsideHistory(day, provider: id, first: provider.firstDay, newest: newest))
    }
    guard !table.isEmpty else { throw .rate(.noRates(provider: id)) }
    return table
  }

  func table(
    of id: ProviderID, on day: Day?, _ demand: RatesDemand, _ side: QuoteSide
  ) async throws(RatesFailure) -> RateTable {
    let (provider, side) = (try directory.provider(id), demand.side ?? side)
    guard demand != .carried, let day, provider.validity == nil else {
      return try await table(of: id, on: day, side)
    }
    let newest = try await table(of: id, on: nil, side)
    let table: RateTable?
    do { table = try await self.table(of: id, on: day, side) } catch {
      // If the day is after the newest stored day, the code below throws a more helpful error about missing days.
      guard case .rate(.outsideHistory) = error, newest.newest < day else { throw error }
      table = nil
    }
    let last = (table ?? newest).newest
    if last < day {
      let missing = due.missing(of: provider, in: (last + 1)...day, but: try await due.coveredDays(of: table ?? newest))
      if let lack = due.missingReason(of: missing, provider) { throw .rate(lack) }
    }
    guard let table else {
      throw .rate(.outsideHistory(day, provider: id, first: provider.firstDay, newest: newest.newest))
    }
    return try await table.without(missingReasons(in: table, provider))
  }

  /// Returns an error for each rate of the table that may be outdated, because a newer rate may not be stored.
  private func missingReasons(
    in table: RateTable, _ provider: Provider
  ) async throws(RatesFailure) -> [Quote: RateError] {
    let old = table.all.filter {
      $0.observation.day < table.day && table.day <= provider.lastDay(of: $0.observation.day)
    }
    guard let oldest = old.map(\.observation.day).min() else { return [:] }
    let days = due.days((oldest + 1)...table.day, at: provider, isSeldom: true)
    let covered = try await due.covered(provider.id)
    return old.reduce(into: [:]) { missingReasons, quote in
      let known = CoveredDays([covered[quote.pair] ?? []])
      missingReasons[quote] = due.missingReason(
        of: days.filter { $0 > quote.observation.day && !known.contains($0) }, provider)
    }
  }

  /// Returns the mean rates of a period. Throws `.rate(.outsideHistory)` if no rate was published in the period.
  func table(
    of id: ProviderID, over period: ClosedRange<Day>, _ demand: RatesDemand, _ side: QuoteSide
  ) async throws(RatesFailure) -> RateTable {
    let (provider, side) = (try directory.provider(id), demand.side ?? side)
    if let validity = provider.validity { return try await table(of: provider, over: period, validity, side) }
    var series = try await mending(id) { database throws(StorageError) in
      try await database.observations(of: id, in: period, withSides: side != .middle).map { pair, observations in
        (pair: pair, points: observations.map { RateSeries.Point(day: $0.day, rate: $0.rate) })
      }
    }
    joinRedenominated(&series, in: period)
    var quotes = series.compactMap { pair, points in
      Mean(of: points).flatMap { Quote($0, provider: id, pair: pair) }
    }
    let usual = quotes.max { ($0.mean?.count ?? 0, $1.base, $1.counter) < ($1.mean?.count ?? 0, $0.base, $0.counter) }
    guard let usual, let last = quotes.lazy.map(\.observation.day).max() else {
      let newest = try await self.table(of: id, on: nil, side).newest
      throw .rate(.outsideHistory(period.lowerBound, provider: id, first: provider.firstDay, newest: newest))
    }
    let covered = try await due.covered(id)
    let isPlanned = provider.hasTimetable
    let usually = isPlanned ? due.days(period, at: provider) : due.usualDays(period, like: usual.mean?.points ?? [])
    let seldom = due.days(period, at: provider, isSeldom: true)
    var missingReasons: [Quote: RateError] = [:]
    for (index, quote) in quotes.enumerated() {
      guard let mean = quote.mean else { continue }
      let (stored, known) = (Set(mean.points.map(\.day)), CoveredDays([covered[quote.pair] ?? []]))
      let isRare = mean.count * 2 <= usual.mean?.count ?? 0
      let missing = (isRare ? seldom : usually).filter {
        !stored.contains($0) && !(isPlanned && known.contains($0))
      }
      quotes[index].mean?.missing = missing.count
      if demand != .carried, isPlanned { missingReasons[quotes[index]] = due.missingReason(of: missing, provider) }
    }
    if let lack = missingReasons.first(where: { $0.key.pair == usual.pair })?.value { throw .rate(lack) }
    let laws = catalogue.withoutChangeovers(in: period)
    return RateTable(provider: provider, day: last, quotes: quotes, catalogue: laws, side: side).without(missingReasons)
  }

  /// Returns an authority's mean rates of a period. Each rate is weighted by the number of days on which it applies.
  private func table(
    of provider: Provider, over period: ClosedRange<Day>, _ validity: Validity, _ side: QuoteSide
  ) async throws(RatesFailure) -> RateTable {
    let first = validity.period(of: period.lowerBound).lowerBound
    let series = try await mending(provider.id) { database throws(StorageError) in
      try await database.observations(of: provider.id, in: first...period.upperBound, withSides: side != .middle)
    }
    let length = period.upperBound - period.lowerBound + 1
    var (quotes, open) = ([Quote](), period.lowerBound)
    for (pair, observations) in series {
      var (sum, reached, used) = (Rational.zero, period.lowerBound, [Observation]())
      for (index, observation) in observations.enumerated() {
        let next = index + 1 < observations.count ? observations[index + 1].day - 1 : period.upperBound
        let from = max(observation.day, reached)
        let to = min(next, provider.lastDay(of: observation.day), period.upperBound)
        guard from == reached, from <= to else { continue }
        used.append(observation)
        sum = sum + observation.rate * Rational(Int64(to - from + 1))
        reached = to + 1
      }
      open = max(open, reached)
      guard reached > period.upperBound, let last = used.last else { continue }
      var quote: Quote? = Quote(provider: provider.id, pair: pair, observation: last)
      if used.count > 1 {
        let value = (sum * Rational(Int64(length)).reciprocal).reduced
        quote = Quote(Mean(days: period, count: used.count, value: value), provider: provider.id, pair: pair)
      }
      if let quote { quotes.append(quote) }
    }
    guard !quotes.isEmpty else {
      // This call throws an error that names the first day without rates.
      _ = try await table(of: provider.id, on: open, side)
      throw .rate(.noRates(provider: provider.id))
    }
    return RateTable(
      provider: provider, day: period.upperBound, quotes: quotes,
      catalogue: catalogue.withoutChangeovers(in: period), side: side)
  }

  private func joinRedenominated(
    _ series: inout [(pair: PairKey, points: [RateSeries.Point])], in period: ClosedRange<Day>
  ) {
    for law in catalogue.legalRates
    where law.kind == .redenomination && period.contains(law.from) && law.from > period.lowerBound {
      for index in series.indices {
        let new = series[index].pair
        let isBase = new.base == law.successor
        guard isBase || new.counter == law.successor else { continue }
        let old = PairKey(
          base: isBase ? law.retired : new.base, counter: isBase ? new.counter : law.retired, side: new.side)
        guard let olds = series.first(where: { $0.pair == old })?.points else { continue }
        // If the bank quotes the old and the new currency of a redenomination on one day, only the new rate is used.
        let own = Set(series[index].points.map(\.day))
        let factor = isBase ? law.factor : law.factor.reciprocal
        let before = olds.filter { $0.day < law.from && !own.contains($0.day) }
          .map { RateSeries.Point(day: $0.day, rate: $0.rate * factor) }
        series[index].points = (before + series[index].points).sorted { $0.day < $1.day }
      }
    }
  }

  /// Reads from the database. If its file is damaged, imports the history and the stored responses, and reads again.
  func mending<T: Sendable>(
    _ id: ProviderID, _ read: @Sendable (RatesDatabase) async throws(StorageError) -> T
  ) async throws(RatesFailure) -> T {
    let known = database.recoveredFile
    do {
      let found = try await read(database)
      // If `recoveredFile` has changed, an empty file replaced the damaged one, so rates are restored and read again.
      guard database.recoveredFile != known else { return found }
    } catch {
      guard case .damagedSegment = error else { throw .storage(error) }
      do { try await database.forgetRates(of: id) } catch { throw .storage(error) }
    }
    try await importer.restore(id)
    do { return try await read(database) } catch { throw .storage(error) }
  }

  func newestQuotes(of id: ProviderID, withSides: Bool = false) async throws(RatesFailure) -> [Quote] {
    try await mending(id) { database throws(StorageError) in
      try await database.latestQuotes(of: id, on: nil, withSides: withSides)
    }
  }

  func quoted(_ side: QuoteSide) async throws(RatesFailure) -> [ProviderID: Set<Currency>] {
    let known = database.recoveredFile
    let stored = try await quotedNow(side)
    // If a damaged file was replaced when it was opened, the stored responses must be imported into the new file.
    guard database.recoveredFile != known else { return stored }
    await importer.importAnswers()
    return try await quotedNow(side)
  }

  private func quotedNow(_ side: QuoteSide) async throws(RatesFailure) -> [ProviderID: Set<Currency>] {
    do { return try await database.quotedCurrencies(withSides: side != .middle) } catch { throw .storage(error) }
  }

  func series(
    of id: ProviderID, from: Currency, to: Currency, between first: Day, and last: Day, _ side: QuoteSide
  ) async throws(RatesFailure) -> RateSeries {
    let provider = try directory.provider(id)
    if provider.direction == .statedPerRow {
      return try await series(through: provider, from: from, to: to, between: first, and: last)
    }
    guard first <= last else { return RateSeries(from: from, to: to, points: []) }
    async let start = worth(of: from, at: provider, side, on: first...last)
    async let end = worth(of: to, at: provider, side.opposite, on: first...last)
    let worths: (start: HomeCurrencySeries, end: HomeCurrencySeries)
    do {
      worths = (try await start, try await end)
    } catch let failure as RatesFailure {
      throw failure
    } catch {
      throw .rate(.noRates(provider: id))
    }
    let series = RateSeries(from: from, to: to, start: worths.start, end: worths.end, direction: provider.direction)
    guard series.points.isEmpty else { return series }
    let missing = worths.start.isEmpty ? from : to
    throw .rate(.missing(missing, provider: id, day: last, lastSeen: nil))
  }

  private func worth(
    of currency: Currency, at provider: Provider, _ side: QuoteSide, on days: ClosedRange<Day>
  ) async throws(RatesFailure) -> HomeCurrencySeries {
    var observed: [Currency: [RateSeries.Point]] = [:]
    let first = days.lowerBound - provider.carryLimit
    for other in catalogue.quotable(for: currency, home: provider.home) {
      var points = try await self.observed(
        other, home: provider.home, of: provider.id, .middle, between: first, and: days.upperBound)
      if side != .middle {
        let sided = try await self.observed(
          other, home: provider.home, of: provider.id, side, between: first, and: days.upperBound)
        points = sided.filled(from: points, provider.carryLimit)
      }
      if !points.isEmpty { observed[other] = points }
    }
    return HomeCurrencySeries(of: currency, at: provider, on: days, observed: observed, catalogue: catalogue)
  }

  private func observed(
    _ currency: Currency, home: Currency, of id: ProviderID, _ side: QuoteSide, between first: Day, and last: Day
  ) async throws(RatesFailure) -> [RateSeries.Point] {
    try await mending(id) { database throws(StorageError) in
      let forward = try await database.observations(
        of: id, base: home, counter: currency, side: side.opposite, from: first, to: last)
      if !forward.isEmpty { return forward.map { .init(day: $0.day, rate: $0.rate.reciprocal) } }
      return try await database.observations(
        of: id, base: currency, counter: home, side: side, from: first, to: last
      )
      .map { .init(day: $0.day, rate: $0.rate) }
    }
  }

  /// Returns the rates between two currencies on days with a new published rate, calculated from the provider's pairs.
  private func series(
    through provider: Provider, from: Currency, to: Currency, between first: Day, and last: Day
  ) async throws(RatesFailure) -> RateSeries {
    let (earlier, pairs, news) = try await quotes(of: provider, for: [from, to], between: first, and: last)
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
      let all: [PairKey]
      do { all = try await database.pairs(of: provider.id) } catch { throw .storage(error) }
      let isQuoted = all.contains { $0.side == .middle && ($0.base == from || $0.counter == from) }
      throw .rate(.missing(isQuoted ? to : from, provider: provider.id, day: last, lastSeen: nil))
    }
    return RateSeries(from: from, to: to, points: points)
  }

  /// Returns the last rates before `first`, the provider's pairs in order, and each day's published rates from `first`.
  private func quotes(
    of provider: Provider, for ends: [Currency], between first: Day, and last: Day
  ) async throws(RatesFailure) -> (earlier: [PairKey: Quote], [PairKey], news: [Day: [PairKey: Quote]]) {
    let (id, home) = (provider.id, provider.home)
    let near = ends.reduce(into: Set<Currency>()) { $0.formUnion(catalogue.quotable(for: $1, home: home)) }
    return try await mending(id) { database throws(StorageError) in
      var (earlier, news) = ([PairKey: Quote](), [Day: [PairKey: Quote]]())
      for quote in try await database.latestQuotes(of: id, on: first - 1) {
        earlier[quote.pair] = quote
      }
      var pairs = try await database.pairs(of: id).filter { $0.side == .middle }
      // If all pairs contain the home currency, only pairs of the requested currencies and of their predecessors or
      // successors are needed.
      if pairs.allSatisfy({ $0.base == home || $0.counter == home }) {
        pairs = pairs.filter { near.contains($0.base) || near.contains($0.counter) }
      }
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

extension [RateSeries.Point] {
  /// Adds middle rates on days for which no rate of this list is recent enough, as a conversion does.
  fileprivate func filled(from middles: [RateSeries.Point], _ carryLimit: Int) -> [RateSeries.Point] {
    var (points, next) = ([RateSeries.Point](), startIndex)
    for middle in middles {
      while next < endIndex, self[next].day <= middle.day {
        points.append(self[next])
        next += 1
      }
      let holds = next > startIndex && middle.day - self[next - 1].day <= carryLimit
      if !holds { points.append(middle) }
    }
    return points + self[next...]
  }
}

extension ConversionPath {
  fileprivate func isNew(on day: Day) -> Bool {
    legs.contains { if case .quote(let quote) = $0 { quote.observation.day == day } else { false } }
  }
}
