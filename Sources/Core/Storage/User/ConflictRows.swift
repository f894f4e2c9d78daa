// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import KursModel

/// The tables for conflicts: the edits that the server has, the edits sent to it, and the discarded values.
enum ConflictsSchema {
  static let sql = """
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
    CREATE TABLE sent_field (
      member TEXT NOT NULL,
      id TEXT NOT NULL,
      name TEXT NOT NULL,
      edited_ms INTEGER NOT NULL,
      PRIMARY KEY (member, id, name, edited_ms),
      FOREIGN KEY (member, id) REFERENCES object (member, id) ON DELETE CASCADE
    ) WITHOUT ROWID;
    CREATE TABLE conflict (
      member TEXT NOT NULL,
      id TEXT NOT NULL,
      name TEXT NOT NULL,
      other TEXT NOT NULL,
      kept_ms INTEGER NOT NULL,
      PRIMARY KEY (member, id, name),
      FOREIGN KEY (member, id) REFERENCES object (member, id) ON DELETE CASCADE
    ) WITHOUT ROWID
    """
}

enum ConflictRows {
  static func known(_ object: UserObject, of member: MemberID, _ database: Database) throws -> KnownEdits {
    func edits(_ table: String) throws -> [(name: String, edited: Timestamp)] {
      try Row.fetchAll(
        database, sql: "SELECT name, edited_ms FROM \(table) WHERE member = ? AND id = ?",
        arguments: [member.text, object.id.text]
      ).map { (try $0.column("name"), Timestamp(milliseconds: try $0.column("edited_ms"))) }
    }
    return KnownEdits(
      server: Dictionary(
        try edits("synced_field").map { ($0.name, $0.edited) }, uniquingKeysWith: { first, _ in first }),
      sent: Dictionary(grouping: try edits("sent_field"), by: \.name).mapValues { Set($0.map(\.edited)) })
  }

  /// Saves the discarded version of a list under a new title. Returns whether a version was saved.
  static func keepLeftOver(
    _ before: UserObject, _ object: UserObject, _ known: KnownEdits, of member: MemberID, _ database: Database
  ) throws -> Bool {
    guard before.leftOver(by: object, known: known, title: "") != nil else { return false }
    let others = try ObjectsRows.fetch(database, of: member, where: "kind = ?", [before.kind.rawValue])
    let merged = before.merged(with: object)
    let titles = Set(others.filter { !$0.isDeleted && !(merged.isDeleted && $0.id == before.id) }.compactMap(\.title))
    let title = merged.title ?? ""
    let isFree = merged.isDeleted && !titles.contains(title)
    let number = (2...).first { !titles.contains("\(title) (\($0))") } ?? 2
    guard let left = before.leftOver(by: object, known: known, title: isFree ? title : "\(title) (\(number))"),
      !others.contains(where: { $0.id == left.id })
    else { return false }
    try ObjectsRows.save(left, of: member, database)
    return true
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

  /// The most edits that are stored for a property. A restored server may send any of them again.
  private static let editsKnown = 100

  static func noteKnown(_ object: UserObject, of member: MemberID, _ database: Database) throws {
    try write(object, into: "synced_field", of: member, database)
    try write(object, into: "sent_field", of: member, database)
    for name in UserObject.notedFields(of: object.kind) {
      try database.execute(
        sql: """
          DELETE FROM sent_field WHERE member = ?1 AND id = ?2 AND name = ?3 AND edited_ms <=
            (SELECT edited_ms FROM sent_field WHERE member = ?1 AND id = ?2 AND name = ?3
              ORDER BY edited_ms DESC LIMIT 1 OFFSET ?4)
          """, arguments: [member.text, object.id.text, name, editsKnown])
    }
  }

  static func write(
    _ object: UserObject, into table: String, of member: MemberID, _ database: Database
  ) throws {
    let noted = UserObject.notedFields(of: object.kind)
    let save = try database.cachedStatement(
      sql: """
        INSERT INTO \(table) (member, id, name, edited_ms) VALUES (?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET edited_ms = max(edited_ms, excluded.edited_ms)
        """)
    for (name, field) in object.fields where noted.contains(name) {
      try save.execute(arguments: [member.text, object.id.text, name, field.edited.milliseconds])
    }
  }
}
