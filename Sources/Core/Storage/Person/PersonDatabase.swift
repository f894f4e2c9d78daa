// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
public import KursModel

/// What belongs to the person and exists nowhere else: synced to disk at each commit, in a file of its own.
public struct PersonDatabase: Sendable {
  package let file: DatabaseFile

  public init(path: String) throws(StorageError) {
    file = try DatabaseFile(path: path, durability: .full, migrator: Self.migrator)
  }

  /// As `init`, but a damaged or newer file is kept aside and a new one made.
  public static func recovering(
    path: String, now: Timestamp
  ) throws(StorageError) -> (PersonDatabase, SetAside?) {
    try DatabaseFile.recovering(path: path, now: now) { path throws(StorageError) in
      try PersonDatabase(path: path)
    }
  }

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1-session") { database in
      try database.execute(
        sql: "CREATE TABLE session (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID")
    }
    migrator.registerMigration(ObjectsSchema.name, migrate: ObjectsSchema.create)
    registerMembers(&migrator)
    migrator.registerMigration("queue-1", migrate: QueueSchema.create)
    migrator.registerMigration(SettingsBaseline.name, migrate: SettingsBaseline.create)
    migrator.registerMigration(AnalyticsSchema.name, migrate: AnalyticsSchema.create)
    migrator.registerMigration("synced-epoch") { database in
      try database.execute(sql: "ALTER TABLE synced ADD COLUMN epoch TEXT NOT NULL DEFAULT ''")
    }
    return migrator
  }
}

extension PersonDatabase {
  /// What the last window left behind, by name.
  public func session() async throws(StorageError) -> [String: String] {
    try await file.read { database in
      let rows = try Row.fetchAll(database, sql: "SELECT name, value FROM session")
      return Dictionary(rows.map { ($0["name"], $0["value"]) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// Writes the named values and leaves the others as they are.
  public func saveSession(_ values: [String: String]) async throws(StorageError) {
    try await file.write { database in
      let save = try database.cachedStatement(
        sql: "INSERT OR REPLACE INTO session (name, value) VALUES (?, ?)")
      for (name, value) in values { try save.execute(arguments: [name, value]) }
    }
  }
}
