// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
public import KursModel
import KursStorage

/// The resolver for a day, and the providers whose rates should be in it.
public struct RatesInUse: Sendable {
  public var resolver: Resolver
  /// The leading provider.
  public let leading: RateTable
  /// The provider that was chosen first and has nothing stored yet; nil where the first has.
  public var awaited: Provider?
}

extension RatesWorkflow {
  /// The resolver for a day, by the order in use or the named one.
  ///
  /// Where no provider in use has any stored, those that are stored stand in, and the answer says who is
  /// waited for; a strict person has nobody stand in.
  /// `period`: whose means count instead of the rates of a day; it ends on `day`.
  /// `takesUp`: whether what the answer needs of the shipped history is taken up first, where it is not yet.
  public func ratesInUse(
    on day: Day?, over period: ClosedRange<Day>? = nil, of named: [ProviderID]? = nil, takesUp: Bool = true
  ) async throws(RatesFailure) -> RatesInUse {
    try await ratesInUse(on: day, over: period, of: named, takesUp: takesUp, demand: .carried)
  }

  /// `demand`: what has to be known of the days before; providers that lack it are passed over.
  func ratesInUse(
    on day: Day?, over period: ClosedRange<Day>? = nil, of named: [ProviderID]? = nil, takesUp: Bool = true,
    demand: RatesDemand
  ) async throws(RatesFailure) -> RatesInUse {
    let known = (named ?? order).compactMap { items[$0]?.provider }.countedTogether.map(\.id)
    var stored = try await quoted()
    for id in known where stored[id] == nil {
      if try await restoreSeries(of: id) { stored = try await quoted() }
    }
    let isPrescribed = known.first.flatMap { items[$0]?.provider.isPrescribed } ?? false
    let mayStandIn = named == nil && !isStrict && !isPrescribed
    // A rate prescribed for the next period does not count today.
    let day = isPrescribed ? day ?? clock().localDay : day
    if let bundle, known.contains(bundle.provider) || mayStandIn && !known.contains(where: { stored[$0] != nil }) {
      guard takesUp || stored[bundle.provider] != nil else { throw .rate(.noRates(provider: bundle.provider)) }
      // A table asks for thousands of days, and all but the first find everything there.
      if takesUp, try await takeUp(bundle, asNeededBy: known, day: day, stored) || stored[bundle.provider] == nil {
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

  /// Providers without stored rates for the day are passed over; throws the first one's failure where none has any.
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
    let moment = moment(of: day)
    let late = tables.filter { $0.provider.isLate(newest: $0.newest, now: moment) }.map(\.provider.id)
    // With a prescribed rate, market rates are not suggested.
    let isPrescribed = tables[0].provider.isPrescribed
    let others = isPrescribed ? [] : items.values.map(\.provider).filter { !asked.contains($0.id) }
    let resolver = Resolver(
      day: day, today: clock().localDay, tables: tables, earlier: period == nil ? try await earlier(tables) : [],
      late: Set(late),
      isStrict: isStrict, elsewhere: quoted.filter { id, _ in others.contains { $0.id == id && !$0.isPrescribed } },
      suggestions: ProviderSuggestions(others),
      catalogue: catalogue, failure: .noRates(provider: tables[0].provider.id))
    return RatesInUse(resolver: resolver, leading: resolver.leading ?? tables[0], awaited: awaited)
  }

  /// Each provider's rates on the newest days of the others: two providers on one route share a day.
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

  /// When a provider must have published to have been in time: now, or the end of a day that is over.
  private func moment(of day: Day?) -> Timestamp {
    let now = clock()
    guard let day, day < now.day else { return now }
    return Timestamp(milliseconds: Int64(day.number + 1) * 86_400_000 - 1)
  }

  /// The providers that have rates stored: the shipped ones before the others, and none that has to be chosen by name.
  private func standIn(beside order: [ProviderID], in quoted: [ProviderID: Set<Currency>]) -> ProviderID? {
    let others = quoted.keys.sorted().filter { !order.contains($0) && items[$0]?.provider.mayStandIn == true }
    return others.first { $0 == bundle?.provider } ?? others.first
  }

  private func quoted() async throws(RatesFailure) -> [ProviderID: Set<Currency>] {
    let known = database.setAside
    let stored = try await quotedNow()
    // A file that was replaced as it was opened has answers in it whose rates are not in yet.
    guard database.setAside != known else { return stored }
    await takeUpAnswers()
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
  /// Whether it may serve who did not ask for it, while nobody in use has any rates.
  fileprivate var mayStandIn: Bool { !isOptIn && !isPrescribed }
}
