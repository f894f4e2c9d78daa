// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
import KursModel

/// Objects as rows: what both reading and writing do inside a transaction.
enum ObjectsRows {
  /// `condition`: on the table `object`, beside the member; its arguments follow.
  static func fetch(
    _ database: Database, of member: MemberID, where condition: String = "1", _ arguments: StatementArguments = [],
    limit: Int = -1
  ) throws -> [PersonObject] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT id, kind, deleted_ms, revision, is_unsent FROM object WHERE member = ? AND \(condition)
        ORDER BY id LIMIT ?
        """,
      arguments: [member.text] + arguments + [limit])
    let fields = try database.cachedStatement(
      sql: "SELECT name, value, edited_ms FROM object_field WHERE member = ? AND id = ?")
    return try rows.compactMap { row in
      guard let id = PersonObject.ID(try row.column("id")) else { return nil }
      let pairs = try Row.fetchAll(fields, arguments: [member.text, id.text]).map { row in
        let edited = Timestamp(milliseconds: try row.column("edited_ms"))
        return (try row.column("name") as String, PersonObject.Field(try row.column("value"), edited: edited))
      }
      return try PersonObject(
        id: id, kind: PersonObject.Kind(rawValue: row.column("kind")),
        fields: Dictionary(pairs, uniquingKeysWith: { first, _ in first }),
        deleted: row.optional("deleted_ms").map { Timestamp(milliseconds: $0) }, revision: row.column("revision"),
        isUnsent: row.column("is_unsent"))
    }
  }

  static func fetch(_ database: Database, _ id: PersonObject.ID, of member: MemberID) throws -> PersonObject? {
    try fetch(database, of: member, where: "id = ?", [id.text]).first
  }

  static func save(_ object: PersonObject, of member: MemberID, _ database: Database) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO object (member, id, kind, deleted_ms, revision, is_unsent) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET kind = excluded.kind, deleted_ms = excluded.deleted_ms,
          revision = excluded.revision, is_unsent = excluded.is_unsent
        """
    ).execute(arguments: [
      member.text, object.id.text, object.kind.rawValue, object.deleted?.milliseconds, object.revision, object.isUnsent,
    ])
    let save = try database.cachedStatement(
      sql: "INSERT OR REPLACE INTO object_field (member, id, name, value, edited_ms) VALUES (?, ?, ?, ?, ?)")
    for (name, field) in object.fields {
      try save.execute(arguments: [member.text, object.id.text, name, field.value, field.edited.milliseconds])
    }
  }

  static func remove(_ id: PersonObject.ID, of member: MemberID, _ database: Database) throws {
    try database.execute(sql: "DELETE FROM object WHERE member = ? AND id = ?", arguments: [member.text, id.text])
  }
}
