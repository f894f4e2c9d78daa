// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB

/// The tables, as named migrations. A migration never changes after its release.
enum Schema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("accounts", migrate: accounts)
    migrator.registerMigration("objects", migrate: objects)
    migrator.registerMigration("rates", migrate: rates)
    migrator.registerMigration("reports", migrate: reports)
    migrator.registerMigration("ways", migrate: ways)
    migrator.registerMigration("known places", migrate: knownPlaces)
    migrator.registerMigration("space", migrate: space)
    migrator.registerMigration("instance", migrate: instance)
    migrator.registerMigration("tombstones", migrate: tombstones)
    migrator.registerMigration("codes and sources", migrate: codesAndSources)
    migrator.registerMigration("digests", migrate: digests)
    return migrator
  }

  private static func accounts(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE member (
          id TEXT PRIMARY KEY NOT NULL, email TEXT UNIQUE, name TEXT NOT NULL, password TEXT,
          created INTEGER NOT NULL, config TEXT NOT NULL, config_revision INTEGER NOT NULL, revision INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE identity (
          issuer TEXT NOT NULL, subject TEXT NOT NULL,
          member TEXT NOT NULL REFERENCES member ON DELETE CASCADE,
          PRIMARY KEY (issuer, subject)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX identity_member ON identity (member);
        CREATE TABLE avatar (
          member TEXT PRIMARY KEY NOT NULL REFERENCES member ON DELETE CASCADE,
          kind TEXT NOT NULL, digest TEXT NOT NULL, bytes BLOB NOT NULL
        ) STRICT;
        CREATE TABLE session (
          id TEXT PRIMARY KEY NOT NULL, member TEXT NOT NULL REFERENCES member ON DELETE CASCADE,
          device TEXT NOT NULL, created INTEGER NOT NULL, renewed INTEGER NOT NULL,
          newest INTEGER NOT NULL, parent INTEGER NOT NULL, seen INTEGER NOT NULL, ended INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX session_member ON session (member);
        -- The sessions of deleted accounts, so that each of their machines can be told; nothing else is kept.
        CREATE TABLE departed (session TEXT PRIMARY KEY NOT NULL, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        """)
  }

  private static func objects(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE object (
          member TEXT NOT NULL REFERENCES member ON DELETE CASCADE, id TEXT NOT NULL, kind TEXT NOT NULL,
          fields TEXT NOT NULL, deleted INTEGER, revision INTEGER NOT NULL, is_purged INTEGER NOT NULL,
          PRIMARY KEY (member, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX object_revision ON object (member, revision);
        CREATE TABLE answered (
          scope TEXT NOT NULL, key TEXT NOT NULL, digest BLOB NOT NULL, body BLOB NOT NULL, created INTEGER NOT NULL,
          PRIMARY KEY (scope, key)
        ) STRICT;
        CREATE INDEX answered_created ON answered (created);
        """)
  }

  private static func rates(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE rate (
          base TEXT NOT NULL, quote TEXT NOT NULL, day TEXT NOT NULL, unit INTEGER NOT NULL, value TEXT NOT NULL,
          PRIMARY KEY (base, quote, day)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE rate_update (only INTEGER PRIMARY KEY CHECK (only = 1), at INTEGER NOT NULL) STRICT;
        """)
  }

  private static func reports(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE event (
          number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, installation TEXT NOT NULL, name TEXT NOT NULL,
          time INTEGER NOT NULL, properties TEXT NOT NULL, received INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE dropped_events (installation TEXT PRIMARY KEY NOT NULL, count INTEGER NOT NULL) STRICT;
        CREATE TABLE report (
          endpoint TEXT NOT NULL, schema TEXT NOT NULL, version TEXT NOT NULL, path TEXT NOT NULL,
          keyword TEXT NOT NULL, count INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
          request TEXT, status INTEGER, answer TEXT, answer_bytes INTEGER, account TEXT,
          PRIMARY KEY (endpoint, schema, version, path, keyword)
        ) STRICT, WITHOUT ROWID;
        """)
  }

  private static func ways(_ database: Database) throws {
    try database.execute(
      sql: """
        -- As the provider last vouched for it, so that the owner can tell two of one provider apart.
        ALTER TABLE identity ADD COLUMN email TEXT;
        -- When the person last showed that it is they who sit there.
        ALTER TABLE session ADD COLUMN confirmed INTEGER NOT NULL DEFAULT 0;
        UPDATE session SET confirmed = created;
        """)
  }

  private static func knownPlaces(_ database: Database) throws {
    try database.execute(
      sql: """
        -- How many requests have named the place, and when the last of them came by the server's own clock.
        ALTER TABLE report ADD COLUMN requests INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE report ADD COLUMN received INTEGER NOT NULL DEFAULT 0;
        UPDATE report SET received = last;
        """)
  }

  private static func codesAndSources(_ database: Database) throws {
    try database.execute(
      sql: """
        -- A code with which a member who forgot the password sets a new one, by its digest; at most one for each.
        CREATE TABLE reset (
          member TEXT PRIMARY KEY NOT NULL REFERENCES member ON DELETE CASCADE, digest TEXT NOT NULL,
          made INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        -- Who named the place first, as a digest under the server's key: no address stands here. Empty for nobody known.
        ALTER TABLE report ADD COLUMN source TEXT NOT NULL DEFAULT '';
        -- Whether a member named it.
        ALTER TABLE report ADD COLUMN by_member INTEGER NOT NULL DEFAULT 0;
        -- The session of the same machine that ends once this one has been used.
        ALTER TABLE session ADD COLUMN replaces TEXT;
        """)
  }

  private static func digests(_ database: Database) throws {
    try database.execute(
      sql: """
        -- Of all objects of a member that are not deleted; missing until one of them changes.
        CREATE TABLE object_digest (
          member TEXT PRIMARY KEY NOT NULL REFERENCES member ON DELETE CASCADE, digest BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;
        """)
  }

  private static func instance(_ database: Database) throws {
    try database.execute(
      sql: """
        -- Which server this is, and which of its lives: another epoch after each restore. `stamp`: see Witness.
        CREATE TABLE instance (
          only INTEGER PRIMARY KEY CHECK (only = 1), id TEXT NOT NULL, epoch INTEGER NOT NULL, stamp TEXT NOT NULL
        ) STRICT;
        CREATE TABLE backup (only INTEGER PRIMARY KEY CHECK (only = 1), at INTEGER NOT NULL) STRICT;
        -- What was tried of late, by whom as a digest under the server's key: no address stands here.
        CREATE TABLE attempt (kind TEXT NOT NULL, key TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
        CREATE INDEX attempt_key ON attempt (kind, key, at);
        -- Codes that let somebody register, by their digests.
        CREATE TABLE invitation (digest TEXT PRIMARY KEY NOT NULL, made INTEGER NOT NULL, used INTEGER)
        STRICT, WITHOUT ROWID;
        """)
  }
}
