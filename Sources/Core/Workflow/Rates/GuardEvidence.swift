// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
import KursModel
public import KursStorage

extension RatesWorkflow {
  /// What new rates of a provider are held against: its own last ones, and the newest of the others that are stored.
  func evidence(about id: ProviderID) async throws(RatesFailure) -> RateGuard.Evidence {
    var evidence = RateGuard.Evidence()
    for quote in try await newestQuotes(of: id, withSides: true) { evidence.stored[quote.pair] = quote.observation }
    let stored: [ProviderID]
    do { stored = try await database.providers() } catch { throw .storage(error) }
    for other in stored where other != id {
      guard let provider = items[other]?.provider, !provider.isOptIn else { continue }
      let quotes = try await newestQuotes(of: other)
      evidence.others.append(RateTable(provider: provider, day: nil, quotes: quotes, catalogue: catalogue))
    }
    // A bank's own observations say more than a table that somebody gathered.
    evidence.others.sort { $0.provider.dayMeaning != .fetched && $1.provider.dayMeaning == .fetched }
    return evidence
  }

  /// What is stored about the days of a batch that lie before the newest stored ones.
  func history(
    about batch: QuoteBatch, before stored: [PairKey: Observation]
  ) async throws(RatesFailure) -> [PairKey: [Observation]] {
    var history: [PairKey: [Observation]] = [:]
    // What a bank buys and sells at is held against its middles, which may be in another document.
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

  func newestQuotes(of id: ProviderID, withSides: Bool = false) async throws(RatesFailure) -> [Quote] {
    try await mending(id) { database throws(StorageError) in
      try await database.latestQuotes(of: id, on: nil, withSides: withSides)
    }
  }

  /// The quotes that wait for the person's word.
  public func quarantined() async throws(RatesFailure) -> [QuarantinedQuote] {
    do { return try await database.quarantined() } catch { throw .storage(error) }
  }

  /// Takes a quote in as it is; false where none of that number waits.
  @discardableResult
  public func acceptQuarantined(_ entry: Int64) async throws(RatesFailure) -> Bool {
    do {
      let waiting = try await database.quarantined().first { $0.id == entry }
      guard let waiting, try await database.acceptQuarantined(entry) else { return false }
      let quote = waiting.suspect.quote
      announce(.newest(provider: quote.provider, quote.observation.day))
      return true
    } catch {
      throw .storage(error)
    }
  }

  /// Forgets a quote; the same value of the same day is not asked about again.
  @discardableResult
  public func dropQuarantined(_ entry: Int64) async throws(RatesFailure) -> Bool {
    do {
      let waiting = try await database.quarantined().first { $0.id == entry }
      guard let waiting, try await database.dropQuarantined(entry) else { return false }
      // Nothing is new, but windows that mark what waits look again.
      announce(.newest(provider: waiting.suspect.quote.provider, waiting.suspect.quote.observation.day))
      return true
    } catch { throw .storage(error) }
  }
}
