// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB

extension PersonDatabase {
  /// The accounts known on this machine; what is secret of them lies in the keyring.
  ///
  /// A table with a column `member` holds what belongs to one, and is emptied of it when they are wiped.
  static func registerMembers(_ migrator: inout DatabaseMigrator) {
    migrator.registerMigration("members") { database in
      try database.execute(
        sql: """
          CREATE TABLE account (
            id TEXT PRIMARY KEY,
            server TEXT NOT NULL,
            email TEXT NOT NULL,
            name TEXT NOT NULL,
            avatar TEXT,
            is_signed_in INTEGER NOT NULL,
            is_current INTEGER NOT NULL,
            used_ms INTEGER NOT NULL,
            wipe_reason TEXT
          ) WITHOUT ROWID
          """)
    }
  }
}
