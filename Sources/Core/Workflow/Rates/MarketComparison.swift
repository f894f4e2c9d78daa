// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
import KursModel
public import KursStorage

/// The stored rates while documents of a provider are imported: read once per refresh and updated with each document.
struct StoredQuotes {
  /// The provider's last observation of each pair.
  private(set) var own: [PairKey: Observation]
  /// The newest rates of the other providers; nil until a document needs them.
  var others: [RateTable]?

  init(_ quotes: [Quote]) {
    own = Dictionary(quotes.map { ($0.pair, $0.observation) }, uniquingKeysWith: { $1 })
  }

  /// The newest day of a middle rate.
  var newest: Day? { own.lazy.filter { $0.key.side == .middle }.map(\.value.day).max() }

  /// Updates the newest day from `batch`.
  mutating func add(_ batch: QuoteBatch) {
    for (pair, observations) in batch.pairs {
      guard let last = observations.last, own[pair].map({ $0.day <= last.day }) ?? true else { continue }
      own[pair] = last
    }
  }
}

extension RatesWorkflow {
  /// The newest stored rates of the other providers, most trusted first.
  func others(beside id: ProviderID) async throws(RatesFailure) -> [RateTable] {
    // A market rate says nothing about a rate prescribed for a month, and the other way round.
    if items[id]?.provider.isPrescribed == true { return [] }
    var others: [RateTable] = []
    let stored: [ProviderID]
    do { stored = try await database.providers() } catch { throw .storage(error) }
    for other in stored where other != id {
      guard let provider = items[other]?.provider, !provider.isOptIn, !provider.isPrescribed else { continue }
      let quotes = try await newestQuotes(of: other)
      others.append(RateTable(provider: provider, day: nil, quotes: quotes, catalogue: catalogue))
    }
    // A bank's own observations count more than a compiled table.
    return others.sorted { $0.provider.dayMeaning != .fetched && $1.provider.dayMeaning == .fetched }
  }

  /// The stored rates of the batch's days that are older than the newest stored ones.
  func history(
    about batch: QuoteBatch, before stored: [PairKey: Observation]
  ) async throws(RatesFailure) -> [PairKey: [Observation]] {
    var history: [PairKey: [Observation]] = [:]
    // A bank's buying and selling rates are compared with its middle rates, which may be in another document.
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

  /// The quarantined quotes that need a decision.
  public func quarantined() async throws(RatesFailure) -> [QuarantinedQuote] {
    do { return try await database.quarantined() } catch { throw .storage(error) }
  }

  /// Stores a quarantined quote. False if there is none with that number.
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

  /// Drops a quarantined quote. The same value of the same day is not quarantined again.
  @discardableResult
  public func dropQuarantined(_ entry: Int64) async throws(RatesFailure) -> Bool {
    do {
      let waiting = try await database.quarantined().first { $0.id == entry }
      guard let waiting, try await database.dropQuarantined(entry) else { return false }
      // No rate is new, but windows that show the marker must reload.
      announce(.newest(provider: waiting.suspect.quote.provider, waiting.suspect.quote.observation.day))
      return true
    } catch { throw .storage(error) }
  }
}
