// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
import KursModel

extension RatesSchema {
  /// Buying and selling rates are series of their own beside the middle, which all that was stored before is.
  ///
  /// SQLite cannot change what is unique in a table: both are copied. `segment` goes on naming the series by number.
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
  /// Its stored name, which never changes.
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
