// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
public import KursModel
import KursStorage

/// Holds the rates of the provider that converts nearly all rows. A currency is loaded when a row first needs it.
public struct TableRates: Sendable {
  private let rates: RatesWorkflow
  private(set) var direct: DirectRates

  /// Finds the provider that converts nearly all rows. Nil if only a `Resolver` can convert the rows. `named`:
  /// providers instead of the enabled providers. `own`: today's custom rates. `hasRules`: whether rules select days.
  public init?(
    _ rates: RatesWorkflow, of named: [ProviderID]? = nil, own: [CustomRate], hasRules: Bool
  ) async throws(RatesFailure) {
    guard let provider = try await rates.firstProvider(of: named),
      let direct = DirectRates(provider, own: own, catalogue: rates.catalogue, now: rates.clock())
    else { return nil }
    self.rates = rates
    self.direct = direct
    if hasRules { self.direct.days = try await rates.publishedDays(of: provider, named) }
  }

  /// Loads the rates of two currencies unless they are already loaded. Returns false if nothing had to be loaded.
  mutating func load(_ from: Currency, _ to: Currency) async throws(RatesFailure) -> Bool {
    let missing = direct.missing(from, to)
    for currency in missing { direct.load(currency, try await rates.quotes(of: currency, at: direct.provider)) }
    return !missing.isEmpty
  }
}

extension RatesWorkflow {
  fileprivate func firstProvider(of named: [ProviderID]?) async throws(RatesFailure) -> Provider? {
    // With a maximum age, a `Resolver` must convert the rows, because only a `Resolver` refuses rates that are too old.
    guard side == .middle, maxAge == nil else { return nil }
    do { _ = try await ratesInUse(on: clock().localDay, of: named) } catch {
      guard case .rate = error else { throw error }
    }
    var known = (named ?? order).compactMap { directory[$0]?.provider }.countedTogether.map(\.id)
    if named == nil { known.removeAll(where: directory.damaged.contains) }
    let stored = try await reader.quoted(side)
    let isPrescribed = known.first.flatMap { directory[$0]?.provider.isPrescribed } ?? false
    let mayStandIn = named == nil && !isStrict && !isPrescribed
    let first = (isStrict ? Array(known.prefix(1)) : known).first { stored[$0] != nil }
    return (first ?? (mayStandIn ? replacement(beside: known, in: stored) : nil)).flatMap { directory[$0]?.provider }
  }

  fileprivate func publishedDays(
    of provider: Provider, _ named: [ProviderID]?
  ) async throws(RatesFailure) -> PublishedDays {
    let leading = try? await ratesInUse(on: nil, of: named).leading.provider.id
    return try await reader.mending(provider.id) { database throws(StorageError) in
      var days: Set<Day> = []
      let pairs = try await database.pairs(of: provider.id).filter { $0.side == .middle }
      for pair in pairs {
        let observations = try await database.observations(
          of: provider.id, base: pair.base, counter: pair.counter, from: Day(number: .min), to: Day(number: .max))
        days.formUnion(observations.lazy.map(\.day))
      }
      let covered = try await database.coveredDays(of: provider.id)
      return PublishedDays(days, covered: CoveredDays(pairs.map { covered[$0] ?? [] }), leads: leading == provider.id)
    }
  }

  /// Returns all published rates between a currency and the provider's home currency, in both directions.
  fileprivate func quotes(of currency: Currency, at provider: Provider) async throws(RatesFailure) -> [QuoteSeries] {
    try await reader.mending(provider.id) { database throws(StorageError) in
      var all: [QuoteSeries] = []
      for pair in [
        PairKey(base: provider.home, counter: currency), PairKey(base: currency, counter: provider.home),
      ] {
        let observations = try await database.observations(
          of: provider.id, base: pair.base, counter: pair.counter, from: Day(number: .min), to: Day(number: .max))
        if observations.isEmpty { continue }
        all.append(QuoteSeries(provider: provider.id, pair: pair, observations: observations))
      }
      return all
    }
  }
}
