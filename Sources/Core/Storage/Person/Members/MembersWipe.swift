// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
public import KursModel

// Each step is safe to repeat: the mark stays until the last step, and the next start continues.
extension PersonDatabase {
  /// Says, before anything is deleted, that this member's data goes; synced to disk when it returns.
  public func markForWipe(_ id: MemberID, reason: String) async throws(StorageError) {
    try await file.write { database in
      try database.execute(
        sql: "UPDATE account SET wipe_reason = ?, is_signed_in = 0 WHERE id = ?", arguments: [reason, id.text])
    }
  }

  /// Deletes, in one transaction, the member's rows of each table that has any, and overwrites them on disk.
  public func wipeRows(of id: MemberID) async throws(StorageError) {
    try await wipeRows(of: id, whileKept: nil)
  }

  /// `whileKept`: only while this member is known here and their data is not being deleted.
  func wipeRows(of id: MemberID, whileKept member: MemberID?) async throws(StorageError) {
    // Data without an account is never wiped by a server.
    guard id != .nobody else { return }
    try await file.erase { database in
      if let member, try !Self.isKept(member, database) { return }
      for table in try Self.tablesOfMembers(database) {  // guards S16, A07, A08: Self.tablesOfMembers(database) => []
        try database.execute(
          sql: "DELETE FROM \(table.quotedDatabaseIdentifier) WHERE member = ?", arguments: [id.text])
      }
    }
    // Last: rows that cannot be deleted must not cost the copies of everything else.
    if let member, try await !file.read({ try Self.isKept(member, $0) }) { return }
    try deleteCopies()
  }

  /// The last step: nothing of the member is left to remember.
  public func forget(_ id: MemberID) async throws(StorageError) {
    try await file.erase { database in
      try database.execute(sql: "DELETE FROM account WHERE id = ?", arguments: [id.text])
    }
  }

  private static func tablesOfMembers(_ database: Database) throws -> [String] {
    try database.values(
      """
        SELECT master.name FROM sqlite_master AS master, pragma_table_info(master.name) AS field
        WHERE master.type = 'table' AND field.name = 'member'
        """)
  }
}
