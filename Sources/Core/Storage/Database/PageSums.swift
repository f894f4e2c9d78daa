// SPDX-License-Identifier: GPL-3.0-or-later
import CPageSums
import GRDB

/// A checksum at the end of each page, verified below SQLite at each read (docs/STORAGE.md explains why there).
enum PageSums {
  /// A migration, so that a Kurs without checksums doesn't write pages without them.
  static let migration = "page-sums-1"
  /// The suffix of a file that VACUUM INTO is writing.
  static let suffix = kurs_summing_suffix

  /// The name of the layer for read-only access without locks.
  static let alone = kurs_sums_alone

  /// Applies to all files opened from now on.
  static func register() throws {
    let code = kurs_page_sums_register()
    guard code == 0 else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }

  /// Must run before the first write to a new file, and before an old file is rewritten.
  static func reserve(in database: Database) {
    guard let connection = database.sqliteConnection else { return }
    _ = kurs_page_sums_reserve(connection)
  }

  static func areKept(in database: Database) -> Bool {
    database.sqliteConnection.map { kurs_page_sums_are_kept($0) != 0 } ?? false
  }

  /// SQLite opens such a file too, and refuses each change.
  static func mayOnlyBeRead(_ database: Database) -> Bool {
    database.sqliteConnection.map { kurs_page_sums_only_read($0) != 0 } ?? false
  }

  /// Records in the header that the pages have checksums, so that damage to that record is noticed.
  static func note(in database: Database) throws {
    try database.execute(sql: "PRAGMA application_id = \(kurs_application_id)")
    try database.execute(sql: "INSERT OR IGNORE INTO grdb_migrations VALUES (?)", arguments: [migration])
  }

  /// Another file may have the log's name when the connection closes, or it may not be writable.
  static func leaveLog(of database: Database) {
    guard let connection = database.sqliteConnection else { return }
    _ = kurs_page_sums_leave_log(connection)
  }
}
