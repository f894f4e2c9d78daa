// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
public import KursModel

enum RatesSchema {
  static var migrator: DatabaseMigrator {
    DatabaseMigrator(steps: [
      "1-documents-and-segments": createDocumentsAndSegments,
      "2-quarantine": addQuarantine,
      "moves-1": addMoves,
      "document-validators-1":
        "ALTER TABLE document ADD COLUMN etag TEXT; ALTER TABLE document ADD COLUMN max_age_s INTEGER;",
      "sides-1": addSides,
      "document-days-1": """
        ALTER TABLE document ADD COLUMN asked_day INTEGER;
        ALTER TABLE document ADD COLUMN is_refused INTEGER NOT NULL DEFAULT 0;
        """,
      "covered-days-1": addCoveredDays,
      "covered-series-1": addCoveredSeries,
    ])
  }

  private static let createDocumentsAndSegments = """
    CREATE TABLE document (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      provider TEXT NOT NULL,
      command TEXT NOT NULL,
      member TEXT NOT NULL DEFAULT '',
      origin TEXT NOT NULL CHECK (origin IN ('bundled', 'download', 'import')),
      request_hash TEXT NOT NULL,
      data_hash TEXT NOT NULL,
      body BLOB,
      fetched_ms INTEGER NOT NULL,
      checked_ms INTEGER NOT NULL,
      expires_ms INTEGER,
      taken_up_down_to INTEGER,
      is_complete INTEGER NOT NULL DEFAULT 0,
      UNIQUE (provider, command, member, data_hash)
    );
    CREATE TABLE series (
      id INTEGER PRIMARY KEY,
      provider TEXT NOT NULL,
      base TEXT NOT NULL,
      counter TEXT NOT NULL,
      newest_year INTEGER NOT NULL DEFAULT 0,
      newest BLOB,
      newest_checksum INTEGER NOT NULL DEFAULT 0,
      UNIQUE (provider, base, counter)
    );
    CREATE TABLE segment (
      series INTEGER NOT NULL REFERENCES series (id) ON DELETE CASCADE,
      year INTEGER NOT NULL,
      observations BLOB NOT NULL,
      checksum INTEGER NOT NULL,
      PRIMARY KEY (series, year)
    );
    """

  static let addCoveredDays = """
    CREATE TABLE covered_days (
      provider TEXT NOT NULL,
      first INTEGER NOT NULL,
      last INTEGER NOT NULL,
      PRIMARY KEY (provider, first)
    ) WITHOUT ROWID
    """

  /// Adds a table of days on which all published rates of a pair are stored. If such a day has no stored rate, no rate
  /// was published. Files are read again to fill the table.
  static let addCoveredSeries = """
    CREATE TABLE covered_series (
      series INTEGER NOT NULL REFERENCES series (id) ON DELETE CASCADE,
      first INTEGER NOT NULL,
      last INTEGER NOT NULL,
      PRIMARY KEY (series, first)
    ) WITHOUT ROWID;
    DROP TABLE covered_days;
    UPDATE document SET is_complete = 0, taken_up_down_to = NULL WHERE origin <> 'download';
    """

  static let addQuarantine = """
    CREATE TABLE quarantine (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      provider TEXT NOT NULL,
      base TEXT NOT NULL,
      counter TEXT NOT NULL,
      day INTEGER NOT NULL,
      coefficient TEXT NOT NULL,
      scale INTEGER NOT NULL,
      unit_exponent INTEGER NOT NULL,
      document INTEGER NOT NULL,
      reason TEXT NOT NULL,
      detail TEXT NOT NULL DEFAULT '',
      noted_ms INTEGER NOT NULL,
      is_dropped INTEGER NOT NULL DEFAULT 0,
      UNIQUE (provider, base, counter, day, coefficient, scale, unit_exponent)
    )
    """

  /// Adds buying and selling rates to two tables. Copies the tables, because SQLite can't change a UNIQUE constraint.
  static let addSides = """
    CREATE TABLE sided_series (
      id INTEGER PRIMARY KEY,
      provider TEXT NOT NULL,
      base TEXT NOT NULL,
      counter TEXT NOT NULL,
      side INTEGER NOT NULL DEFAULT 0,
      newest_year INTEGER NOT NULL DEFAULT 0,
      newest BLOB,
      newest_checksum INTEGER NOT NULL DEFAULT 0,
      UNIQUE (provider, base, counter, side)
    );
    INSERT INTO sided_series (id, provider, base, counter, newest_year, newest, newest_checksum)
      SELECT id, provider, base, counter, newest_year, newest, newest_checksum FROM series;
    DROP TABLE series;
    ALTER TABLE sided_series RENAME TO series;
    CREATE TABLE sided_quarantine (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      provider TEXT NOT NULL,
      base TEXT NOT NULL,
      counter TEXT NOT NULL,
      side INTEGER NOT NULL DEFAULT 0,
      day INTEGER NOT NULL,
      coefficient TEXT NOT NULL,
      scale INTEGER NOT NULL,
      unit_exponent INTEGER NOT NULL,
      document INTEGER NOT NULL,
      reason TEXT NOT NULL,
      detail TEXT NOT NULL DEFAULT '',
      noted_ms INTEGER NOT NULL,
      is_dropped INTEGER NOT NULL DEFAULT 0,
      UNIQUE (provider, base, counter, side, day, coefficient, scale, unit_exponent)
    );
    INSERT INTO sided_quarantine (id, provider, base, counter, day, coefficient, scale, unit_exponent, document,
        reason, detail, noted_ms, is_dropped)
      SELECT id, provider, base, counter, day, coefficient, scale, unit_exponent, document, reason, detail,
        noted_ms, is_dropped FROM quarantine;
    DROP TABLE quarantine;
    ALTER TABLE sided_quarantine RENAME TO quarantine;
    """
}

extension RatesDatabase {
  public func coveredDays(of provider: ProviderID) async throws(StorageError) -> [PairKey: [ClosedRange<Day>]] {
    try await file.read { database in
      let rows = try Row.fetchCursor(
        database.cachedStatement(
          sql: """
            SELECT base, counter, side, first, last FROM covered_series JOIN series ON series.id = series
            WHERE provider = ? ORDER BY series, first
            """),
        arguments: [provider.name])
      var covered: [PairKey: [ClosedRange<Day>]] = [:]
      while let row = try rows.next() {
        guard let pair = try PairKey(row), let days = try Self.days(row) else { continue }
        covered[pair, default: []].append(days)
      }
      return covered
    }
  }

  /// Marks `days` as complete for `pairs` (nil: all the provider has). Skips a pair with quarantined rates in `days`.
  public func cover(
    _ days: ClosedRange<Day>, _ pairs: Set<PairKey>?, of provider: ProviderID
  ) async throws(StorageError) {
    try await file.write { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT id, base, counter, side FROM series WHERE provider = ? AND NOT EXISTS (
            SELECT 1 FROM covered_series WHERE series = id AND first <= ? AND last >= ?)
          AND NOT EXISTS (SELECT 1 FROM quarantine AS q WHERE q.provider = series.provider AND q.base = series.base
            AND q.counter = series.counter AND q.side = series.side AND NOT is_dropped AND day BETWEEN ? AND ?)
          """,
        arguments: [
          provider.name, days.lowerBound.number, days.upperBound.number, days.lowerBound.number, days.upperBound.number,
        ])
      for row in rows {
        guard let pair = try PairKey(row), pairs?.contains(pair) ?? true else { continue }
        try Self.cover(days, try row.column("id"), database)
      }
    }
  }

  private static func cover(_ days: ClosedRange<Day>, _ series: Int64, _ database: Database) throws {
    let touching = try Row.fetchAll(
      database.cachedStatement(
        sql: "SELECT first, last FROM covered_series WHERE series = ? AND first <= ? AND last >= ?"),
      arguments: [series, days.upperBound.number + 1, days.lowerBound.number - 1]
    ).compactMap { try Self.days($0) }
    for range in touching {
      try database.execute(
        sql: "DELETE FROM covered_series WHERE series = ? AND first = ?", arguments: [series, range.lowerBound.number])
    }
    let all = touching + [days]
    try database.execute(
      sql: "INSERT OR REPLACE INTO covered_series (series, first, last) VALUES (?, ?, ?)",
      arguments: [series, all.map(\.lowerBound.number).min(), all.map(\.upperBound.number).max()])
  }

  /// Returns the days that a row of `covered_series` marks as complete. Nil for a damaged row, which marks no days.
  private static func days(_ row: Row) throws -> ClosedRange<Day>? {
    let (first, last): (Int32, Int32) = try (row.column("first"), row.column("last"))
    return first <= last ? Day(number: first)...Day(number: last) : nil
  }
}

extension QuoteSide {
  /// The stored number of the side, which must never change.
  var stored: Int {
    switch self {
    case .middle: 0
    case .buying: 1
    case .selling: 2
    }
  }

  init?(stored: Int) {
    guard let side = Self.allCases.first(where: { $0.stored == stored }) else { return nil }
    self = side
  }
}
