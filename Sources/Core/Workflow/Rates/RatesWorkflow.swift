// SPDX-License-Identifier: GPL-3.0-or-later
public import KursAPI
public import KursItems
import KursLocalCache
public import KursModel
public import KursStorage

/// Everything that is done with rates: read for a day, followed through the years, taken up, refreshed.
public actor RatesWorkflow {
  public let catalogue: CurrencyCatalogue
  private(set) var items: [ProviderID: ProviderItems]
  let database: RatesDatabase
  let documents: DocumentCache
  /// Made when it is first needed: a start without network must not pay for one.
  let client: @Sendable () -> APIClient
  /// The sources that damaged rates are rebuilt from.
  let bundle: BundledHistory?
  let clock: @Sendable () -> Timestamp
  /// Hears of documents that their mapping refused.
  let refusals: RefusalRelay
  /// The folder of the person's own series; nil if there is none.
  let series: SeriesFolder?
  /// The folder of the files that describe providers; nil if there is none.
  let descriptions: ProviderFolder?
  /// The log of refreshes; nil if there is none.
  let log: ActivityLog?
  /// The providers in use, in the person's order.
  public private(set) var order: [ProviderID]
  /// Whether the first of them alone counts, late or not, whatever it lacks.
  public private(set) var isStrict: Bool
  /// Whether the bank's buying, middle or selling rate counts, where it publishes more than one.
  public private(set) var side: QuoteSide
  /// The team whose rates may be used; nil while no member is shown.
  public private(set) var team: Team?
  private(set) var teamSource: TeamSource?
  private var listeners = Listeners<RatesUpdate>()
  /// The taking up of the shipped history that is under way.
  var historyIntake: Task<Result<Bool, RatesFailure>, Never>?
  /// The taking up of stored answers that is under way.
  var answersIntake: Task<Void, Never>?

  public init(
    database: RatesDatabase, catalogue: CurrencyCatalogue, items: [ProviderItems],
    client: @escaping @Sendable () -> APIClient, bundle: BundledHistory?, order: [ProviderID] = [.ecb],
    isStrict: Bool = false, side: QuoteSide = .middle, refusals: RefusalRelay = RefusalRelay(), log: ActivityLog? = nil,
    series: SeriesFolder? = nil, descriptions: ProviderFolder? = nil,
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
    self.descriptions = descriptions
    self.order = order
    self.isStrict = isStrict
    self.side = side
  }

  /// Calculates with the rates of these from now on; `isStrict`: with those of the first alone.
  public func use(_ order: [ProviderID], isStrict: Bool = false, side: QuoteSide = .middle) {
    guard order != self.order || isStrict != self.isStrict || side != self.side else { return }
    (self.order, self.isStrict, self.side) = (order, isStrict, side)
    announce(.orderChanged)
  }

  /// Calculates with this side from now on.
  public func use(_ side: QuoteSide) { use(order, isStrict: isStrict, side: side) }

  /// `source`: nil leaves the one there is to the same team.
  func set(_ team: Team?, home: Currency, from source: TeamSource?) {
    if let old = self.team, old != team { items[old.id] = nil }
    teamSource = source ?? (team == self.team ? teamSource : nil)
    self.team = team
    if let team { items[team.id] = .team(team, home: home) }
  }

  /// `items`: nil for a provider that is there no longer.
  func set(_ items: ProviderItems?, for id: ProviderID) { self.items[id] = items }

  public func provider(_ id: ProviderID) throws(RatesFailure) -> Provider {
    guard let items = items[id] else { throw .unknownProvider(id.name) }
    return items.provider
  }

  /// The provider's rates on `day`, each carried back to its last observation; nil asks for the newest.
  ///
  /// Throws `.rate(.noRates)` when nothing is stored and `.rate(.outsideHistory)` for a day it cannot know.
  /// `chosen`: another side than the one in use.
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

  /// The same, as far as a rule demands to know the days before.
  func table(of id: ProviderID, on day: Day?, _ demand: RatesDemand) async throws(RatesFailure) -> RateTable {
    guard demand != .carried, let day, try provider(id).validity == nil else {
      return try await table(of: id, on: day, demand.side)
    }
    let provider = try provider(id)
    let newest = try await table(of: id, on: nil, demand.side).newest
    let table: RateTable?
    do { table = try await self.table(of: id, on: day, demand.side) } catch {
      // After all that is stored, what is missing says more.
      guard case .rate(.outsideHistory) = error, newest < day else { throw error }
      table = nil
    }
    let last = table?.newest ?? newest
    if last < day, let lack = lack(of: try await missingDays(of: provider, in: (last + 1)...day), provider) {
      throw .rate(lack)
    }
    guard let table else {
      throw .rate(.outsideHistory(day, provider: id, first: provider.firstDay, newest: newest))
    }
    return try await table.without(quotesOfOtherDays(in: table, provider))
  }

  /// Quotes of tables that come out more seldom, where a newer one may be out that is not stored.
  private func quotesOfOtherDays(in table: RateTable, _ provider: Provider) async throws(RatesFailure) -> [Quote] {
    guard let seldom = provider.seldom else { return [] }
    let old = table.middles.filter { $0.observation.day < table.day }
    guard let oldest = old.map(\.observation.day).min() else { return [] }
    let known: [ClosedRange<Day>]
    do { known = try await database.coveredDays(of: provider.id) } catch { throw .storage(error) }
    let due = (oldest.number...table.day.number).lazy.map { Day(number: $0) }.filter { day in
      seldom.isDue(on: day) && !known.contains { $0.contains(day) }
    }
    return old.filter { quote in due.contains { $0 > quote.observation.day } }
  }

  /// The provider's means of a period, which ends on the last day that it published in it.
  ///
  /// Throws `.rate(.outsideHistory)` where it published nothing in it.
  func table(
    of id: ProviderID, over period: ClosedRange<Day>, _ demand: RatesDemand = .carried
  ) async throws(RatesFailure) -> RateTable {
    let (provider, side) = (try provider(id), demand.side ?? side)
    var quotes = try await mending(id) { database throws(StorageError) in
      try await database.meanQuotes(of: id, on: period, withSides: side != .middle)
    }
    let stored = try await days(of: quotes, in: period, id)
    try await joinRedenominated(&quotes, of: id, in: period)
    guard let last = quotes.lazy.map(\.observation.day).max() else {
      let newest = try await self.table(of: id, on: nil).newest
      throw .rate(.outsideHistory(period.lowerBound, provider: id, first: provider.firstDay, newest: newest))
    }
    let missing = try await missingDays(of: provider, in: period, but: stored)
    if demand != .carried, let lack = lack(of: missing, provider) { throw .rate(lack) }
    for index in quotes.indices { quotes[index].mean?.missing = missing.count }
    return RateTable(provider: provider, day: last, quotes: quotes, catalogue: catalogue, side: side)
  }

  /// Takes the old money's values into the mean of the new one's, where one became the other within the period.
  private func joinRedenominated(
    _ quotes: inout [Quote], of id: ProviderID, in period: ClosedRange<Day>
  ) async throws(RatesFailure) {
    for law in catalogue.legalRates
    where law.kind == .redenomination && period.contains(law.from) && law.from > period.lowerBound {
      for index in quotes.indices {
        let new = quotes[index].pair
        let isBase = new.base == law.successor
        guard isBase || new.counter == law.successor else { continue }
        let old = PairKey(
          base: isBase ? law.retired : new.base, counter: isBase ? new.counter : law.retired, side: new.side)
        guard quotes.contains(where: { $0.pair == old }) else { continue }
        let (olds, news): ([Observation], [Observation])
        do {
          olds = try await database.observations(
            of: id, base: old.base, counter: old.counter, side: old.side, from: period.lowerBound, to: law.from - 1)
          news = try await database.observations(
            of: id, base: new.base, counter: new.counter, side: new.side, from: period.lowerBound,
            to: period.upperBound)
        } catch { throw .storage(error) }
        // Where a bank quotes both, a day counts once.
        let own = Set(news.map(\.day))
        let before = olds.filter { !own.contains($0.day) }
        guard let first = (before + news).map(\.day).min(), let last = news.last else { continue }
        let factor = isBase ? law.factor : law.factor.reciprocal
        let sum = before.reduce(Rational.zero) { $0 + $1.rate * factor } + news.reduce(Rational.zero) { $0 + $1.rate }
        let count = before.count + news.count
        quotes[index].mean = Mean(
          days: first...last.day, count: count, value: (sum * Rational(Int64(count)).reciprocal).reduced)
      }
    }
  }

  /// The days of a period on which the pair with the most of them was published.
  private func days(
    of quotes: [Quote], in period: ClosedRange<Day>, _ id: ProviderID
  ) async throws(RatesFailure) -> Set<Day> {
    let usual = quotes.max { ($0.mean?.count ?? 0, $1.base, $1.counter) < ($1.mean?.count ?? 0, $0.base, $0.counter) }
    guard let pair = usual?.pair else { return [] }
    do {
      let observations = try await database.observations(
        of: id, base: pair.base, counter: pair.counter, side: pair.side, from: period.lowerBound, to: period.upperBound)
      return Set(observations.map(\.day))
    } catch { throw .storage(error) }
  }

  /// Reads; what is found damaged is dropped and built anew from the shipped history and the stored answers, once.
  func mending<T: Sendable>(
    _ id: ProviderID, _ read: (RatesDatabase) async throws(StorageError) -> T
  ) async throws(RatesFailure) -> T {
    let known = database.setAside
    do {
      let found = try await read(database)
      // A file that was replaced while it was read has nothing in it yet.
      guard database.setAside != known else { return found }
    } catch {
      guard case .damagedSegment = error else { throw .storage(error) }
      do { try await database.forgetRates(of: id) } catch { throw .storage(error) }
    }
    if let bundle, bundle.provider == id { try await takeUp(bundle) }
    // Taking answers up reads rates, too, and must not wait for itself.
    if answersIntake == nil { await takeUpAnswers() }
    do { return try await read(database) } catch { throw .storage(error) }
  }

  /// Each change of the stored rates from now on.
  public func updates() -> AsyncStream<RatesUpdate> {
    listeners.events()
  }

  /// Tells every listener; the start workflow does so when its background work fails.
  public func announce(_ update: RatesUpdate) {
    listeners.tell(update)
  }
}

/// A change of the stored rates that windows may want to know of.
public enum RatesUpdate: Hashable, Sendable {
  case intake(IntakeProgress)
  case newest(provider: ProviderID, Day)
  case failed(RatesFailure)
  /// A file was found damaged, is kept aside, and another is in its place.
  case setAside(SetAside)
  /// Other providers count, or the same ones in another order, or another side of them.
  case orderChanged
}
