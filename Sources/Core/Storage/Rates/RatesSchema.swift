// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
public import KursModel

enum RatesSchema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1-documents-and-segments") { database in
      try database.execute(
        sql: """
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
          """)
    }
    migrator.registerMigration("2-quarantine", migrate: addQuarantine)
    migrator.registerMigration("moves-1", migrate: addMoves)
    migrator.registerMigration("document-validators-1") { database in
      try database.execute(
        sql: "ALTER TABLE document ADD COLUMN etag TEXT; ALTER TABLE document ADD COLUMN max_age_s INTEGER;")
    }
    migrator.registerMigration("sides-1", migrate: addSides)
    migrator.registerMigration("document-days-1") { database in
      try database.execute(
        sql: """
          ALTER TABLE document ADD COLUMN asked_day INTEGER;
          ALTER TABLE document ADD COLUMN is_refused INTEGER NOT NULL DEFAULT 0;
          """)
    }
    migrator.registerMigration("covered-days-1", migrate: addCoveredDays)
    return migrator
  }
}

extension RatesSchema {
  /// Days for which everything is stored. If such a day has no rates, the provider published none.
  static func addCoveredDays(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE covered_days (
          provider TEXT NOT NULL,
          first INTEGER NOT NULL,
          last INTEGER NOT NULL,
          PRIMARY KEY (provider, first)
        ) WITHOUT ROWID
        """)
  }
}

extension RatesDatabase {
  public func coveredDays(of provider: ProviderID) async throws(StorageError) -> [ClosedRange<Day>] {
    try await file.read { try Self.coveredDays(of: provider, $0) }
  }

  public func cover(_ days: ClosedRange<Day>, of provider: ProviderID) async throws(StorageError) {
    let known = try await coveredDays(of: provider)
    if known.contains(where: { $0.contains(days.lowerBound) && $0.contains(days.upperBound) }) { return }
    try await file.write { database in
      let stored = try Self.coveredDays(of: provider, database)
      let touching = stored.filter { $0.lowerBound <= days.upperBound + 1 && days.lowerBound <= $0.upperBound + 1 }
      let all = touching + [days]
      let first = all.map(\.lowerBound).min() ?? days.lowerBound
      let last = all.map(\.upperBound).max() ?? days.upperBound
      for range in touching {
        try database.execute(
          sql: "DELETE FROM covered_days WHERE provider = ? AND first = ?",
          arguments: [provider.name, Int(range.lowerBound.number)])
      }
      try database.execute(
        sql: "INSERT INTO covered_days (provider, first, last) VALUES (?, ?, ?)",
        arguments: [provider.name, Int(first.number), Int(last.number)])
    }
  }

  private static func coveredDays(of provider: ProviderID, _ database: Database) throws -> [ClosedRange<Day>] {
    try Row.fetchAll(
      database.cachedStatement(sql: "SELECT first, last FROM covered_days WHERE provider = ? ORDER BY first"),
      arguments: [provider.name]
    ).compactMap { row in
      let (first, last): (Int32, Int32) = try (row.column("first"), row.column("last"))
      // A damaged row covers nothing.
      return first <= last ? Day(number: first)...Day(number: last) : nil
    }
  }
}

extension RatesSchema {
  static func addQuarantine(_ database: Database) throws {
    try database.execute(
      sql: """
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
        """)
  }
}

extension RatesSchema {
  /// Separates buying, selling and middle rates. Copies both tables, because SQLite can't change a UNIQUE constraint.
  static func addSides(_ database: Database) throws {
    try database.execute(
      sql: """
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
        """)
  }
}

extension QuoteSide {
  /// Stored, so the numbers must never change.
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
