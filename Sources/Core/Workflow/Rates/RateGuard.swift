// SPDX-License-Identifier: GPL-3.0-or-later

import KursItems
public import KursModel
import KursStorage

public struct RateGuard: Sendable {
  public struct Limits: Hashable, Sendable {
    /// The maximum change of a rate in one day, compared with the last stored rate, in thousandths.
    public var jumpPermille = 200
    /// The maximum factor for `jumpPermille`. The factor is the number of days between two rates.
    public var jumpDays = 7
    /// The maximum difference between the rates of two providers, in thousandths.
    public var apartPermille = 50
    public var comparableDays = 3
    /// The maximum number of days by which a rate's day may be in the future.
    public var futureDays = 2
    /// The limit `futureDays` for providers that publish rates before they apply, such as Monday's rates on Friday.
    public var effectiveFutureDays = 12
    /// The maximum difference from bundled rates, in thousandths. Each day of distance adds `shippedPermilleADay`.
    public var shippedPermille = 200
    public var shippedPermilleADay = 10
    /// The number of days after which the bundled history no longer counts as evidence.
    public var shippedDays = 400
    /// The minimum difference between a rate and its reciprocal, in thousandths, to recognise a reversed rate.
    public var inversePermille = 150
    /// The earliest plausible day. Rates of earlier days are suspicious, because no central bank publishes them.
    public var earliest = Day(year: 1950, month: 1, day: 1) ?? Day(number: 0)

    public init() {}
  }

  public struct Evidence: Sendable {
    /// The provider's last stored rate of each pair. Empty before the provider's first import.
    public var stored: [PairKey: Observation] = [:]
    /// The provider's stored rates on days near the days of the checked batch, oldest first.
    public var history: [PairKey: [Observation]] = [:]
    /// The newest rates of other providers, most trusted first.
    public var others: [RateTable] = []
    /// The bundled history's rates for the pairs of the checked batch. Nil for the provider of the bundled history.
    public var shipped: ShippedRates?
  }

  public struct ShippedRates: Sendable {
    public var provider: ProviderID
    public var series: [PairKey: [RateSeries.Point]]

    func nearest(to day: Day, of pair: PairKey) -> RateSeries.Point? {
      guard let points = series[pair], !points.isEmpty else { return nil }
      let after = points.partitioningIndex { $0.day > day }
      if after == 0 { return points[0] }
      if after == points.count { return points[after - 1] }
      return day - points[after - 1].day <= points[after].day - day ? points[after - 1] : points[after]
    }
  }

  private let catalogue: CurrencyCatalogue
  private let limits: Limits

  public init(catalogue: CurrencyCatalogue, limits: Limits = Limits()) {
    self.catalogue = catalogue
    self.limits = limits
  }

  /// Splits a batch into accepted and suspicious rates. If `evidence` is nil, doesn't compare rates with other rates.
  public func examine(
    _ batch: QuoteBatch, of provider: Provider, today: Day, against evidence: Evidence?
  ) -> (accepted: QuoteBatch, quarantined: [SuspiciousQuote]) {
    var (accepted, suspects) = ([PairKey: [Observation]](), [SuspiciousQuote]())
    // Middle rates come first, because buying and selling rates are compared with them.
    let middles = batch.pairs.lazy.filter { $0.key.side == .middle }
    let sides = batch.pairs.lazy.filter { $0.key.side != .middle }
    for (pair, observations) in [Array(middles), Array(sides)].joined() {
      // Fast path: checks only the first and the last day, and that all values are positive.
      if evidence == nil, isPlain(pair, observations, of: provider, today: today) {
        accepted[pair] = observations
        continue
      }
      var (kept, last) = ([Observation](), evidence?.stored[pair])
      for observation in observations {
        // Some tables contain abolished currencies for years. Skips these currencies, so that the user needn't decide.
        if hasEnded(pair, by: observation.day) { continue }
        let reason =
          fault(observation, in: pair, of: provider, today: today)
          ?? evidence.flatMap {
            contradiction(of: observation, of: pair, in: batch)
              ?? suspicion(observation, of: pair, last: last, against: $0)
              ?? spread(
                observation, of: pair, beside: accepted[pair.middle], suspects, at: batch.provider, against: $0)
              ?? inversion(of: observation, of: pair, home: provider.home, in: batch, beside: $0.others)
          }
        if let reason {
          let quote = Quote(provider: batch.provider, pair: pair, observation: observation)
          suspects.append(SuspiciousQuote(quote: quote, reason: reason))
        } else {
          kept.append(observation)
          if let known = last, observation.day >= known.day { last = observation }
        }
      }
      if !kept.isEmpty { accepted[pair] = kept }
    }
    return (QuoteBatch(provider: batch.provider, pairs: accepted), suspects.sorted())
  }

  private func isPlain(_ pair: PairKey, _ observations: [Observation], of provider: Provider, today: Day) -> Bool {
    guard let first = observations.first, let last = observations.last else { return true }
    return fault(first, in: pair, of: provider, today: today) == nil
      && fault(last, in: pair, of: provider, today: today) == nil
      && !hasEnded(pair, by: last.day) && observations.allSatisfy { $0.value.coefficient > 0 }
  }

  private func hasEnded(_ pair: PairKey, by day: Day) -> Bool {
    [pair.base, pair.counter].contains { catalogue[$0]?.until.map { $0 < day } ?? false }
  }

  private func fault(
    _ observation: Observation, in pair: PairKey, of provider: Provider, today: Day
  ) -> SuspiciousQuote.Reason? {
    if observation.value.coefficient == 0 { return .notPositive }
    let ahead = provider.dayMeaning == .effective ? limits.effectiveFutureDays : limits.futureDays
    if observation.day - today > ahead { return .future }
    if observation.day < limits.earliest { return .past }
    for currency in [pair.base, pair.counter] {
      guard let record = catalogue[currency] else {
        // A provider's home currency is accepted even if ISO 4217 lacks it.
        if currency == provider.home { continue }
        return .unknownCode(currency)
      }
      if record.isPlaceholder { return .unknownCode(currency) }
      if let from = record.from, observation.day < from { return .outsideLife(currency) }
    }
    return nil
  }

  private func suspicion(
    _ observation: Observation, of pair: PairKey, last: Observation?, against evidence: Evidence
  ) -> SuspiciousQuote.Reason? {
    // A rate that is older than the newest stored rate is compared with stored rates of nearby days.
    if let last, observation.day < last.day, let near = nearest(to: observation.day, in: evidence.history[pair]) {
      if observation.value == near.value, observation.unit == near.unit { return nil }
      let days = Int64(max(abs(observation.day - near.day), 1))
      if Self.differ(observation.rate, near.rate, permille: Int64(limits.jumpPermille) * days) {
        return .jump(from: near)
      }
    }
    if let last, observation.day >= last.day {
      if observation.value == last.value, observation.unit == last.unit { return nil }
      let days = Int64(min(max(observation.day - last.day, 1), limits.jumpDays))
      if Self.differ(observation.rate, last.rate, permille: Int64(limits.jumpPermille) * days)
        || isInverse(observation.rate, of: last.rate, after: observation.day - last.day)
      {
        return .jump(from: last)
      }
    }
    if let shipped = evidence.shipped, let known = shipped.nearest(to: observation.day, of: pair),
      contradicts(observation, beside: known), !(last.map { contradicts($0, beside: known) } ?? false)
    {
      return reason(observation.rate, apartFrom: known.rate, of: shipped.provider)
    }
    // Other providers publish middle rates, so buying and selling rates are compared only with the bank's middle rate.
    guard pair.side == .middle, let other = comparison(with: observation, of: pair, in: evidence.others) else {
      return nil
    }
    let permille = Int64(limits.apartPermille)
    guard Self.differ(observation.rate, other.rate, permille: permille) else { return nil }
    // A currency such as the Lebanese pound may have two markets. A difference that existed before isn't suspicious.
    if let last, Self.differ(last.rate, other.rate, permille: permille) { return nil }
    return reason(observation.rate, apartFrom: other.rate, of: other.provider)
  }

  /// Returns the reason for a difference. If the rates differ by a power of ten, the unit was probably misread.
  private func reason(_ rate: Rational, apartFrom known: Rational, of provider: ProviderID) -> SuspiciousQuote.Reason {
    let times = [10, 100, 1_000, 10_000].first { times in
      !Self.differ(rate, known * Rational(Int64(times)), permille: Int64(limits.apartPermille))
    }
    return times.map { .scaled(by: provider, times: $0) } ?? .contradicted(by: provider)
  }

  /// Recognises a reversed rate by cross rates with dollar or euro, because other providers may lack `home`.
  private func inversion(
    of observation: Observation, of pair: PairKey, home: Currency, in batch: QuoteBatch, beside others: [RateTable]
  ) -> SuspiciousQuote.Reason? {
    let isHomeFirst = pair.base == home
    let foreign = isHomeFirst ? pair.counter : pair.base
    for usual in [Currency.usd, .eur] where pair.side == .middle && usual != foreign && usual != home {
      let own = isHomeFirst ? PairKey(base: home, counter: usual) : PairKey(base: usual, counter: home)
      guard let quote = batch.pairs[own]?.first(where: { $0.day == observation.day }), quote.rate.signum > 0 else {
        continue
      }
      let rate = isHomeFirst ? observation.rate.reciprocal : observation.rate
      let unit = isHomeFirst ? quote.rate : quote.rate.reciprocal
      guard let other = comparison(with: observation, of: PairKey(base: foreign, counter: usual), in: others),
        Self.differ(rate * unit, other.rate, permille: Int64(limits.apartPermille)),
        !Self.differ(rate.reciprocal * unit, other.rate, permille: Int64(limits.apartPermille))
      else { continue }
      return .contradicted(by: other.provider)
    }
    return nil
  }

  private func contradiction(
    of observation: Observation, of pair: PairKey, in batch: QuoteBatch
  ) -> SuspiciousQuote.Reason? {
    guard let back = batch.pairs[PairKey(base: pair.counter, counter: pair.base, side: pair.side.opposite)],
      let other = back.first(where: { $0.day == observation.day }),
      Self.differ(observation.rate, other.rate.reciprocal, permille: Int64(limits.apartPermille))
    else { return nil }
    return .contradicted(by: batch.provider)
  }

  private func contradicts(_ observation: Observation, beside known: RateSeries.Point) -> Bool {
    let distance = abs(observation.day - known.day)
    guard distance <= limits.shippedDays else { return false }
    let days = max(distance - limits.comparableDays, 0)
    let permille = min(
      limits.shippedPermille + limits.shippedPermilleADay * days, limits.jumpPermille * limits.jumpDays)
    return Self.differ(observation.rate, known.rate, permille: Int64(permille))
      || isInverse(observation.rate, of: known.rate, after: distance)
  }

  private func isInverse(_ rate: Rational, of known: Rational, after days: Int) -> Bool {
    guard days <= limits.shippedDays, rate.signum > 0, known.signum > 0 else { return false }
    return Self.differ(known, known.reciprocal, permille: Int64(limits.inversePermille))
      && !Self.differ(rate, known.reciprocal, permille: Int64(limits.apartPermille))
  }

  private func spread(
    _ observation: Observation, of pair: PairKey, beside accepted: [Observation]?, _ suspects: [SuspiciousQuote],
    at provider: ProviderID, against evidence: Evidence
  ) -> SuspiciousQuote.Reason? {
    guard pair.side != .middle else { return nil }
    let suspicious = suspects.first { $0.quote.pair == pair.middle && $0.quote.observation.day == observation.day }
    if let suspicious { return suspicious.reason }
    let known = (accepted ?? []) + (evidence.history[pair.middle] ?? [])
    guard let middle = nearest(to: observation.day, in: known) ?? evidence.stored[pair.middle],
      abs(observation.day - middle.day) <= limits.comparableDays
    else { return nil }
    let isApart = Self.differ(observation.rate, middle.rate, permille: Int64(limits.apartPermille))
    return isApart ? .contradicted(by: provider) : nil
  }

  private func nearest(to day: Day, in history: [Observation]?) -> Observation? {
    let near = history?.min { abs($0.day - day) < abs($1.day - day) }
    return near.flatMap { abs($0.day - day) <= limits.jumpDays ? $0 : nil }
  }

  private func comparison(
    with observation: Observation, of pair: PairKey, in others: [RateTable]
  ) -> (provider: ProviderID, rate: Rational)? {
    for table in others where abs(observation.day - table.newest) <= limits.comparableDays {
      guard let cross = try? table.route(from: pair.base, to: pair.counter), let provider = cross.provider,
        let observed = cross.observed, abs(observation.day - observed) <= limits.comparableDays
      else { continue }
      return (provider, cross.value)
    }
    return nil
  }

  private static func differ(_ a: Rational, _ b: Rational, permille: Int64) -> Bool {
    let (low, high) = a < b ? (a, b) : (b, a)
    return high * Rational(1000) > low * Rational(1000 + permille)
  }
}

/// A quarantined rate that is newer than the rate in use.
public struct SuspiciousRate: Hashable, Sendable, Identifiable {
  public let id: Int64
  public let suspect: SuspiciousQuote
  /// The provider's home currency. The window reports the rate of the pair's other currency as suspicious.
  public let home: Currency
  /// The publisher's name. `other`: the publisher of a contradicting rate, nil if the rate only changed too much.
  public let publisher: String
  public var other: String?

  public func concerns(_ currency: Currency) -> Bool {
    currency != home && [suspect.quote.base, suspect.quote.counter].contains(currency)
  }
}

extension RatesWorkflow {
  /// Returns the quarantined rates of enabled providers that are newer than the rates in use, newest first.
  func suspiciousRates() async throws(RatesFailure) -> [SuspiciousRate] {
    var suspiciousRates: [SuspiciousRate] = []
    var newest: [ProviderID: [PairKey: Day]] = [:]
    for entry in try await quarantined() where order.contains(entry.suspect.quote.provider) {
      if side == .middle, entry.suspect.quote.side != .middle { continue }
      let (quote, reason) = (entry.suspect.quote, entry.suspect.reason)
      guard let provider = directory[quote.provider]?.provider else { continue }
      let (home, publisher) = (provider.home, provider.attribution)
      if newest[quote.provider] == nil {
        let stored = try await reader.newestQuotes(of: quote.provider, withSides: true)
        newest[quote.provider] = Dictionary(stored.map { ($0.pair, $0.observation.day) }, uniquingKeysWith: max)
      }
      let last = newest[quote.provider]?[quote.pair]
      guard last.map({ quote.observation.day >= $0 }) ?? true else { continue }
      switch reason {
      case .jump:
        suspiciousRates.append(SuspiciousRate(id: entry.id, suspect: entry.suspect, home: home, publisher: publisher))
      case .contradicted(let id), .scaled(let id, _):
        let other = directory[id]?.provider.attribution ?? id.name
        suspiciousRates.append(
          SuspiciousRate(id: entry.id, suspect: entry.suspect, home: home, publisher: publisher, other: other))
      // A rate with one of these reasons is left out, because no current rate would change if the user accepted it.
      case .notPositive, .unknownCode, .future, .past, .outsideLife: continue
      }
    }
    return suspiciousRates.sorted {
      ($0.suspect.quote.observation.day, $0.id) > ($1.suspect.quote.observation.day, $1.id)
    }
  }
}

/// The newest stored rates during an import. They are read once per refresh and updated with each imported response.
struct StoredQuotes: Sendable {
  private(set) var own: [PairKey: Observation]
  /// The newest rates of the other providers. Nil until the first comparison needs them.
  var others: [RateTable]?

  init(_ quotes: [Quote]) {
    own = Dictionary(quotes.map { ($0.pair, $0.observation) }, uniquingKeysWith: { $1 })
  }

  var newest: Day? { own.lazy.filter { $0.key.side == .middle }.map(\.value.day).max() }

  /// A currency pair of the newest day, preferably with the euro or the dollar, because every provider has these two.
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
