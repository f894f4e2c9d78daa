// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB

/// The tables of `rates.sqlite`: what can be taken up or fetched again.
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
