// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
public import KursModel

/// Which edits of a property the server has or was sent, and the values that lost to another machine's.
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
        """)
  }
}

extension PersonDatabase {
  /// Conflicts that wait for the person; a property that was edited since is decided.
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

  /// Called before an exchange: if the answer is lost, or the person types on, the values that come back are known as
  /// this machine's own.
  public func noteSending(_ objects: [PersonObject], of member: MemberID) async throws(StorageError) {
    let noted = objects.filter { !PersonObject.notedFields(of: $0.kind).isEmpty }
    guard !noted.isEmpty else { return }
    try await file.write { database in
      for object in noted where try ObjectsRows.fetch(database, object.id, of: member) != nil {
        try Self.write(object, into: "sent_field", of: member, database)
      }
    }
  }

  /// The edits of an object that this machine knows.
  static func known(_ object: PersonObject, of member: MemberID, _ database: Database) throws -> KnownEdits {
    func edits(_ table: String) throws -> [(name: String, edited: Timestamp)] {
      try Row.fetchAll(
        database, sql: "SELECT name, edited_ms FROM \(table) WHERE member = ? AND id = ?",
        arguments: [member.text, object.id.text]
      ).map { (try $0.column("name"), Timestamp(milliseconds: try $0.column("edited_ms"))) }
    }
    return KnownEdits(
      server: Dictionary(try edits("synced_field").map { ($0.name, $0.edited) }, uniquingKeysWith: { first, _ in first }),
      sent: Dictionary(grouping: try edits("sent_field"), by: \.name).mapValues { Set($0.map(\.edited)) })
  }

  /// Stores what a list said on the machine that did not win under its title and the next free number; whether it did.
  static func keepLeftOver(
    _ before: PersonObject, _ object: PersonObject, _ known: KnownEdits, of member: MemberID, _ database: Database
  ) throws -> Bool {
    guard before.leftOver(by: object, known: known, title: "") != nil else { return false }
    let others = try ObjectsRows.fetch(database, of: member, where: "kind = ?", [before.kind.rawValue])
    let titles = Set(others.filter { !$0.isDeleted }.compactMap(\.title))
    let title = before.merged(with: object).title ?? ""
    let number = (2...).first { !titles.contains("\(title) (\($0))") } ?? 2
    guard let left = before.leftOver(by: object, known: known, title: "\(title) (\(number))"),
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

  /// How many edits of a property are remembered: a server that was restored may give one of them back.
  private static let editsKnown = 100

  /// Records the server's edits of an object that is stored here.
  static func noteKnown(_ object: PersonObject, of member: MemberID, _ database: Database) throws {
    try write(object, into: "synced_field", of: member, database)
    try write(object, into: "sent_field", of: member, database)
    for name in PersonObject.notedFields(of: object.kind) {
      try database.execute(
        sql: """
          DELETE FROM sent_field WHERE member = ?1 AND id = ?2 AND name = ?3 AND edited_ms <=
            (SELECT edited_ms FROM sent_field WHERE member = ?1 AND id = ?2 AND name = ?3
              ORDER BY edited_ms DESC LIMIT 1 OFFSET ?4)
          """, arguments: [member.text, object.id.text, name, editsKnown])
    }
  }

  private static func write(
    _ object: PersonObject, into table: String, of member: MemberID, _ database: Database
  ) throws {
    let noted = PersonObject.notedFields(of: object.kind)
    // A server that was restored gives back older edits than it had.
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
