// SPDX-License-Identifier: GPL-3.0-or-later
import CPageSums
import GRDB

/// A sum at the end of each page, checked below SQLite whenever a page is read (docs/STORAGE.md says why there).
enum PageSums {
  /// Among the migrations, so that a Kurs that knows nothing of sums does not write pages without them.
  static let migration = "page-sums-1"
  /// The end of the name of a file that is being made by VACUUM INTO.
  static let suffix = kurs_summing_suffix

  /// The layer's name for a file that is read alone, without locks.
  static let alone = kurs_sums_alone

  /// Applies to all files opened from now on.
  static func register() throws {
    let code = kurs_page_sums_register()
    guard code == 0 else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }

  /// Has to run before anything is written to a new file, or an old file is rewritten.
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

  /// Notes in the header that the pages have sums, so that damage to the one place that says so is seen.
  static func note(in database: Database) throws {
    try database.execute(sql: "PRAGMA application_id = \(kurs_application_id)")
    try database.execute(sql: "INSERT OR IGNORE INTO grdb_migrations VALUES (?)", arguments: [migration])
  }

  /// Another file may have the log's name by the time the connection is closed, or it may not be written.
  static func leaveLog(of database: Database) {
    guard let connection = database.sqliteConnection else { return }
    _ = kurs_page_sums_leave_log(connection)
  }
}
