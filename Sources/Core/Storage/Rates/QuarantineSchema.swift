// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB

extension RatesSchema {
  /// Quotes that were not stored; one of a day, whatever brought it.
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
