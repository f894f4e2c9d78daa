// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
public import KursModel

/// The shared settings of this machine at the last time they agreed with the member's objects.
///
/// A setting that differs from it was changed here since, perhaps in a terminal while no window was open.
enum SettingsBaseline {
  static let name = "settings-baseline"

  static func create(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE settings_baseline (
          member TEXT NOT NULL,
          name TEXT NOT NULL,
          value TEXT NOT NULL,
          PRIMARY KEY (member, name)
        ) WITHOUT ROWID
        """)
  }
}

extension PersonDatabase {
  /// Values by setting name.
  public func settingsBaseline(of member: MemberID) async throws(StorageError) -> [String: String] {
    try await file.read { database in
      let rows = try Row.fetchAll(
        database, sql: "SELECT name, value FROM settings_baseline WHERE member = ?", arguments: [member.text])
      return try Dictionary(rows.map { try ($0.column("name"), $0.column("value")) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// Stores the named values, unless the member's data has been deleted.
  public func noteSettingsBaseline(_ values: [String: String], of member: MemberID) async throws(StorageError) {
    try await file.write { database in
      guard try member == .nobody || Self.isKept(member, database) else { return }
      let save = try database.cachedStatement(
        sql: "INSERT OR REPLACE INTO settings_baseline (member, name, value) VALUES (?, ?, ?)")
      for (name, value) in values { try save.execute(arguments: [member.text, name, value]) }
    }
  }
}
