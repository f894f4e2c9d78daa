// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import KursModel

enum ObjectsRows {
  static func fetch(
    _ database: Database, of member: MemberID, where condition: String = "1", _ arguments: StatementArguments = [],
    order: String = "id", limit: Int = -1, skip: Int = 0
  ) throws -> [UserObject] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT id, kind, deleted_ms, revision, is_unsent FROM object WHERE member = ? AND \(condition)
        ORDER BY \(order) LIMIT ? OFFSET ?
        """,
      arguments: [member.text] + arguments + [limit, skip])
    let fields = try database.cachedStatement(
      sql: "SELECT name, value, edited_ms FROM object_field WHERE member = ? AND id = ?")
    return try rows.compactMap { row in
      guard let id = UserObject.ID(try row.column("id")) else { return nil }
      let pairs = try Row.fetchAll(fields, arguments: [member.text, id.text]).map { row in
        let edited = Timestamp(milliseconds: try row.column("edited_ms"))
        return (try row.column("name") as String, UserObject.Field(try row.column("value"), edited: edited))
      }
      return try UserObject(
        id: id, kind: UserObject.Kind(rawValue: row.column("kind")),
        fields: Dictionary(pairs, uniquingKeysWith: { first, _ in first }),
        deleted: row.optional("deleted_ms").map { Timestamp(milliseconds: $0) }, revision: row.column("revision"),
        isUnsent: row.column("is_unsent"))
    }
  }

  static func fetch(_ database: Database, _ id: UserObject.ID, of member: MemberID) throws -> UserObject? {
    try fetch(database, of: member, where: "id = ?", [id.text]).first
  }

  static func save(_ object: UserObject, of member: MemberID, _ database: Database) throws {
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
    try FirstPlace.note(object, of: member, database)
  }

  static func remove(_ id: UserObject.ID, of member: MemberID, _ database: Database) throws {
    try database.execute(sql: "DELETE FROM object WHERE member = ? AND id = ?", arguments: [member.text, id.text])
  }
}

enum ObjectsSchema {
  static let sql = """
    CREATE TABLE object (
      member TEXT NOT NULL,
      id TEXT NOT NULL,
      kind TEXT NOT NULL,
      deleted_ms INTEGER,
      revision INTEGER NOT NULL,
      is_unsent INTEGER NOT NULL,
      PRIMARY KEY (member, id)
    ) WITHOUT ROWID;
    CREATE TABLE object_field (
      member TEXT NOT NULL,
      id TEXT NOT NULL,
      name TEXT NOT NULL,
      value TEXT NOT NULL,
      edited_ms INTEGER NOT NULL,
      PRIMARY KEY (member, id, name),
      FOREIGN KEY (member, id) REFERENCES object (member, id) ON DELETE CASCADE
    ) WITHOUT ROWID;
    CREATE TABLE synced (member TEXT PRIMARY KEY, revision INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE history (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      member TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      place INTEGER NOT NULL,
      folded TEXT NOT NULL,
      record TEXT NOT NULL,
      UNIQUE (member, fingerprint)
    );
    CREATE INDEX history_by_place ON history (member, place);
    CREATE TABLE recent_currency (
      member TEXT NOT NULL,
      currency TEXT NOT NULL,
      place INTEGER NOT NULL,
      PRIMARY KEY (member, currency)
    ) WITHOUT ROWID
    """
}
