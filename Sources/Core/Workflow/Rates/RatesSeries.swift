// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
import KursStorage

extension RatesWorkflow {
  /// How a pair moved between two days, both included; one point for each day that was observed.
  ///
  /// Redenominations scale what came before them, so that TRL and TRY are one line.
  public func series(
    of id: ProviderID, from: Currency, to: Currency, between first: Day, and last: Day
  ) async throws(RatesFailure) -> RateSeries {
    let provider = try provider(id)
    if provider.direction == .statedPerRow {
      return try await series(through: provider, from: from, to: to, between: first, and: last)
    }
    let home = provider.home
    async let start = homeward(from, home: home, of: id, between: first, and: last)
    async let end = homeward(to, home: home, of: id, between: first, and: last)
    do {
      return RateSeries(from: from, to: to, homeward: try await start, outward: try await end)
    } catch let failure as RatesFailure {
      throw failure
    } catch {
      throw .rate(.noRates(provider: id))
    }
  }

  /// Home units for one of `currency`, day by day; nil for the home currency itself.
  private func homeward(
    _ currency: Currency, home: Currency, of id: ProviderID, between first: Day, and last: Day
  ) async throws(RatesFailure) -> [RateSeries.Point]? {
    guard currency != home else { return nil }
    var points = try await observed(currency, home: home, of: id, between: first, and: last)
    for law in catalogue.legalRates where law.kind == .redenomination && law.successor == currency {
      let old = try await observed(law.retired, home: home, of: id, between: first, and: min(last, law.from - 1))
      points = old.map { .init(day: $0.day, rate: $0.rate * law.factor) } + points.filter { $0.day >= law.from }
    }
    guard !points.isEmpty else {
      throw .rate(.missing(currency, provider: id, day: last, lastSeen: nil))
    }
    return points
  }

  private func observed(
    _ currency: Currency, home: Currency, of id: ProviderID, between first: Day, and last: Day
  ) async throws(RatesFailure) -> [RateSeries.Point] {
    try await mending(id) { database throws(StorageError) in
      let forward = try await database.observations(of: id, base: home, counter: currency, from: first, to: last)
      if !forward.isEmpty { return forward.map { .init(day: $0.day, rate: $0.rate.reciprocal) } }
      return try await database.observations(of: id, base: currency, counter: home, from: first, to: last)
        .map { .init(day: $0.day, rate: $0.rate) }
    }
  }
}
