// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
public import KursModel

/// What the shared settings were on this machine when they last agreed with the member's objects.
///
/// Whatever is another value now was chosen here since then, also in a terminal while no window was open.
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
  /// By the names of settings.
  public func settingsBaseline(of member: MemberID) async throws(StorageError) -> [String: String] {
    try await file.read { database in
      let rows = try Row.fetchAll(
        database, sql: "SELECT name, value FROM settings_baseline WHERE member = ?", arguments: [member.text])
      return try Dictionary(rows.map { try ($0.column("name"), $0.column("value")) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// Notes the named values; not of a member whose data has been deleted.
  public func noteSettingsBaseline(_ values: [String: String], of member: MemberID) async throws(StorageError) {
    try await file.write { database in
      guard try member == .nobody || Self.isKept(member, database) else { return }
      let save = try database.cachedStatement(
        sql: "INSERT OR REPLACE INTO settings_baseline (member, name, value) VALUES (?, ?, ?)")
      for (name, value) in values { try save.execute(arguments: [member.text, name, value]) }
    }
  }
}
