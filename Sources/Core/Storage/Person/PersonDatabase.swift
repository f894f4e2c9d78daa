// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB

/// The person's own data, which exists nowhere else: in a file of its own, synced to disk at each commit.
public struct PersonDatabase: Sendable {
  package let file: DatabaseFile

  /// `recovery`: a damaged file is kept aside, and what can be read of it goes into a new one; nil throws.
  public init(path: String, recovery: FileRecovery? = nil) throws(StorageError) {
    var recovery = recovery
    recovery?.salvaged = .everything
    file = DatabaseFile(path: path, durability: .full, migrator: Self.migrator, recovery: recovery)
    try file.open()
  }

  /// Files that were moved aside since the program's start.
  public var setAside: SetAside? { file.setAside }

  /// Why nothing can be saved; nil where it can.
  public var hindrance: StorageError? { file.hindrance }

  /// Reads the whole file where a program before this one was cut off; what is damaged is salvaged.
  public func checkAfterCutOff() async throws(StorageError) {
    if file.wasCutOff { try await file.check() }
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
    migrator.registerMigration(ConflictsSchema.name, migrate: ConflictsSchema.create)
    return migrator
  }
}

extension PersonDatabase {
  /// The last window's session, by name.
  public func session() async throws(StorageError) -> [String: String] {
    try await file.read { database in
      let rows = try Row.fetchAll(database, sql: "SELECT name, value FROM session")
      return try Dictionary(rows.map { try ($0.column("name"), $0.column("value")) }, uniquingKeysWith: { first, _ in first })
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
