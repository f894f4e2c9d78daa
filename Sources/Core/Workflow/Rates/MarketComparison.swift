// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
import KursModel
import KursStorage

/// The newest stored rates during an import. They are read once per refresh and updated with each imported response.
struct StoredQuotes: Sendable {
  private(set) var own: [PairKey: Observation]
  /// The newest rates of the other providers. Nil until the first comparison needs them.
  var others: [RateTable]?

  init(_ quotes: [Quote]) {
    own = Dictionary(quotes.map { ($0.pair, $0.observation) }, uniquingKeysWith: { $1 })
  }

  var newest: Day? { own.lazy.filter { $0.key.side == .middle }.map(\.value.day).max() }

  /// A currency pair of the newest day, preferably with the euro or the dollar, which all providers publish.
  var usualPair: PairKey? {
    let pairs = own.filter { $0.key.side == .middle && $0.value.day == newest }.keys
    let usual = pairs.filter { [.eur, .usd].contains($0.base) || [.eur, .usd].contains($0.counter) }
    return (usual.isEmpty ? Array(pairs) : usual).min { ($0.base, $0.counter) < ($1.base, $1.counter) }
  }

  mutating func add(_ batch: QuoteBatch) {
    for (pair, observations) in batch.pairs {
      guard let last = observations.last, own[pair].map({ $0.day <= last.day }) ?? true else { continue }
      own[pair] = last
    }
  }
}

/// Provides the rates with which new rates are compared: the rates of other providers and the bundled history.
struct MarketComparison: Sendable {
  let reader: RatesReader

  private var database: RatesDatabase { reader.importer.database }
  private var directory: ProviderDirectory { reader.importer.directory }
  private var bundle: BundledHistory? { reader.importer.bundle }
  private var catalogue: CurrencyCatalogue { reader.importer.catalogue }

  func others(beside id: ProviderID) async throws(RatesFailure) -> [RateTable] {
    // A market rate can't confirm or contradict a rate that a law prescribes for a month, so nothing is compared.
    if directory[id]?.provider.isPrescribed == true { return [] }
    var others: [RateTable] = []
    let stored: [ProviderID]
    do { stored = try await database.providers() } catch { throw .storage(error) }
    for other in stored where other != id {
      guard let provider = directory[other]?.provider, !provider.isOptIn, !provider.isPrescribed else { continue }
      // Skips a provider with only bundled rates, because `shippedRates` compares these rates with wider limits.
      if other == bundle?.provider, try await isShippedOnly(other) { continue }
      let quotes = try await reader.newestQuotes(of: other)
      others.append(RateTable(provider: provider, day: nil, quotes: quotes, catalogue: catalogue))
    }
    // Rates that a bank publishes come before rates that were collected from several sources.
    return others.sorted { $0.provider.dayMeaning != .fetched && $1.provider.dayMeaning == .fetched }
  }

  /// Returns the stored rates near the days of `batch`, for pairs that already have newer stored rates.
  func history(
    about batch: QuoteBatch, before stored: [PairKey: Observation]
  ) async throws(RatesFailure) -> [PairKey: [Observation]] {
    var history: [PairKey: [Observation]] = [:]
    // Buying and selling rates are compared with middle rates. If `batch` lacks middle rates, reads the stored ones.
    let middles = batch.pairs.map { ($0.key.middle, $0.value) }.filter { batch.pairs[$0.0] == nil }
    for (pair, observations) in batch.pairs.map({ ($0.key, $0.value) }) + middles {
      guard let newest = stored[pair], let first = observations.first, first.day < newest.day,
        let last = observations.last
      else { continue }
      do {
        history[pair] = try await database.observations(
          of: batch.provider, base: pair.base, counter: pair.counter, side: pair.side, from: first.day - 7,
          to: last.day + 7)
      } catch { throw .storage(error) }
    }
    return history
  }

  private func isShippedOnly(_ id: ProviderID) async throws(RatesFailure) -> Bool {
    do {
      return try await database.documents(of: id).allSatisfy { $0.origin == .bundled }
    } catch { throw .storage(error) }
  }

  /// Returns the bundled history's rates for the pairs of `batch`, on its days or shortly before.
  func shippedRates(about batch: QuoteBatch) async throws(RatesFailure) -> RateGuard.ShippedRates? {
    guard let bundle, bundle.provider != batch.provider, directory[batch.provider]?.provider.isPrescribed != true else {
      return nil
    }
    guard let newest = try await reader.newestQuotes(of: bundle.provider).map(\.observation.day).max() else {
      return shippedCrosses(about: batch, of: bundle.provider)
    }
    var series: [PairKey: [RateSeries.Point]] = [:]
    for (pair, observations) in batch.pairs where pair.side == .middle {
      guard let first = observations.first?.day, let last = observations.last?.day else { continue }
      do {
        series[pair] = try await reader.series(
          of: bundle.provider, from: pair.base, to: pair.counter, between: min(first, newest) - 7,
          and: min(last, newest), .middle
        ).points
      } catch {
        guard case .rate = error else { throw error }
      }
    }
    return RateGuard.ShippedRates(provider: bundle.provider, series: series)
  }

  private func shippedCrosses(about batch: QuoteBatch, of id: ProviderID) -> RateGuard.ShippedRates? {
    guard let provider = directory[id]?.provider, let shipped = shippedBatch() else { return nil }
    let quotes = shipped.pairs.compactMap { pair, observations in
      observations.last.map { Quote(provider: id, pair: pair, observation: $0) }
    }
    let table = RateTable(provider: provider, day: nil, quotes: quotes, catalogue: catalogue)
    var series: [PairKey: [RateSeries.Point]] = [:]
    for pair in batch.pairs.keys where pair.side == .middle {
      guard let route = try? table.route(from: pair.base, to: pair.counter) else { continue }
      series[pair] = [.init(day: route.observed ?? table.newest, rate: route.value)]
    }
    return RateGuard.ShippedRates(provider: id, series: series)
  }

  func shippedBatch() -> QuoteBatch? {
    guard let bundle, let bytes = try? bundle.load(), var history = try? ECBHistory(archive: bytes) else { return nil }
    return try? history.next()
  }
}
