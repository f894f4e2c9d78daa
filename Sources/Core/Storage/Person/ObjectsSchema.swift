// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB

/// Tables of what the person has on all machines, and of the history, which stays on this one; by member.
enum ObjectsSchema {
  static let name = "objects"

  static func create(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE object (
          member TEXT NOT NULL,
          id TEXT NOT NULL,
          kind TEXT NOT NULL,
          deleted_ms INTEGER,
          revision INTEGER NOT NULL,
          is_unsent INTEGER NOT NULL,
          PRIMARY KEY (member, id)
        ) WITHOUT ROWID;
        CREATE TABLE object_field (
          member TEXT NOT NULL,
          id TEXT NOT NULL,
          name TEXT NOT NULL,
          value TEXT NOT NULL,
          edited_ms INTEGER NOT NULL,
          PRIMARY KEY (member, id, name),
          FOREIGN KEY (member, id) REFERENCES object (member, id) ON DELETE CASCADE
        ) WITHOUT ROWID;
        CREATE TABLE synced (member TEXT PRIMARY KEY, revision INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE history (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          member TEXT NOT NULL,
          fingerprint TEXT NOT NULL,
          place INTEGER NOT NULL,
          folded TEXT NOT NULL,
          record TEXT NOT NULL,
          UNIQUE (member, fingerprint)
        );
        CREATE INDEX history_by_place ON history (member, place);
        CREATE TABLE recent_currency (
          member TEXT NOT NULL,
          currency TEXT NOT NULL,
          place INTEGER NOT NULL,
          PRIMARY KEY (member, currency)
        ) WITHOUT ROWID
        """)
  }
}
