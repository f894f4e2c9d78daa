// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
public import KursModel

extension PersonDatabase {
  /// The server's revision up to which everything is here; 0 before the first exchange.
  public func syncedRevision(of member: String) async throws(StorageError) -> Int {
    try await file.read { database in try Self.revision(database, of: member) }
  }

  /// The longest value that the account server takes, in bytes of UTF-8; a longer one stays on this machine.
  public static let longestSyncedValue = 256 * 1024

  /// What the server does not know yet, `limit` of it at most; deletions too.
  public func unsentObjects(of member: String, limit: Int) async throws(StorageError) -> [PersonObject] {
    try await file.read { database in
      try ObjectsRows.fetch(
        database, of: member,
        where: """
          is_unsent AND NOT EXISTS (SELECT 1 FROM object_field AS field WHERE field.member = object.member
            AND field.id = object.id AND length(CAST(field.value AS BLOB)) > ?)
          """,
        [Self.longestSyncedValue], limit: limit)
    }
  }

  /// Takes up a server's answer in one transaction; the kinds of which something became different.
  ///
  /// `sent`: what the answer was given to. What was edited since stays unsent, whatever the answer says of it.
  public func takeUp(
    _ changes: [PersonObject], removed: [PersonObject.ID], revision: Int, sent: [PersonObject], of member: String
  ) async throws(StorageError) -> Set<PersonObject.Kind> {
    try await file.write { database in
      var changed: Set<PersonObject.Kind> = []
      for object in sent {
        guard var now = try ObjectsRows.fetch(database, object.id, of: member), now.says(sameAs: object)
        else { continue }
        now.isUnsent = false
        try ObjectsRows.save(now, of: member, database)
      }
      for object in changes {
        let before = try ObjectsRows.fetch(database, object.id, of: member)
        var merged = before?.merged(with: object) ?? object
        merged.isUnsent = !merged.says(sameAs: object)
        guard merged != before else { continue }
        try ObjectsRows.save(merged, of: member, database)
        if before.map({ !$0.says(sameAs: merged) }) ?? !merged.isDeleted { changed.insert(merged.kind) }
      }
      for id in removed {
        guard let object = try ObjectsRows.fetch(database, id, of: member), !object.isUnsent else { continue }
        try ObjectsRows.remove(id, of: member, database)
        if !object.isDeleted { changed.insert(object.kind) }
      }
      let known = try Self.revision(database, of: member)
      try database.execute(
        sql: "INSERT OR REPLACE INTO synced (member, revision) VALUES (?, ?)", arguments: [member, max(known, revision)])
      return changed
    }
  }

  /// Forgets how far the server was known: everything is sent again, and asked for from the beginning.
  public func sendAllAgain(of member: String) async throws(StorageError) {
    try await file.write { database in
      try database.execute(sql: "DELETE FROM synced WHERE member = ?", arguments: [member])
      try database.execute(sql: "UPDATE object SET is_unsent = 1 WHERE member = ?", arguments: [member])
    }
  }

  /// Turns unsent edits and deletions of after `now`, made while the clock was ahead, into such of now.
  public func restamp(of member: String, after now: Timestamp) async throws(StorageError) {
    try await file.write { database in
      let values: StatementArguments = ["now": now.milliseconds, "member": member]
      try database.execute(
        sql: """
          UPDATE object_field SET edited_ms = :now WHERE member = :member AND edited_ms > :now
            AND id IN (SELECT id FROM object WHERE member = :member AND is_unsent)
          """, arguments: values)
      try database.execute(
        sql: "UPDATE object SET deleted_ms = :now WHERE member = :member AND is_unsent AND deleted_ms > :now",
        arguments: values)
    }
  }

  /// Gives what was made while nobody was signed in to a member, merged with what that one has; nobody keeps none.
  public func adoptObjects(by member: String) async throws(StorageError) {
    try await file.write { database in
      for object in try ObjectsRows.fetch(database, of: "") where !object.isDeleted {
        var merged = try ObjectsRows.fetch(database, object.id, of: member)?.merged(with: object) ?? object
        merged.isUnsent = true
        try ObjectsRows.save(merged, of: member, database)
      }
      try database.execute(sql: "DELETE FROM object WHERE member = ''")
      try database.execute(
        sql: "UPDATE OR REPLACE history SET member = ? WHERE member = ''", arguments: [member])
      try database.execute(
        sql: "UPDATE OR REPLACE recent_currency SET member = ? WHERE member = ''", arguments: [member])
    }
  }

  /// Forgets everything of a member: objects, history, recent currencies, how far they were synced.
  public func forgetObjects(of member: String) async throws(StorageError) {
    try await file.write { database in
      for table in ["object_field", "object", "synced", "history", "recent_currency"] {
        try database.execute(sql: "DELETE FROM \(table) WHERE member = ?", arguments: [member])
      }
    }
  }

  private static func revision(_ database: Database, of member: String) throws -> Int {
    try Int.fetchOne(database, sql: "SELECT revision FROM synced WHERE member = ?", arguments: [member]) ?? 0
  }
}
