// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
public import KursModel

extension RatesDatabase {
  /// For each currency of the provider its last quote on or before `day` (nil: the newest).
  ///
  /// Throws `.damagedSegment` when a stored year fails its checksum.
  public func latestQuotes(of provider: ProviderID, on day: Day?) async throws(StorageError) -> [Quote] {
    guard let day else { return try await newestQuotes(of: provider) }
    return try await file.read { database in
      let rows = try Row.fetchCursor(
        database.cachedStatement(
          sql: """
            SELECT series.base, series.counter, segment.year, segment.observations, segment.checksum
            FROM series JOIN segment ON segment.series = series.id
            WHERE series.provider = ? AND segment.year IN (
              SELECT year FROM segment WHERE series = series.id AND year <= ? ORDER BY year DESC LIMIT 2)
            ORDER BY series.id, segment.year DESC
            """),
        arguments: [provider.name, day.year])
      var (quotes, done) = ([Quote](), Set<PairKey>())
      while let row = try rows.next() {
        guard let pair = PairKey(row), !done.contains(pair) else { continue }
        let segment = try Segment(row, provider: provider, pair: pair)
        guard let last = segment.observations.last(where: { $0.day <= day }) else { continue }
        quotes.append(Quote(provider: provider, base: pair.base, counter: pair.counter, observation: last))
        done.insert(pair)
      }
      return quotes
    }
  }

  /// The last observation of each pair, kept beside its name: a start reads one page and not every newest year.
  private func newestQuotes(of provider: ProviderID) async throws(StorageError) -> [Quote] {
    try await file.read { database in
      let rows = try Row.fetchCursor(
        database.cachedStatement(
          sql: """
            SELECT base, counter, newest_year AS year, newest AS observations, newest_checksum AS checksum
            FROM series WHERE provider = ? AND newest IS NOT NULL
            """),
        arguments: [provider.name])
      var quotes = [Quote]()
      while let row = try rows.next() {
        guard let pair = PairKey(row),
          let last = try Segment(row, provider: provider, pair: pair).observations.last
        else { continue }
        quotes.append(Quote(provider: provider, base: pair.base, counter: pair.counter, observation: last))
      }
      return quotes
    }
  }

  /// Every stored observation of one published pair between two days, ascending.
  public func observations(
    of provider: ProviderID, base: Currency, counter: Currency, from: Day, to: Day
  ) async throws(StorageError) -> [Observation] {
    let pair = PairKey(base: base, counter: counter)
    return try await file.read { database in
      let rows = try Row.fetchCursor(
        database.cachedStatement(
          sql: """
            SELECT series.base, series.counter, segment.year, segment.observations, segment.checksum
            FROM series JOIN segment ON segment.series = series.id
            WHERE series.provider = ? AND series.base = ? AND series.counter = ?
              AND segment.year BETWEEN ? AND ?
            ORDER BY segment.year
            """),
        arguments: [provider.name, base.code, counter.code, from.year, to.year])
      var observations = [Observation]()
      while let row = try rows.next() {
        let segment = try Segment(row, provider: provider, pair: pair)
        if segment.year == from.year || segment.year == to.year {
          observations += segment.observations.filter { $0.day >= from && $0.day <= to }
        } else {
          observations += segment.observations
        }
      }
      return observations
    }
  }

  /// Whose rates are stored, alphabetical.
  public func providers() async throws(StorageError) -> [ProviderID] {
    try await file.read { database in
      try String.fetchAll(database, sql: "SELECT DISTINCT provider FROM series ORDER BY provider").map {
        ProviderID($0)
      }
    }
  }

  /// The currencies that each provider has stored rates of.
  public func quotedCurrencies() async throws(StorageError) -> [ProviderID: Set<Currency>] {
    try await file.read { database in
      var quoted: [ProviderID: Set<Currency>] = [:]
      for row in try Row.fetchAll(database, sql: "SELECT provider, base, counter FROM series") {
        guard let pair = PairKey(row) else { continue }
        quoted[ProviderID(row["provider"] as String), default: []].formUnion([pair.base, pair.counter])
      }
      return quoted
    }
  }

  /// The published pairs stored for a provider.
  public func pairs(of provider: ProviderID) async throws(StorageError) -> [PairKey] {
    try await file.read { database in
      try Row.fetchAll(
        database, sql: "SELECT base, counter FROM series WHERE provider = ? ORDER BY id",
        arguments: [provider.name]
      ).compactMap { PairKey($0) }
    }
  }
}

extension PairKey {
  init?(_ row: Row) {
    guard let base = Currency(row["base"] as String), let counter = Currency(row["counter"] as String) else {
      return nil
    }
    self.init(base: base, counter: counter)
  }
}

extension Segment {
  /// Reads a row's bytes in place and checks them against their sum.
  init(_ row: Row, provider: ProviderID, pair: PairKey) throws {
    let (year, checksum): (Int, Int64) = (row["year"], row["checksum"])
    let segment = try row.withUnsafeData(named: "observations") { data -> Segment? in
      guard let data else { return nil }
      return data.withUnsafeBytes { bytes in
        guard Segment.checksum(bytes) == checksum else { return nil }
        return Segment(year: year, bytes: bytes)
      }
    }
    guard let segment else {
      throw StorageError.damagedSegment(
        provider: provider, base: pair.base, counter: pair.counter, year: year)
    }
    self = segment
  }
}
