// SPDX-License-Identifier: GPL-3.0-or-later

public import KursAPI
public import KursItems
import KursLocalCache
public import KursModel
public import KursStorage

public actor RatesWorkflow {
  public let catalogue: CurrencyCatalogue
  private(set) var items: [ProviderID: ProviderDefinition]
  let database: RatesDatabase
  let documents: DocumentCache
  /// Created on first use, which keeps an offline start fast.
  let client: @Sendable () -> APIClient
  let bundle: BundledHistory?
  let clock: @Sendable () -> Timestamp
  let refusals: RefusedAnswerRelay
  let series: SeriesFolder?
  /// The user's own series and providers whose files are damaged. Their rates are not used.
  public internal(set) var damagedSeries: Set<ProviderID>
  let descriptions: ProviderFolder?
  let log: ActivityLog?
  public private(set) var order: [ProviderID]
  /// Whether only the first provider is used, even if it is late or incomplete.
  public private(set) var isStrict: Bool
  public private(set) var side: QuoteSide
  public private(set) var maxAge: Int?
  /// The team whose rates may be used; nil while no member is shown.
  public private(set) var team: Team?
  private(set) var teamSource: TeamSource?
  private var observers = Broadcast<RatesUpdate>()
  var historyImport: Task<Result<Bool, RatesFailure>, Never>?
  var answersImport: Task<Void, Never>?

  public init(
    database: RatesDatabase, catalogue: CurrencyCatalogue, items: [ProviderDefinition],
    client: @escaping @Sendable () -> APIClient, bundle: BundledHistory?, order: [ProviderID] = [.ecb],
    isStrict: Bool = false, side: QuoteSide = .middle, maxAge: Int? = nil,
    refusals: RefusedAnswerRelay = RefusedAnswerRelay(),
    log: ActivityLog? = nil,
    series: SeriesFolder? = nil, damagedSeries: Set<ProviderID> = [], descriptions: ProviderFolder? = nil,
    clock: @escaping @Sendable () -> Timestamp
  ) {
    self.database = database
    self.catalogue = catalogue
    self.items = Dictionary(items.map { ($0.provider.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.client = client
    self.bundle = bundle
    documents = DocumentCache(database: database)
    self.clock = clock
    self.refusals = refusals
    self.log = log
    self.series = series
    self.damagedSeries = damagedSeries
    self.descriptions = descriptions
    self.order = order
    self.isStrict = isStrict
    self.side = side
    self.maxAge = maxAge
  }

  public func use(_ order: [ProviderID], isStrict: Bool = false, side: QuoteSide = .middle, maxAge: Int? = nil) {
    guard order != self.order || isStrict != self.isStrict || side != self.side || maxAge != self.maxAge else { return }
    (self.order, self.isStrict, self.side, self.maxAge) = (order, isStrict, side, maxAge)
    announce(.orderChanged)
  }

  public func use(_ side: QuoteSide) { use(order, isStrict: isStrict, side: side, maxAge: maxAge) }

  public func use(maxAge: Int) { use(order, isStrict: isStrict, side: side, maxAge: maxAge) }

  /// A nil `source` keeps the current one of the same team.
  func set(_ team: Team?, home: Currency, from source: TeamSource?) {
    if let old = self.team, old != team { items[old.id] = nil }
    teamSource = source ?? (team == self.team ? teamSource : nil)
    self.team = team
    if let team { items[team.id] = .team(team, home: home) }
  }

  func set(_ items: ProviderDefinition?, for id: ProviderID) { self.items[id] = items }

  public func provider(_ id: ProviderID) throws(RatesFailure) -> Provider {
    if let items = items[id] { return items.provider }
    throw damagedSeries.contains(id) ? RatesFailure.damagedSeries(id) : RatesFailure.unknownProvider(id.name)
  }

  /// Returns the rates on `day`, each carried from its last observation. Nil means the newest. Throws `.rate(.noRates)`
  /// if nothing is stored and `.rate(.outsideHistory)` for a day outside the history.
  public func table(
    of id: ProviderID, on day: Day?, _ chosen: QuoteSide? = nil
  ) async throws(RatesFailure) -> RateTable {
    let (provider, side) = (try provider(id), chosen ?? side)
    let quotes = try await mending(id) { database throws(StorageError) in
      try await database.latestQuotes(of: id, on: day, withSides: side != .middle)
    }
    let table = RateTable(provider: provider, day: day, quotes: quotes, catalogue: catalogue, side: side)
    if let day, table.isEmpty || day > provider.lastDay(of: table.newest) {
      if let validity = provider.validity, !table.isEmpty {
        throw .rate(.notPrescribed(day, provider: id, last: validity.period(of: table.newest)))
      }
      let newest = try await self.table(of: id, on: nil).newest
      throw .rate(.outsideHistory(day, provider: id, first: provider.firstDay, newest: newest))
    }
    guard !table.isEmpty else { throw .rate(.noRates(provider: id)) }
    return table
  }

  /// Returns the provider's rates on `day`, and checks the days before if `demand` requires it.
  func table(of id: ProviderID, on day: Day?, _ demand: RatesDemand) async throws(RatesFailure) -> RateTable {
    guard demand != .carried, let day, try provider(id).validity == nil else {
      return try await table(of: id, on: day, demand.side)
    }
    let provider = try provider(id)
    let newest = try await table(of: id, on: nil, demand.side)
    let table: RateTable?
    do { table = try await self.table(of: id, on: day, demand.side) } catch {
      // For a day after the newest stored one, the error about missing days is more helpful.
      guard case .rate(.outsideHistory) = error, newest.newest < day else { throw error }
      table = nil
    }
    let last = (table ?? newest).newest
    if last < day {
      let missing = missingDays(of: provider, in: (last + 1)...day, but: try await coveredDays(of: table ?? newest))
      if let lack = lack(of: missing, provider) { throw .rate(lack) }
    }
    guard let table else {
      throw .rate(.outsideHistory(day, provider: id, first: provider.firstDay, newest: newest.newest))
    }
    return try await table.without(lacks(in: table, provider))
  }

  /// Returns the older quotes of a table whose pair may have later rates that aren't stored.
  private func lacks(in table: RateTable, _ provider: Provider) async throws(RatesFailure) -> [Quote: RateError] {
    let old = table.all.filter {
      $0.observation.day < table.day && table.day <= provider.lastDay(of: $0.observation.day)
    }
    guard let oldest = old.map(\.observation.day).min() else { return [:] }
    let due = due((oldest + 1)...table.day, at: provider, isSeldom: true)
    let covered = try await covered(provider.id)
    return old.reduce(into: [:]) { lacks, quote in
      let known = CoveredDays([covered[quote.pair] ?? []])
      lacks[quote] = lack(of: due.filter { $0 > quote.observation.day && !known.contains($0) }, provider)
    }
  }

  /// Returns the provider's means of a period. Throws `.rate(.outsideHistory)` if it published nothing in it.
  func table(
    of id: ProviderID, over period: ClosedRange<Day>, _ demand: RatesDemand = .carried
  ) async throws(RatesFailure) -> RateTable {
    let (provider, side) = (try provider(id), demand.side ?? side)
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
      let newest = try await self.table(of: id, on: nil).newest
      throw .rate(.outsideHistory(period.lowerBound, provider: id, first: provider.firstDay, newest: newest))
    }
    let covered = try await covered(id)
    let (due, seldom) = (due(period, at: provider), due(period, at: provider, isSeldom: true))
    var lacks: [Quote: RateError] = [:]
    for (index, quote) in quotes.enumerated() {
      guard let mean = quote.mean else { continue }
      let (stored, known) = (Set(mean.points.map(\.day)), CoveredDays([covered[quote.pair] ?? []]))
      let isRare = mean.count * 2 <= usual.mean?.count ?? 0
      let missing = (isRare ? seldom : due).filter { !stored.contains($0) && !known.contains($0) }
      quotes[index].mean?.missing = missing.count
      if demand != .carried { lacks[quotes[index]] = lack(of: missing, provider) }
    }
    if let lack = lacks.first(where: { $0.key.pair == usual.pair })?.value { throw .rate(lack) }
    return RateTable(provider: provider, day: last, quotes: quotes, catalogue: catalogue, side: side).without(lacks)
  }

  /// Returns an authority's rates of a period: those of its days, weighted by the days on which each applies.
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
      // Names the first day without rates, as for a single day.
      _ = try await table(of: provider.id, on: open)
      throw .rate(.noRates(provider: provider.id))
    }
    return RateTable(
      provider: provider, day: period.upperBound, quotes: quotes, catalogue: catalogue, side: side)
  }

  /// Adds the old currency's values to the new currency's after a redenomination within the period.
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
        // A day counts once if the bank quotes both currencies on it.
        let own = Set(series[index].points.map(\.day))
        let factor = isBase ? law.factor : law.factor.reciprocal
        let before = olds.filter { $0.day < law.from && !own.contains($0.day) }
          .map { RateSeries.Point(day: $0.day, rate: $0.rate * factor) }
        series[index].points = (before + series[index].points).sorted { $0.day < $1.day }
      }
    }
  }

  /// Announces new rates if another program stored some.
  public func look() async {
    if await database.wasChangedElsewhere() { announce(.orderChanged) }
  }

  /// Runs a read. If the file is damaged, rebuilds it from the bundled history and stored responses, and reads again.
  func mending<T: Sendable>(
    _ id: ProviderID, _ read: (RatesDatabase) async throws(StorageError) -> T
  ) async throws(RatesFailure) -> T {
    let known = database.recoveredFile
    do {
      let found = try await read(database)
      // The file was replaced during the read, and the new one is empty.
      guard database.recoveredFile != known else { return found }
    } catch {
      guard case .damagedSegment = error else { throw .storage(error) }
      do { try await database.forgetRates(of: id) } catch { throw .storage(error) }
    }
    if let bundle, bundle.provider == id { try await importRates(bundle) }
    // Importing responses also reads rates, and must not wait for itself.
    if answersImport == nil { await importAnswers() }
    do { return try await read(database) } catch { throw .storage(error) }
  }

  public func updates() -> AsyncStream<RatesUpdate> {
    observers.events()
  }

  public func announce(_ update: RatesUpdate) {
    observers.tell(update)
  }
}

extension RatesWorkflow {
  /// Returns the rates on each observed day. Laws and pegs apply as in a conversion: TRL and TRY are one line.
  public func series(
    of id: ProviderID, from: Currency, to: Currency, between first: Day, and last: Day
  ) async throws(RatesFailure) -> RateSeries {
    let (provider, side) = (try provider(id), side)
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
}

extension RatesWorkflow {
  /// Returns the names of the sources before and from `lawStart`, such as `ecb` and `law`.
  public func sources(of series: RateSeries, at id: ProviderID) async -> [String] {
    var names: [String] = []
    for points in [series.points[..<series.lawStart], series.points[series.lawStart...]] {
      var name = id.name
      if let last = points.last, let table = try? await table(of: id, on: last.day),
        let route = try? table.route(from: series.from, to: series.to)
      {
        name = route.wholeSource.isEmpty ? name : route.wholeSource
      }
      names.append(name)
    }
    return names
  }
}

extension [RateSeries.Point] {
  /// Adds middle rates on days to which none of these rates may be carried, as in a conversion.
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

extension RatesWorkflow {
  /// Returns the rates of a pair at a provider that quotes any pairs: one point per day with a new quote on the path.
  func series(
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

  /// The rates before the first day, the pairs in the order of a table, and the changes by day.
  /// Leaves out pairs that can't be on a path between the two currencies.
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
      // If all pairs contain the home currency, each path leads through it.
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

extension ConversionPath {
  fileprivate func isNew(on day: Day) -> Bool {
    legs.contains { if case .quote(let quote) = $0 { quote.observation.day == day } else { false } }
  }
}

extension RatesWorkflow {
  /// Returns the newest days between two days with rates that are due and not known, in days before today; nil if none.
  func gapLeftOpen(
    of provider: Provider, _ endpoints: ProviderEndpoints, beside stored: StoredQuotes?, today: Day
  ) async throws(RatesFailure) -> ClosedRange<Int>? {
    guard endpoints.span != nil, !provider.isPrescribed, let pair = stored?.usualPair else { return nil }
    let days = try await days(of: pair, at: provider.id, since: today - 3660)
    let known = CoveredDays([try await covered(provider.id)[pair] ?? []])
    for (older, newer) in zip(days, days.dropFirst()).reversed() where newer - older > 1 {
      let between = (older + 1)...(newer - 1)
      // Without a timetable, a shorter time may be holidays.
      let isLong = !provider.hasTimetable && newer - older - 1 > ProviderEndpoints.longestHoliday
      let open = missingDays(of: provider, in: between, but: known)
      guard isLong || !open.isEmpty else { continue }
      let (first, last) = (open.first ?? between.lowerBound, open.last ?? between.upperBound)
      return (today - last)...(today - first)
    }
    return nil
  }

  /// Returns the days with a rate of the pair.
  func days(of pair: PairKey, at id: ProviderID, since first: Day) async throws(RatesFailure) -> [Day] {
    do {
      return try await database.observations(
        of: id, base: pair.base, counter: pair.counter, side: pair.side, from: first, to: Day(number: .max)
      ).map(\.day)
    } catch { throw .storage(error) }
  }
}

extension RatesWorkflow {
  /// Returns the average of each period with rates. Uses means of published values, so that the reverse is exact.
  public func averages(
    of id: ProviderID, from: Currency, to: Currency, in periods: [ClosedRange<Day>]
  ) async throws(RatesFailure) -> [Average] {
    guard let first = periods.first, let last = periods.last else { return [] }
    let points = try await series(
      of: id, from: from, to: to, between: first.lowerBound, and: last.upperBound
    ).points
    var (averages, failure) = ([Average](), RateError?.none)
    for period in periods {
      let inside = points.filter { period.contains($0.day) }
      guard let first = inside.first, let end = inside.last, let highest = inside.max(by: { $0.rate < $1.rate }),
        let lowest = inside.min(by: { $0.rate < $1.rate })
      else { continue }
      let resolver = try await ratesInUse(on: period.upperBound, over: period, of: [id]).resolver
      do throws(RateError) {
        let route = try resolver.route(from: from, to: to)
        averages.append(
          Average(
            days: first.day...end.day, mean: route.value, count: inside.count,
            missing: route.means.map(\.missing).max() ?? 0, end: end, highest: highest, lowest: lowest))
      } catch {
        // A currency may have ended in this period, but be quoted in the others.
        failure = failure ?? error
      }
    }
    if averages.isEmpty, let failure { throw .rate(failure) }
    return averages
  }
}

extension RatesWorkflow {
  public func ratesInUse(
    _ choice: DayChoice, of named: [ProviderID]? = nil
  ) async throws(RatesFailure) -> RatesInUse {
    switch choice {
    case .newest: try await ratesInUse(on: nil, of: named)
    case .day(let day, let rule): try await ratesInUse(by: rule, on: day, of: named)
    case .mean(let period): try await ratesInUse(on: period.upperBound, over: period, of: named)
    }
  }

  func ratesInUse(on day: Day?, by named: NamedRule?) async throws(RatesFailure) -> RatesInUse {
    guard let named else { return try await ratesInUse(on: day) }
    return try await ratesInUse(by: named, on: day ?? clock().localDay)
  }

  /// Returns the resolver for a day by a rule. `named`: other providers than that of the rule's law.
  public func ratesInUse(
    by rule: NamedRule, on day: Day, of named: [ProviderID]? = nil
  ) async throws(RatesFailure) -> RatesInUse {
    let demand = rule.isLaw ? RatesDemand.legal : rule.isStrict ? .published : .carried
    var inUse = try await ratesInUse(
      by: rule.rule, on: day, of: named ?? rule.preset.map { [$0.provider] }, demand)
    if rule.isLaw { inUse.resolver = inUse.resolver.legal }
    return inUse
  }

  public func ratesInUse(
    by rule: DayRule, on day: Day, of named: [ProviderID]? = nil
  ) async throws(RatesFailure) -> RatesInUse {
    try await ratesInUse(by: rule, on: day, of: named, rule == .on ? .carried : .published)
  }

  /// Throws `.rate(.notStored)` if due rates are not stored, and `.rate(.notPublished)` if they aren't published.
  private func ratesInUse(
    by rule: DayRule, on day: Day, of named: [ProviderID]?, _ demand: RatesDemand
  ) async throws(RatesFailure) -> RatesInUse {
    switch rule {
    case .on where demand == .carried: return try await ratesInUse(on: day, of: named)
    case .on: return try await ratesInUse(onOrBefore: day, of: named, demand)
    case .before: return try await ratesInUse(onOrBefore: day - 1, of: named, demand)
    case .after: return try await ratesInUse(onOrAfter: day + 1, of: named, demand)
    case .onOrAfter: return try await ratesInUse(onOrAfter: day, of: named, demand)
    case .monthAverage:
      let month = ClosedRange<Day>.month(of: day)
      return try await ratesInUse(on: month.upperBound, over: month, of: named, demand: demand)
    case .monthEnd:
      return try await ratesInUse(onOrBefore: ClosedRange<Day>.month(of: day).upperBound, of: named, demand)
    case .customsMonth:
      return try await ratesInUse(onOrBefore: DayRule.secondLastWednesday(before: day), of: named, demand)
    case .monthClose:
      return try await ratesInUse(onOrAfter: ClosedRange<Day>.month(of: day).upperBound, of: named, demand)
    case .quarterClose:
      return try await ratesInUse(onOrAfter: ClosedRange<Day>.quarter(of: day).upperBound, of: named, demand)
    }
  }

  private func ratesInUse(
    onOrBefore day: Day, of named: [ProviderID]?, _ demand: RatesDemand
  ) async throws(RatesFailure) -> RatesInUse {
    let found = try await ratesInUse(on: day, of: named, demand: demand).leading
    if found.provider.isPrescribed { return try await ratesInUse(on: day, of: named, demand: demand) }
    return try await ratesInUse(on: found.newest, of: named, demand: demand)
  }

  private func ratesInUse(
    onOrAfter day: Day, of named: [ProviderID]?, _ demand: RatesDemand
  ) async throws(RatesFailure) -> RatesInUse {
    // An authority's rate of the day itself applies, however late it is published.
    if let first = (named ?? order).first, items[first]?.provider.isPrescribed == true {
      return try await ratesInUse(on: day, of: named, demand: demand)
    }
    let leading = try await ratesInUse(on: nil, of: named, demand: demand).leading
    let (provider, last) = (leading.provider, day + leading.provider.carryLimit)
    if provider.id == bundle?.provider { try await importHistory() }
    let known = try await coveredDays(of: leading)
    var next = day
    while next <= last {
      if let table = try await tableIfAny(of: provider.id, on: next, demand.side), table.newest == next {
        return try await ratesInUse(on: next, of: named, demand: demand)
      }
      if let error = try await wanting(of: provider, in: day...next, until: last, but: known, demand.side) {
        throw .rate(error)
      }
      next = next + 1
    }
    throw .rate(.outsideHistory(day, provider: provider.id, first: provider.firstDay, newest: leading.newest))
  }

  /// Nil if no stored rate may be carried to the day.
  private func tableIfAny(
    of id: ProviderID, on day: Day, _ side: QuoteSide?
  ) async throws(RatesFailure) -> RateTable? {
    do {
      return try await table(of: id, on: day, side)
    } catch {
      guard case .rate = error else { throw error }
      return nil
    }
  }

  /// Returns the error for the first rates in `days`; nil if none were due. `last`: the last day to search.
  private func wanting(
    of provider: Provider, in days: ClosedRange<Day>, until last: Day, but known: CoveredDays, _ side: QuoteSide?
  ) async throws(RatesFailure) -> RateError? {
    guard let first = missingDays(of: provider, in: days, but: known).first else { return nil }
    // Continues to the next stored day, or to today.
    var until = first
    while until < min(last, clock().day) {
      if let table = try await tableIfAny(of: provider.id, on: until + 1, side), table.newest == until + 1 { break }
      until = until + 1
    }
    let (now, missing) = (clock(), missingDays(of: provider, in: first...until, but: known))
    // The first rates decide. Whether later ones are published doesn't matter here.
    let out = missing.filter { provider.isOut(dated: $0, now: now) }
    return lack(of: out.isEmpty ? [first] : out, provider)
  }
}

extension RatesWorkflow {
  /// Returns the days whose rates were or will be due, and about which nothing is known.
  func missingDays(of provider: Provider, in days: ClosedRange<Day>, but known: CoveredDays) -> [Day] {
    due(days, at: provider).filter { !known.contains($0) }
  }

  /// `isSeldom`: by the timetable of the rarer table, if the provider has one.
  private func due(_ days: ClosedRange<Day>, at provider: Provider, isSeldom: Bool = false) -> [Day] {
    guard provider.hasTimetable, days.upperBound >= provider.firstDay else { return [] }
    let seldom = isSeldom ? provider.seldom : nil
    return (max(days.lowerBound, provider.firstDay).number...days.upperBound.number).lazy.map { Day(number: $0) }
      .filter { seldom?.isDue(on: $0) ?? provider.isDue(dated: $0) }
  }

  /// Returns the days that are known for each pair of the table's newest day.
  func coveredDays(of table: RateTable) async throws(RatesFailure) -> CoveredDays {
    let covered = try await covered(table.provider.id)
    let newest = table.middles.map(\.observation.day).max()
    return CoveredDays(table.middles.filter { $0.observation.day == newest }.map { covered[$0.pair] ?? [] })
  }

  func covered(_ id: ProviderID) async throws(RatesFailure) -> [PairKey: [ClosedRange<Day>]] {
    do { return try await database.coveredDays(of: id) } catch { throw .storage(error) }
  }

  /// Returns the error for missing days. The last day decides, because the others are useless without it.
  func lack(of missing: [Day], _ provider: Provider) -> RateError? {
    guard let first = missing.first, let last = missing.last else { return nil }
    let now = clock()
    if !provider.isOut(dated: last, now: now) { return .notPublished(last, provider: provider.id) }
    return .notStored(first...last, count: missing.count, provider: provider.id)
  }
}

extension RatesWorkflow {
  public func selling(beside middle: ConversionPath, on day: Day?) async -> ConversionPath? {
    guard let bank = middle.provider, middle.providers.count == 1 else { return nil }
    let table = try? await table(of: bank, on: day, .selling)
    guard let route = try? table?.route(from: middle.from, to: middle.to) else { return nil }
    return route.quotes.contains { $0.side != .middle } ? route : nil
  }
}

extension RatesWorkflow {
  /// Returns the resolver for a day, by the enabled or the named providers. If no enabled one has stored rates, another
  /// replaces it, except in strict mode. `importsMissing`: imports a missing part of the bundled history first.
  public func ratesInUse(
    on day: Day?, over period: ClosedRange<Day>? = nil, of named: [ProviderID]? = nil, importsMissing: Bool = true
  ) async throws(RatesFailure) -> RatesInUse {
    try await ratesInUse(on: day, over: period, of: named, importsMissing: importsMissing, demand: .carried)
  }

  func ratesInUse(
    on day: Day?, over period: ClosedRange<Day>? = nil, of named: [ProviderID]? = nil, importsMissing: Bool = true,
    demand: RatesDemand
  ) async throws(RatesFailure) -> RatesInUse {
    var known = (named ?? order).compactMap { items[$0]?.provider }.countedTogether.map(\.id)
    var stored = try await quoted()
    for id in known where stored[id] == nil {
      if try await restoreSeries(of: id) { stored = try await quoted() }
    }
    // A program that met damage may have ended before it imported the salvaged responses.
    if answersImport == nil, known.contains(where: { stored[$0] == nil }) {
      await importAnswers()
      stored = try await quoted()
    }
    // Damage is reported elsewhere. A provider that was named is not replaced.
    if named == nil { known.removeAll(where: damagedSeries.contains) }
    let isPrescribed = known.first.flatMap { items[$0]?.provider.isPrescribed } ?? false
    let mayStandIn = named == nil && !isStrict && !isPrescribed
    // A prescribed rate of the next period doesn't apply today.
    let day = isPrescribed ? day ?? clock().localDay : day
    if let bundle, known.contains(bundle.provider) || mayStandIn && !known.contains(where: { stored[$0] != nil }) {
      guard importsMissing || stored[bundle.provider] != nil else { throw .rate(.noRates(provider: bundle.provider)) }
      // A table requests thousands of days, and only the first needs an import.
      if importsMissing,
        try await importRates(bundle, asNeededBy: known, day: day, stored) || stored[bundle.provider] == nil
      {
        stored = try await quoted()
      }
    }
    let awaited = known.first.flatMap { stored[$0] == nil ? items[$0]?.provider : nil }
    do {
      return try await inUse(of: known, on: day, over: period, quoted: stored, awaiting: awaited, demand)
    } catch {
      guard mayStandIn, error.isForWantOfRates, let standIn = standIn(beside: known, in: stored) else {
        throw error
      }
      return try await inUse(of: [standIn], on: day, over: period, quoted: stored, awaiting: awaited, demand)
    }
  }

  /// The providers with stored rates for the day. If none has any, throws the first one's error.
  private func inUse(
    of order: [ProviderID], on day: Day?, over period: ClosedRange<Day>?, quoted: [ProviderID: Set<Currency>],
    awaiting awaited: Provider?, _ demand: RatesDemand
  ) async throws(RatesFailure) -> RatesInUse {
    let asked = isStrict ? Array(order.prefix(1)) : order
    var (tables, failure) = ([RateTable](), RatesFailure?.none)
    for id in asked {
      do {
        if let period {
          tables.append(try await table(of: id, over: period, demand))
        } else {
          tables.append(try await table(of: id, on: day, demand))
        }
      } catch {
        guard case .rate = error else { throw error }
        failure = failure ?? error
      }
    }
    if tables.isEmpty { throw failure ?? .unknownProvider("") }
    let moment = Timestamp.due(on: day, now: clock())
    var late: Set<ProviderID> = []
    for table in tables where table.provider.isLate(newest: table.newest, now: moment) {
      let missing = missingDays(
        of: table.provider, in: table.newest...max(table.newest, day ?? moment.day),
        but: try await coveredDays(of: table))
      // On covered days the bank published nothing, as on a holiday that can't be calculated.
      if missing.contains(where: { $0 > table.newest }) { late.insert(table.provider.id) }
    }
    // Market rates are not suggested as a replacement for a prescribed rate.
    let isPrescribed = tables[0].provider.isPrescribed
    let others = isPrescribed ? [] : items.values.map(\.provider).filter { !asked.contains($0.id) }
    let resolver = Resolver(
      day: day, today: clock().localDay, tables: tables, earlier: period == nil ? try await earlier(tables) : [],
      late: late, isStrict: isStrict,
      elsewhere: quoted.filter { id, _ in others.contains { $0.id == id && !$0.isPrescribed } },
      suggestions: ProviderSuggestions(others), maxAge: maxAge,
      catalogue: catalogue, failure: .noRates(provider: tables[0].provider.id))
    return RatesInUse(resolver: resolver, leading: resolver.leading ?? tables[0], awaited: awaited)
  }

  /// Returns each provider's rates on the newest days of the others, because a path uses rates of one day.
  private func earlier(_ tables: [RateTable]) async throws(RatesFailure) -> [RateTable] {
    var earlier: [RateTable] = []
    for table in tables {
      for day in Set(tables.map(\.newest)) where day < table.newest {
        do {
          earlier.append(try await self.table(of: table.provider.id, on: day))
        } catch {
          guard case .rate = error else { throw error }
        }
      }
    }
    return earlier
  }

  /// Returns a replacement. The bundled provider comes first. Opt-in providers never replace another.
  func standIn(beside order: [ProviderID], in quoted: [ProviderID: Set<Currency>]) -> ProviderID? {
    let others = quoted.keys.sorted().filter { !order.contains($0) && items[$0]?.provider.mayStandIn == true }
    return others.first { $0 == bundle?.provider } ?? others.first
  }

  func quoted() async throws(RatesFailure) -> [ProviderID: Set<Currency>] {
    let known = database.recoveredFile
    let stored = try await quotedNow()
    // If the file was replaced on opening, the new one has responses that aren't imported yet.
    guard database.recoveredFile != known else { return stored }
    await importAnswers()
    return try await quotedNow()
  }

  private func quotedNow() async throws(RatesFailure) -> [ProviderID: Set<Currency>] {
    do { return try await database.quotedCurrencies(withSides: side != .middle) } catch { throw .storage(error) }
  }
}

extension RatesFailure {
  fileprivate var isForWantOfRates: Bool {
    switch self {
    case .rate(.noRates), .unknownProvider: true
    default: false
    }
  }
}

extension Provider {
  fileprivate var mayStandIn: Bool { !isOptIn && !isPrescribed }
}

extension RatesWorkflow {
  public func standing() async -> [ProviderID: StoredStanding] {
    var standing: [ProviderID: StoredStanding] = [:]
    for id in (try? await database.providers()) ?? [] { standing[id] = await self.standing(of: id) }
    return standing
  }

  public func standing(of id: ProviderID) async -> StoredStanding {
    let quotes = (try? await database.latestQuotes(of: id, on: nil)) ?? []
    let documents = (try? await database.documents(of: id)) ?? []
    let moves = (try? await database.movedAddresses()) ?? []
    // Ignores response times in the future, which a wrong clock caused.
    let now = clock()
    return StoredStanding(
      newest: quotes.map(\.observation.day).max(),
      answered: documents.filter { $0.origin == .download && $0.checked <= now }.map(\.checked).max(),
      moved: moves.filter { $0.provider == id }.max { $0.noted.milliseconds < $1.noted.milliseconds })
  }

  public func test(_ id: ProviderID, address: String? = nil, key: ProviderKey? = nil) async -> ConnectionTest {
    let began = clock()
    do throws(RatesFailure) {
      let (rates, newest) = try await newest(of: id, address: address, key: key)
      let took = clock().milliseconds - began.milliseconds
      return .succeeded(rates: rates, newest: newest, milliseconds: Int(took))
    } catch {
      return .failed(error)
    }
  }

  private func newest(
    of id: ProviderID, address: String?, key: ProviderKey?
  ) async throws(RatesFailure) -> (rates: Int, Day) {
    guard let items = items[id] else { throw .unknownProvider(id.name) }
    let endpoints = items.endpoints
    let today = clock().day
    var (rates, newest) = (0, Day?.none)
    // A provider with one document per day has none on holidays, so a week is searched.
    let requests = endpoints.requests(closing: endpoints.latest.isEmpty ? 7 : 0, today: today)
    let all = requests.flatMap { request in ([request.command] + request.otherwise).map { (request, $0) } }
    for (request, command) in all where request.otherwise.isEmpty || newest == nil {
      let server = address ?? command.host ?? endpoints.address
      do {
        let document: SourceDocument
        if let team, team.id == id {
          document = try await ask(team)
        } else {
          let answer = try await client().send(command, to: server, key: key.map { ($0, endpoints.key) })
          document = SourceDocument(bytes: answer.body, json: answer.value, day: request.day)
        }
        var reader = try items.read(document)
        while let batch = try reader.next() {
          rates += batch.count
          newest = [newest, batch.newestDay].compactMap { $0 }.max()
        }
      } catch let error as RatesFailure {
        throw error
      } catch let error as ItemError {
        let failure = RatesFailure.document(provider: id, error)
        if !failure.isNothing(at: command, of: items) { throw failure }
      } catch let error as APIError {
        let failure = RatesFailure.api(provider: id, error)
        if !failure.isNothing(at: command, of: items) { throw failure }
      } catch {
        throw .document(provider: id, .truncated)
      }
    }
    guard let newest else { throw .document(provider: id, .empty) }
    return (rates, newest)
  }
}
