// SPDX-License-Identifier: GPL-3.0-or-later

public import KursAPI
public import KursItems
import KursLocalCache
public import KursModel
public import KursStorage

/// Provides stored rates from the providers that the user enabled, by the rule that the user chose.
public actor RatesWorkflow {
  public let catalogue: CurrencyCatalogue
  public nonisolated let importer: RatesImport
  public nonisolated let download: RatesDownload
  public nonisolated let userSeries: UserSeries
  public nonisolated let userProviders: UserProviders
  public nonisolated let teamRates: TeamRates
  let directory: ProviderDirectory
  let database: RatesDatabase
  let reader: RatesReader
  let clock: @Sendable () -> Timestamp
  private let due: DueDays
  private let observers: Broadcast<RatesUpdate>
  public private(set) var order: [ProviderID]
  /// Whether only the first provider is used, even if its rates are late or incomplete.
  public private(set) var isStrict: Bool
  public private(set) var side: QuoteSide
  public private(set) var maxAge: Int?

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
    self.clock = clock
    self.order = order
    self.isStrict = isStrict
    self.side = side
    self.maxAge = maxAge
    directory = ProviderDirectory(items, damaged: damagedSeries)
    observers = Broadcast()
    importer = RatesImport(
      of: bundle, into: database, catalogue: catalogue, directory: directory, updates: observers, clock: clock)
    reader = RatesReader(importer: importer)
    due = DueDays(database: database, clock: clock)
    teamRates = TeamRates(importer: importer)
    download = RatesDownload(importer: importer, team: teamRates, client: client, refusals: refusals, log: log)
    userSeries = UserSeries(folder: series, importer: importer)
    userProviders = UserProviders(folder: descriptions, importer: importer)
  }

  private var bundle: BundledHistory? { importer.bundle }

  public var damagedSeries: Set<ProviderID> { directory.damaged }

  public func use(_ order: [ProviderID], isStrict: Bool = false, side: QuoteSide = .middle, maxAge: Int? = nil) {
    guard order != self.order || isStrict != self.isStrict || side != self.side || maxAge != self.maxAge else { return }
    (self.order, self.isStrict, self.side, self.maxAge) = (order, isStrict, side, maxAge)
    announce(.orderChanged)
  }

  public func use(_ side: QuoteSide) { use(order, isStrict: isStrict, side: side, maxAge: maxAge) }

  public func use(maxAge: Int) { use(order, isStrict: isStrict, side: side, maxAge: maxAge) }

  public func provider(_ id: ProviderID) throws(RatesFailure) -> Provider { try directory.provider(id) }

  /// Returns the last stored rate of each pair up to `day`. Nil means the newest day. Throws `.rate(.noRates)` if
  /// no rates are stored, and `.rate(.outsideHistory)` for a day outside the history.
  public func table(
    of id: ProviderID, on day: Day?, _ chosen: QuoteSide? = nil
  ) async throws(RatesFailure) -> RateTable {
    try await reader.table(of: id, on: day, chosen ?? side)
  }

  /// Returns the rates of all days with published rates. Laws and pegs apply, so that TRL and TRY make one series.
  public func series(
    of id: ProviderID, from: Currency, to: Currency, between first: Day, and last: Day
  ) async throws(RatesFailure) -> RateSeries {
    try await reader.series(of: id, from: from, to: to, between: first, and: last, side)
  }

  @discardableResult
  public func refresh(
    _ id: ProviderID, over days: ClosedRange<Day>? = nil, address: String? = nil, key: ProviderKey? = nil
  ) async throws(RatesFailure) -> ImportProgress {
    try await download.refresh(id, over: days, address: address, key: key)
  }

  /// Sets the team whose rates are available, or nil for none. `source`: requests rates. Nil allows stored rates only.
  public func use(_ team: Team?, from source: TeamSource? = nil) async {
    if await teamRates.use(team, from: source), order.contains(where: \.isTeam) { announce(.orderChanged) }
  }

  public func wipeTeam(of member: MemberID) async throws(RatesFailure) {
    guard let gone = Team(of: member) else { return }
    if await gone == teamRates.team { await use(nil) }
    try await importer.wipe(gone.id)
  }

  public func endpoints(of id: ProviderID) -> ProviderEndpoints? {
    directory[id]?.endpoints ?? ProviderDefinition.endpoints(of: id)
  }

  /// Announces new rates if another program has changed the database.
  func followOtherPrograms() async {
    if await database.wasChangedElsewhere() { announce(.orderChanged) }
  }

  public func updates() -> AsyncStream<RatesUpdate> {
    observers.events()
  }

  public func announce(_ update: RatesUpdate) {
    observers.send(update)
  }

  /// Returns the source of the points before `lawStart` and the source of later points, such as `ecb` and `law`.
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

  /// Returns the average of each period that has rates. Averages the published values, not their reciprocals.
  public func averages(
    of id: ProviderID, from: Currency, to: Currency, in periods: [ClosedRange<Day>]
  ) async throws(RatesFailure) -> [Average] {
    guard let first = periods.first, let last = periods.last else { return [] }
    let points = try await series(
      of: id, from: from, to: to, between: first.lowerBound, and: last.upperBound
    ).points
    // Averages include days up to the end of a currency, and at most up to tomorrow. Some banks already publish
    // tomorrow's rates. A rate that a law fixes has no last day.
    let ends = [from, to].compactMap { catalogue[$0]?.until }.filter { $0 >= first.lowerBound }
    let (end, tomorrow) = (ends.min() ?? last.upperBound, clock().localDay + 1)
    var (averages, failure) = ([Average](), RateError?.none)
    for whole in periods where whole.lowerBound <= end {
      let period = whole.lowerBound...min(whole.upperBound, end)
      let inside = points.filter { period.contains($0.day) && $0.day <= tomorrow }
      guard let first = inside.first, let end = inside.last, let highest = inside.max(by: { $0.rate < $1.rate }),
        let lowest = inside.min(by: { $0.rate < $1.rate })
      else { continue }
      do throws(RatesFailure) {
        let resolver = try await ratesInUse(on: period.upperBound, over: period, of: [id]).resolver
        let route: ConversionPath
        do { route = try resolver.route(from: from, to: to) } catch { throw .rate(error) }
        averages.append(
          Average(
            days: first.day...end.day, mean: route.value, count: inside.count,
            missing: route.means.map(\.missing).max() ?? 0, end: end, highest: highest, lowest: lowest))
      } catch {
        // If the rates of one period are missing, as after a currency's end, the other periods are still calculated.
        guard case .rate(let reason) = error else { throw error }
        failure = failure ?? reason
      }
    }
    if averages.isEmpty, let failure { throw .rate(failure) }
    return averages
  }

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

  /// Returns the rates for a day by a rule. `named`: the providers. Nil uses the rule's or the enabled providers.
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

  /// Returns the rates by a rule. Throws `.rate(.notStored)` for missing, `.rate(.notPublished)` for unpublished rates.
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
    // If a law prescribes the provider's rates, the rate of the day itself applies, even if it is published later.
    if let first = (named ?? order).first, directory[first]?.provider.isPrescribed == true {
      return try await ratesInUse(on: day, of: named, demand: demand)
    }
    let leading = try await ratesInUse(on: nil, of: named, demand: demand).leading
    let (provider, last) = (leading.provider, day + leading.provider.carryLimit)
    if provider.id == bundle?.provider { try await importer.importHistory() }
    let known = try await due.coveredDays(of: leading)
    var next = day
    while next <= last {
      if let table = try await tableIfAny(of: provider.id, on: next, demand.side), table.newest == next {
        return try await ratesInUse(on: next, of: named, demand: demand)
      }
      if let error = try await missingReason(of: provider, in: day...next, until: last, but: known, demand.side) {
        throw .rate(error)
      }
      next = next + 1
    }
    throw .rate(.outsideHistory(day, provider: provider.id, first: provider.firstDay, newest: leading.newest))
  }

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

  /// Returns the error for the first missing rates in `days`. Nil if none are missing. `last`: the last day to search.
  private func missingReason(
    of provider: Provider, in days: ClosedRange<Day>, until last: Day, but known: CoveredDays, _ side: QuoteSide?
  ) async throws(RatesFailure) -> RateError? {
    guard let first = due.missing(of: provider, in: days, but: known).first else { return nil }
    var until = first
    while until < min(last, clock().day) {
      if let table = try await tableIfAny(of: provider.id, on: until + 1, side), table.newest == until + 1 { break }
      until = until + 1
    }
    let (now, missing) = (clock(), due.missing(of: provider, in: first...until, but: known))
    // Reports the missing days whose rates may already be published. Without such days, reports the first missing day.
    let out = missing.filter { provider.mayBePublished(dated: $0, now: now) }
    return due.missingReason(of: out.isEmpty ? [first] : out, provider)
  }

  public func selling(beside middle: ConversionPath, on day: Day?) async -> ConversionPath? {
    guard let bank = middle.provider, middle.providers.count == 1 else { return nil }
    let table = try? await table(of: bank, on: day, .selling)
    guard let route = try? table?.route(from: middle.from, to: middle.to) else { return nil }
    return route.quotes.contains { $0.side != .middle } ? route : nil
  }

  /// Returns the rates for a day from the enabled or the named providers. If no enabled provider has stored rates, uses
  /// another provider, except in strict mode. `importsMissing`: whether to import missing parts of the bundled history.
  public func ratesInUse(
    on day: Day?, over period: ClosedRange<Day>? = nil, of named: [ProviderID]? = nil, importsMissing: Bool = true
  ) async throws(RatesFailure) -> RatesInUse {
    try await ratesInUse(on: day, over: period, of: named, importsMissing: importsMissing, demand: .carried)
  }

  func ratesInUse(
    on day: Day?, over period: ClosedRange<Day>? = nil, of named: [ProviderID]? = nil, importsMissing: Bool = true,
    demand: RatesDemand
  ) async throws(RatesFailure) -> RatesInUse {
    var known = (named ?? order).compactMap { directory[$0]?.provider }.countedTogether.map(\.id)
    var stored = try await reader.quoted(side)
    for id in known where stored[id] == nil {
      if try await userSeries.restore(id) { stored = try await reader.quoted(side) }
    }
    // A program that found a damaged file may have ended before importing the stored responses, so import them now.
    if known.contains(where: { stored[$0] == nil }), await importer.importAnswersUnlessRunning() {
      stored = try await reader.quoted(side)
    }
    // Enabled providers with damaged files are skipped, and other code reports the damage.
    if named == nil { known.removeAll(where: directory.damaged.contains) }
    let isPrescribed = known.first.flatMap { directory[$0]?.provider.isPrescribed } ?? false
    let mayStandIn = named == nil && !isStrict && !isPrescribed
    // The newest rate that a law prescribes may belong to the next period, so the rate of today is used.
    let day = isPrescribed ? day ?? clock().localDay : day
    if let bundle, known.contains(bundle.provider) || mayStandIn && !known.contains(where: { stored[$0] != nil }) {
      guard importsMissing || stored[bundle.provider] != nil else { throw .rate(.noRates(provider: bundle.provider)) }
      // Reads the stored rates again only after an import, because converting a table calls this for thousands of days.
      if importsMissing,
        try await importer.importBundle(asNeededBy: known, day: day, stored) || stored[bundle.provider] == nil
      {
        stored = try await reader.quoted(side)
      }
    }
    let awaited = known.first.flatMap { stored[$0] == nil ? directory[$0]?.provider : nil }
    do {
      return try await inUse(of: known, on: day, over: period, quoted: stored, awaiting: awaited, demand)
    } catch {
      guard mayStandIn, error.meansMissingRates, let standIn = replacement(beside: known, in: stored) else {
        throw error
      }
      return try await inUse(of: [standIn], on: day, over: period, quoted: stored, awaiting: awaited, demand)
    }
  }

  /// Returns the providers' stored rates for the day. If no provider has rates, throws the error of the first provider.
  private func inUse(
    of order: [ProviderID], on day: Day?, over period: ClosedRange<Day>?, quoted: [ProviderID: Set<Currency>],
    awaiting awaited: Provider?, _ demand: RatesDemand
  ) async throws(RatesFailure) -> RatesInUse {
    let asked = isStrict ? Array(order.prefix(1)) : order
    var (tables, failure) = ([RateTable](), RatesFailure?.none)
    for id in asked {
      do {
        if let period {
          tables.append(try await reader.table(of: id, over: period, demand, side))
        } else {
          tables.append(try await reader.table(of: id, on: day, demand, side))
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
      let missing = due.missing(
        of: table.provider, in: table.newest...max(table.newest, day ?? moment.day),
        but: try await due.coveredDays(of: table))
      // A provider isn't late if a response covered the days after its newest rates, because it published nothing then.
      if missing.contains(where: { $0 > table.newest }) { late.insert(table.provider.id) }
    }
    let isPrescribed = tables[0].provider.isPrescribed
    let others = isPrescribed ? [] : directory.all.map(\.provider).filter { !asked.contains($0.id) }
    let resolver = Resolver(
      day: day, today: clock().localDay, tables: tables, earlier: period == nil ? try await earlier(tables) : [],
      late: late, isStrict: isStrict,
      elsewhere: quoted.filter { id, _ in others.contains { $0.id == id && !$0.isPrescribed } },
      suggestions: ProviderSuggestions(others), maxAge: maxAge,
      catalogue: period.map(catalogue.withoutChangeovers) ?? catalogue,
      failure: .noRates(provider: tables[0].provider.id))
    return RatesInUse(resolver: resolver, leading: resolver.leading ?? tables[0], awaited: awaited)
  }

  /// Returns each table's older rates from the other tables' newest days, so that a conversion can use a single day.
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

  /// Returns a provider that can replace the providers `order`, preferably the provider of the bundled history.
  func replacement(beside order: [ProviderID], in quoted: [ProviderID: Set<Currency>]) -> ProviderID? {
    let others = quoted.keys.sorted().filter { !order.contains($0) && directory[$0]?.provider.mayReplaceOthers == true }
    return others.first { $0 == bundle?.provider } ?? others.first
  }

  public func storedStatuses() async -> [ProviderID: StoredRatesStatus] {
    var statuses: [ProviderID: StoredRatesStatus] = [:]
    for id in (try? await database.providers()) ?? [] { statuses[id] = await self.storedStatus(of: id) }
    return statuses
  }

  public func storedStatus(of id: ProviderID) async -> StoredRatesStatus {
    let quotes = (try? await database.latestQuotes(of: id, on: nil)) ?? []
    let documents = (try? await database.documents(of: id)) ?? []
    let moves = (try? await database.movedAddresses()) ?? []
    // Ignores response times in the future, because a wrong clock caused them.
    let now = clock()
    return StoredRatesStatus(
      newest: quotes.map(\.observation.day).max(),
      answered: documents.filter { $0.origin == .download && $0.checked <= now }.map(\.checked).max(),
      moved: moves.filter { $0.provider == id }.max { $0.noted.milliseconds < $1.noted.milliseconds })
  }

  /// Returns the first provider that has all these currencies, preferably one whose rates aren't late.
  public func provider(
    charting currencies: [Currency], of order: [ProviderID]? = nil
  ) async throws(RatesFailure) -> Provider {
    var (first, late) = (Provider?.none, Provider?.none)
    let together = (order ?? self.order).compactMap { directory[$0]?.provider }.countedTogether
    for provider in together.prefix(isStrict ? 1 : .max) {
      let pairs: [PairKey]
      do { pairs = try await database.pairs(of: provider.id).filter { side != .middle || $0.side == .middle } } catch {
        throw .storage(error)
      }
      guard !pairs.isEmpty else { continue }
      first = first ?? provider
      let quoted = Set(pairs.flatMap { [$0.base, $0.counter] })
      let isConnected = provider.direction != .statedPerRow || areConnected(currencies, pairs)
      guard isConnected, currencies.allSatisfy({ isCovered($0, by: quoted) }) else { continue }
      guard try await isLate(provider) else { return provider }
      late = late ?? provider
    }
    if let found = late ?? first { return found }
    return try await ratesInUse(on: nil, of: order).leading.provider
  }

  private func isLate(_ provider: Provider) async throws(RatesFailure) -> Bool {
    provider.isLate(newest: try await table(of: provider.id, on: nil).newest, now: clock())
  }

  private func areConnected(_ currencies: [Currency], _ pairs: [PairKey]) -> Bool {
    let ties = pairs.map { ($0.base, $0.counter) } + catalogue.legalRates.map { ($0.retired, $0.successor) }
    var reached = Set(currencies.prefix(1))
    while true {
      let next = ties.filter { reached.contains($0.0) != reached.contains($0.1) }
      if next.isEmpty { return reached.isSuperset(of: currencies) }
      reached.formUnion(next.flatMap { [$0.0, $0.1] })
    }
  }

  private func isCovered(_ currency: Currency, by quoted: Set<Currency>) -> Bool {
    quoted.contains(currency)
      || catalogue.legalRates.contains { law in
        law.retired == currency && quoted.contains(law.successor)
          || law.successor == currency && quoted.contains(law.retired)
      }
  }

  public func quarantined() async throws(RatesFailure) -> [QuarantinedQuote] {
    do { return try await database.quarantined() } catch { throw .storage(error) }
  }

  @discardableResult
  public func acceptQuarantined(_ entry: Int64) async throws(RatesFailure) -> Bool {
    try await decide(entry) { database throws(StorageError) in try await database.acceptQuarantined(entry) }
  }

  /// Discards a quarantined rate. The same value of the same day is not quarantined again.
  @discardableResult
  public func dropQuarantined(_ entry: Int64) async throws(RatesFailure) -> Bool {
    try await decide(entry) { database throws(StorageError) in try await database.dropQuarantined(entry) }
  }

  private func decide(
    _ entry: Int64, _ decision: (RatesDatabase) async throws(StorageError) -> Bool
  ) async throws(RatesFailure) -> Bool {
    do {
      let waiting = try await database.quarantined().first { $0.id == entry }
      guard let waiting, try await decision(database) else { return false }
      let quote = waiting.suspect.quote
      // Even if no rate is new, windows that mark the rate as suspicious must load again.
      announce(.newest(provider: quote.provider, quote.observation.day))
      return true
    } catch {
      throw .storage(error)
    }
  }
}

extension RatesFailure {
  fileprivate var meansMissingRates: Bool {
    switch self {
    case .rate(.noRates), .unknownProvider: true
    default: false
    }
  }
}

extension Provider {
  fileprivate var mayReplaceOthers: Bool { !isOptIn && !isPrescribed }
}

public struct RatesInUse: Sendable {
  public var resolver: Resolver
  public let leading: RateTable
  public var awaited: Provider?
}

public struct StoredRatesStatus: Hashable, Sendable {
  public var newest: Day?
  /// The time of the provider's last response. Nil if all rates are from bundled or imported files.
  public var answered: Timestamp?
  public var moved: MovedAddress?
}

public enum DayChoice: Hashable, Sendable {
  case newest
  case day(Day, NamedRule)
  case mean(ClosedRange<Day>)

  public init?(_ period: ClosedRange<Day>, _ rule: NamedRule?) {
    switch (rule, rule?.rule) {
    case (let rule?, .monthAverage) where period == .month(of: period.lowerBound):
      self = .day(period.upperBound, rule)
    case (nil, _), (_, .monthAverage): self = .mean(period)
    case (let rule?, .monthEnd): self = .day(period.upperBound, rule)
    default: return nil
    }
  }
}

enum RatesDemand: Sendable {
  /// The last stored rates up to the day are used. The result names the day of these rates.
  case carried
  /// The last published rates up to the day are used. If the database may lack them, an error is thrown.
  case published
  /// The last published middle rates up to the day, as a law requires. Throws an error if the database may lack them.
  case legal

  var side: QuoteSide? { self == .legal ? .middle : nil }
}
