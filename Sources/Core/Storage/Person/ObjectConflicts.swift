// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
public import KursModel

/// Which edits of a property the server is known to have, and the values that lost to another machine's.
enum ConflictsSchema {
  static let name = "conflicts"

  static func create(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE synced_field (
          member TEXT NOT NULL,
          id TEXT NOT NULL,
          name TEXT NOT NULL,
          edited_ms INTEGER NOT NULL,
          PRIMARY KEY (member, id, name),
          FOREIGN KEY (member, id) REFERENCES object (member, id) ON DELETE CASCADE
        ) WITHOUT ROWID;
        INSERT INTO synced_field SELECT field.member, field.id, field.name, field.edited_ms FROM object_field AS field
          JOIN object USING (member, id) WHERE NOT is_unsent;
        CREATE TABLE conflict (
          member TEXT NOT NULL,
          id TEXT NOT NULL,
          name TEXT NOT NULL,
          other TEXT NOT NULL,
          kept_ms INTEGER NOT NULL,
          PRIMARY KEY (member, id, name),
          FOREIGN KEY (member, id) REFERENCES object (member, id) ON DELETE CASCADE
        ) WITHOUT ROWID
        """)
  }
}

extension PersonDatabase {
  /// What waits for the person's word; what was edited since it came has had it.
  public func conflicts(of member: MemberID) async throws(StorageError) -> [ObjectConflict] {
    try await file.read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT conflict.id, conflict.name, other FROM conflict
          JOIN object_field AS field ON field.member = conflict.member AND field.id = conflict.id
            AND field.name = conflict.name AND field.edited_ms = kept_ms
          WHERE conflict.member = ? ORDER BY conflict.id, conflict.name
          """, arguments: [member.text])
      return try rows.compactMap { row in
        guard let id = PersonObject.ID(try row.column("id")),
          let object = try ObjectsRows.fetch(database, id, of: member), !object.isDeleted
        else { return nil }
        return try ObjectConflict(object: object, field: row.column("name"), other: row.column("other"))
      }
    }
  }

  /// Forgets one: the value that counts is the right one.
  public func settle(_ conflict: ObjectConflict, of member: MemberID) async throws(StorageError) {
    try await file.write { database in
      try database.execute(
        sql: "DELETE FROM conflict WHERE member = ? AND id = ? AND name = ?",
        arguments: [member.text, conflict.object.id.text, conflict.field])
    }
  }

  /// What is at odds between an object here and as it came.
  static func conflicts(
    _ before: PersonObject, with object: PersonObject, of member: MemberID, _ database: Database
  ) throws -> [ObjectConflict] {
    guard before.isUnsent, PersonObject.toldFields[before.kind] != nil else { return [] }
    let rows = try Row.fetchAll(
      database, sql: "SELECT name, edited_ms FROM synced_field WHERE member = ? AND id = ?",
      arguments: [member.text, before.id.text])
    let known = try rows.map { row in
      (try row.column("name") as String, Timestamp(milliseconds: try row.column("edited_ms")))
    }
    return before.conflicts(with: object, known: Dictionary(known, uniquingKeysWith: { first, _ in first }))
  }

  static func note(_ conflicts: [ObjectConflict], of member: MemberID, _ database: Database) throws {
    for conflict in conflicts {
      guard let kept = conflict.object.fields[conflict.field] else { continue }
      try database.execute(
        sql: "INSERT OR REPLACE INTO conflict (member, id, name, other, kept_ms) VALUES (?, ?, ?, ?, ?)",
        arguments: [
          member.text, conflict.object.id.text, conflict.field, conflict.other, kept.edited.milliseconds,
        ])
    }
  }

  /// Notes what the server has of an object, which must be stored here.
  static func noteKnown(_ object: PersonObject, of member: MemberID, _ database: Database) throws {
    guard let told = PersonObject.toldFields[object.kind] else { return }
    let save = try database.cachedStatement(
      sql: "INSERT OR REPLACE INTO synced_field (member, id, name, edited_ms) VALUES (?, ?, ?, ?)")
    for (name, field) in object.fields where told.contains(name) {
      try save.execute(arguments: [member.text, object.id.text, name, field.edited.milliseconds])
    }
  }
}
