// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB

extension DatabaseQueue {
  /// Deletes for good, in one transaction: overwritten in the file, and nothing of it left in the log.
  func erase(_ deletion: @escaping @Sendable (Database) throws -> Void) async throws {
    try await writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA secure_delete = ON")  // guards S16, A07: "PRAGMA secure_delete = ON" => "PRAGMA secure_delete = OFF"
      try database.inTransaction(.immediate) {
        try deletion(database)
        return .commit
      }
      // Rows that were deleted stand in the log until it is cut; a program's end does not always cut it.
      try database.checkpoint(.truncate)
    }
  }
}
