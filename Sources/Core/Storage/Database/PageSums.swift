// SPDX-License-Identifier: GPL-3.0-or-later
import CKursCore
import GRDB

/// Adds a checksum to each page and verifies it below SQLite (see docs/STORAGE.md).
enum PageSums {
  /// The name of a migration that stops an older Kurs from writing pages without checksums.
  static let migration = "page-sums-1"
  static let suffix = kurs_summing_suffix

  static let alone = kurs_sums_alone

  static func register() throws {
    let code = kurs_page_sums_register()
    guard code == 0 else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }

  /// Reserves room for checksums. Call it before the first write to a file, or before an old file is rewritten.
  static func reserve(in database: Database) {
    guard let connection = database.sqliteConnection else { return }
    _ = kurs_page_sums_reserve(connection)
  }

  static func areKept(in database: Database) -> Bool {
    database.sqliteConnection.map { kurs_page_sums_are_kept($0) != 0 } ?? false
  }

  static func mayOnlyBeRead(_ database: Database) -> Bool {
    database.sqliteConnection.map { kurs_page_sums_only_read($0) != 0 } ?? false
  }

  /// Records in the header that the pages have checksums. Damage to this record is detected.
  static func note(in database: Database) throws {
    try database.execute(sql: "PRAGMA application_id = \(kurs_application_id)")
    try database.execute(sql: "INSERT OR IGNORE INTO grdb_migrations VALUES (?)", arguments: [migration])
  }

  /// Keeps the database's write-ahead log when this connection closes. The log may be read-only or of another file.
  static func keepLog(of database: Database) {
    guard let connection = database.sqliteConnection else { return }
    _ = kurs_page_sums_leave_log(connection)
  }
}
