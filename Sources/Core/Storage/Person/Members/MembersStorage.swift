// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
public import KursModel

extension PersonDatabase {
  /// Every account known here, the last used first.
  public func members() async throws(StorageError) -> [StoredMember] {
    try await file.read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM account ORDER BY used_ms DESC, id").map(StoredMember.init)
    }
  }

  /// Writes what is known of a member; what is current stays as it is.
  ///
  /// `isBack`: the member has just signed in, so a deletion of their data that is still marked is called off.
  public func save(
    _ member: Member, isSignedIn: Bool, isBack: Bool = false, at now: Timestamp
  ) async throws(StorageError) {
    try await file.write { database in
      try database.execute(
        sql: """
          INSERT INTO account (id, server, email, name, avatar, is_signed_in, is_current, used_ms)
          VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, ?7)
          ON CONFLICT (id) DO UPDATE SET server = excluded.server, email = excluded.email, name = excluded.name,
            avatar = excluded.avatar, is_signed_in = excluded.is_signed_in, used_ms = excluded.used_ms,
            wipe_reason = CASE WHEN ?8 THEN NULL ELSE wipe_reason END
          """,
        arguments: [
          member.id.text, member.server, member.email, member.name, member.avatar, isSignedIn,
          now.milliseconds, isBack,
        ])
    }
  }

  /// Shows this member's data from now on; `.nobody` shows what is kept without an account.
  public func makeCurrent(_ id: MemberID, at now: Timestamp) async throws(StorageError) {
    try await file.write { database in
      try database.execute(sql: "UPDATE account SET is_current = (id = ?)", arguments: [id.text])
      try database.execute(
        sql: "UPDATE account SET used_ms = ? WHERE id = ?", arguments: [now.milliseconds, id.text])
    }
  }
}

extension StoredMember {
  init(_ row: Row) throws {
    try self.init(
      member: Member(
        id: MemberID(row.column("id")), server: row.column("server"), email: row.column("email"),
        name: row.column("name"), avatar: row.optional("avatar")),
      isSignedIn: row.column("is_signed_in"), isCurrent: row.column("is_current"),
      used: Timestamp(milliseconds: row.column("used_ms")), wipeReason: row.optional("wipe_reason"))
  }
}
