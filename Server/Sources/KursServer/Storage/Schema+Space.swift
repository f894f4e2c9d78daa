// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB

extension Schema {
  /// Counts the stored bytes of each member. Database triggers do this, so that no write is missed.
  static func space(_ database: Database) throws {
    try database.execute(
      sql: "CREATE TABLE space (scope TEXT PRIMARY KEY NOT NULL, bytes INTEGER NOT NULL) STRICT, WITHOUT ROWID")
    for table in counted {
      try database.execute(sql: table.triggers)
      try database.execute(sql: table.firstCount)
    }
  }

  /// Counts a deleted object in the member's quota only with the fixed size of its row. The bytes of its fields are
  /// counted separately, in the scope `Scope.deleted`.
  static func tombstones(_ database: Database) throws {
    let objects = [
      Counted(
        table: "object", scope: "{}.member", bytes: "200 + CASE WHEN {}.deleted IS NULL THEN \(size("fields")) ELSE 0 END",
        columns: "fields, deleted"),
      Counted(
        table: "object", name: "deleted_object", scope: "'\(Scope.deleted(of: ""))' || {}.member",
        bytes: "CASE WHEN {}.deleted IS NULL THEN 0 ELSE \(size("fields")) END", columns: "fields, deleted"),
    ]
    for event in ["came", "went", "changed"] { try database.execute(sql: "DROP TRIGGER object_\(event)") }
    for table in objects { try database.execute(sql: table.triggers) }
    try database.execute(
      sql: """
        UPDATE space SET bytes = bytes - (
          SELECT coalesce(sum(\(size("fields").replacing("{}", with: "object"))), 0) FROM object
          WHERE object.member = space.scope AND deleted IS NOT NULL)
        """)
    try database.execute(sql: objects[1].firstCount)
  }

  enum Scope {
    static let events = "events"
    static let reports = "reports"

    static func deleted(of member: String) -> String { "deleted " + member }
  }

  // The tables whose rows are counted. `bytes` is the size of a row's text, plus an estimate for ids, numbers and index
  // entries.
  private static let counted = [
    Counted(table: "member", scope: "{}.id", bytes: "500 + \(size("config"))", columns: "config"),
    Counted(table: "object", scope: "{}.member", bytes: "200 + \(size("fields"))", columns: "fields"),
    Counted(table: "avatar", scope: "{}.member", bytes: "200 + \(size("bytes"))", columns: "bytes"),
    Counted(
      table: "answered",
      scope: """
        CASE WHEN {}.scope LIKE 'track %' THEN '\(Scope.events)' WHEN {}.scope = 'report' THEN '\(Scope.reports)'
        ELSE {}.scope END
        """, bytes: "300 + \(size("body"))", columns: "body"),
    Counted(table: "event", scope: "'\(Scope.events)'", bytes: "300 + \(size("properties"))", columns: "properties"),
    Counted(
      table: "report", scope: "'\(Scope.reports)'",
      bytes: "1000 + \(size("path")) + \(size("request")) + \(size("answer"))", columns: "request, answer"),
  ]

  private static func size(_ column: String) -> String { "coalesce(length(CAST({}.\(column) AS BLOB)), 0)" }

  private struct Counted {
    let table: String
    var name: String?
    let scope: String
    let bytes: String
    let columns: String

    private func add(_ sign: String, _ row: String) -> String {
      """
      INSERT INTO space VALUES (\(scope.replacing("{}", with: row)), \(sign)(\(bytes.replacing("{}", with: row))))
      ON CONFLICT (scope) DO UPDATE SET bytes = bytes + excluded.bytes;
      """
    }

    var triggers: String {
      let name = name ?? table
      return """
        CREATE TRIGGER \(name)_came AFTER INSERT ON \(table) BEGIN \(add("", "NEW")) END;
        CREATE TRIGGER \(name)_went AFTER DELETE ON \(table) BEGIN \(add("-", "OLD")) END;
        CREATE TRIGGER \(name)_changed AFTER UPDATE OF \(columns) ON \(table)
        BEGIN \(add("-", "OLD")) \(add("", "NEW")) END;
        """
    }

    var firstCount: String {
      """
      INSERT INTO space SELECT \(scope.replacing("{}", with: table)), sum(\(bytes.replacing("{}", with: table)))
      FROM \(table) WHERE true GROUP BY 1 ON CONFLICT (scope) DO UPDATE SET bytes = bytes + excluded.bytes;
      """
    }
  }
}
