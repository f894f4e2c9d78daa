// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
public import KursModel

extension RatesDatabase {
  /// For each currency of the provider its last quote on or before `day` (nil: the newest).
  ///
  /// `withSides`: beside the middle rates the buying and the selling ones, where they are stored.
  /// Throws `.damagedSegment` when a stored year fails its checksum.
  public func latestQuotes(
    of provider: ProviderID, on day: Day?, withSides: Bool = false
  ) async throws(StorageError) -> [Quote] {
    guard let day else { return try await newestQuotes(of: provider, withSides: withSides) }
    return try await file.read { database in
      // Not sorted by SQLite, which would copy the bytes of each year.
      let rows = try Row.fetchCursor(
        database.cachedStatement(
          sql: """
            SELECT series.id, series.base, series.counter, series.side, segment.year, segment.observations,
              segment.checksum
            FROM series JOIN segment ON segment.series = series.id AND segment.year = (
              SELECT MAX(year) FROM segment WHERE series = series.id AND year <= ?)
            WHERE series.provider = ? AND series.side <= ?
            """),
        arguments: [day.year, provider.name, Self.lastSide(withSides)])
      var (quotes, without) = ([(series: Int64, quote: Quote)](), [(series: Int64, pair: PairKey, year: Int)]())
      while let row = try rows.next() {
        guard let pair = try PairKey(row) else { continue }
        let (series, segment) = (
          try row.column("id") as Int64, try Segment(row, provider: provider, pair: pair, lastUpTo: day)
        )
        if let last = segment.observations.last {
          quotes.append((series, Quote(provider: provider, pair: pair, observation: last)))
        } else {
          without.append((series, pair, segment.year))
        }
      }
      for (series, pair, year) in without {
        guard let row = try database.segment(of: series, before: year),
          let last = try Segment(row, provider: provider, pair: pair, lastUpTo: day).observations.last
        else { continue }
        quotes.append((series, Quote(provider: provider, pair: pair, observation: last)))
      }
      return quotes.sorted { $0.series < $1.series }.map(\.quote)
    }
  }

  /// The last observation of each pair, kept beside its name: a start reads one page and not every newest year.
  private func newestQuotes(of provider: ProviderID, withSides: Bool) async throws(StorageError) -> [Quote] {
    try await file.read { database in
      let rows = try Row.fetchCursor(
        database.cachedStatement(
          sql: """
            SELECT base, counter, side, newest_year AS year, newest AS observations, newest_checksum AS checksum
            FROM series WHERE provider = ? AND side <= ? AND newest IS NOT NULL
            """),
        arguments: [provider.name, Self.lastSide(withSides)])
      var quotes = [Quote]()
      while let row = try rows.next() {
        guard let pair = try PairKey(row),
          let last = try Segment(row, provider: provider, pair: pair).observations.last
        else { continue }
        quotes.append(Quote(provider: provider, pair: pair, observation: last))
      }
      return quotes
    }
  }

  /// For each pair of the provider the mean of what it published on these days.
  public func meanQuotes(
    of provider: ProviderID, on days: ClosedRange<Day>, withSides: Bool = false
  ) async throws(StorageError) -> [Quote] {
    try await file.read { database in
      let rows = try Row.fetchCursor(
        database.cachedStatement(
          sql: """
            SELECT series.base, series.counter, series.side, segment.year, segment.observations, segment.checksum
            FROM series JOIN segment ON segment.series = series.id
            WHERE series.provider = ? AND series.side <= ? AND segment.year BETWEEN ? AND ?
            ORDER BY series.id, segment.year
            """),
        arguments: [provider.name, Self.lastSide(withSides), days.lowerBound.year, days.upperBound.year])
      var (quotes, observations, current) = ([Quote](), [Observation](), PairKey?.none)
      func close() {
        guard let current, let quote = Quote(meanOf: observations, provider: provider, pair: current) else { return }
        quotes.append(quote)
      }
      while let row = try rows.next() {
        guard let pair = try PairKey(row) else { continue }
        if pair != current {
          close()
          (current, observations) = (pair, [])
        }
        observations += try Segment(row, provider: provider, pair: pair).observations.filter { days.contains($0.day) }
      }
      close()
      return quotes
    }
  }

  private static func lastSide(_ withSides: Bool) -> Int { withSides ? QuoteSide.selling.stored : 0 }

  /// Every stored observation of one published pair between two days, ascending.
  public func observations(
    of provider: ProviderID, base: Currency, counter: Currency, side: QuoteSide = .middle, from: Day, to: Day
  ) async throws(StorageError) -> [Observation] {
    let pair = PairKey(base: base, counter: counter, side: side)
    return try await file.read { database in
      let rows = try Row.fetchCursor(
        database.cachedStatement(
          sql: """
            SELECT segment.year, segment.observations, segment.checksum
            FROM series JOIN segment ON segment.series = series.id
            WHERE series.provider = ? AND series.base = ? AND series.counter = ? AND series.side = ?
              AND segment.year BETWEEN ? AND ?
            ORDER BY segment.year
            """),
        arguments: [provider.name, base.code, counter.code, side.stored, from.year, to.year])
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

  /// The providers whose rates are stored, sorted by name.
  public func providers() async throws(StorageError) -> [ProviderID] {
    try await file.read { database in
      try database.values("SELECT DISTINCT provider FROM series ORDER BY provider").map { ProviderID($0 as String) }
    }
  }

  /// The currencies that each provider has stored rates of; `withSides`: with those of a side alone.
  public func quotedCurrencies(withSides: Bool = false) async throws(StorageError) -> [ProviderID: Set<Currency>] {
    try await file.read { database in
      var quoted: [ProviderID: Set<Currency>] = [:]
      let rows = try Row.fetchCursor(
        database.cachedStatement(sql: "SELECT provider, base, counter, side FROM series WHERE side <= ?"),
        arguments: [Self.lastSide(withSides)])
      while let row = try rows.next() {
        guard let pair = try PairKey(row) else { continue }
        quoted[ProviderID(try row.column("provider")), default: []].formUnion([pair.base, pair.counter])
      }
      return quoted
    }
  }

  /// The published pairs stored for a provider.
  public func pairs(of provider: ProviderID) async throws(StorageError) -> [PairKey] {
    try await file.read { database in
      try Row.fetchAll(
        database, sql: "SELECT base, counter, side FROM series WHERE provider = ? ORDER BY id",
        arguments: [provider.name]
      ).compactMap { try PairKey($0) }
    }
  }
}

extension PairKey {
  init?(_ row: Row) throws {
    guard let base = Currency(try row.column("base") as String),
      let counter = Currency(try row.column("counter") as String),
      let side = QuoteSide(stored: try row.column("side"))
    else { return nil }
    self.init(base: base, counter: counter, side: side)
  }
}

extension Database {
  /// The last year of a series before another.
  fileprivate func segment(of series: Int64, before year: Int) throws -> Row? {
    try Row.fetchOne(
      cachedStatement(
        sql: """
          SELECT year, observations, checksum FROM segment WHERE series = ? AND year < ? ORDER BY year DESC LIMIT 1
          """),
      arguments: [series, year])
  }
}

extension Segment {
  /// Reads a row's bytes in place and checks them against their sum; `lastUpTo`: keeps the last up to a day alone.
  init(_ row: Row, provider: ProviderID, pair: PairKey, lastUpTo day: Day? = nil) throws {
    let (year, checksum): (Int, Int64) = try (row.column("year"), row.column("checksum"))
    let segment = try row.withUnsafeData(named: "observations") { data -> Segment? in
      guard let data else { return nil }
      return data.withUnsafeBytes { bytes in
        guard Segment.checksum(bytes) == checksum else { return nil }
        return Segment(year: year, bytes: bytes, lastUpTo: day)
      }
    }
    guard let segment else {
      throw StorageError.damagedSegment(
        provider: provider, base: pair.base, counter: pair.counter, year: year)
    }
    self = segment
  }
}
