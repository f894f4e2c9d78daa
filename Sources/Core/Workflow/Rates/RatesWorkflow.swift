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

  /// The provider's means of a period, which ends on the last day that it published in it.
  ///
  /// Throws `.rate(.outsideHistory)` where it published nothing in it.
  func table(of id: ProviderID, over period: ClosedRange<Day>) async throws(RatesFailure) -> RateTable {
    let (provider, side) = (try provider(id), side)
    let quotes = try await mending(id) { database throws(StorageError) in
      try await database.meanQuotes(of: id, on: period, withSides: side != .middle)
    }
    guard let last = quotes.lazy.map(\.observation.day).max() else {
      let newest = try await self.table(of: id, on: nil).newest
      throw .rate(.outsideHistory(period.lowerBound, provider: id, first: provider.firstDay, newest: newest))
    }
    return RateTable(provider: provider, day: last, quotes: quotes, catalogue: catalogue, side: side)
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
