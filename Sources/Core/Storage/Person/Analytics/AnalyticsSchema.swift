// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB

/// The tables of statistics: the log of this machine, and what waits for the account server.
enum AnalyticsSchema {
  static let name = "analytics-1"

  /// `batch`: the idempotency key of the queued command that carries the event; NULL while none does.
  static func create(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE analytics_log (
          number INTEGER PRIMARY KEY, member TEXT NOT NULL, id TEXT NOT NULL, event TEXT NOT NULL,
          at_ms INTEGER NOT NULL
        );
        CREATE TABLE analytics_waiting (
          number INTEGER PRIMARY KEY, member TEXT NOT NULL, id TEXT NOT NULL, event TEXT NOT NULL,
          at_ms INTEGER NOT NULL, batch TEXT
        );
        CREATE TABLE analytics_sender (
          member TEXT PRIMARY KEY, installation TEXT NOT NULL, dropped INTEGER NOT NULL
        ) WITHOUT ROWID;
        """)
  }

  /// A member whose data is being wiped, or is gone, gets no new rows: `?` is the member.
  static let memberIsHere = """
    (?1 = '' OR EXISTS (SELECT 1 FROM account WHERE id = ?1 AND wipe_reason IS NULL))
    """
}
