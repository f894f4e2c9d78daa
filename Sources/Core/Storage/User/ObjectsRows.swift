// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
public import KursModel

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

/// A sort position at or above a member's lists. So a new list can be added at the top without reading the others.
enum FirstPlace {
  static let sql = "CREATE TABLE first_place (member TEXT PRIMARY KEY, place TEXT NOT NULL) WITHOUT ROWID"

  /// Returns the position at or above a member's saved lists. Nil if it isn't stored, so that all lists must be read.
  static func read(of member: MemberID, _ database: Database) throws -> Rational? {
    let place: String? = try database.value("SELECT place FROM first_place WHERE member = ?", [member.text])
    return place.flatMap { Rational(fraction: $0) }
  }

  static func write(_ place: Rational, of member: MemberID, _ database: Database) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO first_place (member, place) VALUES (?, ?)", arguments: [member.text, place.fraction])
  }

  /// Updates the top position after an object was saved. Deletes the position if that object is a list sorted by date.
  static func note(_ object: UserObject, of member: MemberID, _ database: Database) throws {
    guard object.kind == .saved, let first = try read(of: member, database) else { return }
    let written = object.fields.first { $0.key == "place" }?.value.value
    guard let written, let place = Rational(fraction: written) else {
      try database.execute(sql: "DELETE FROM first_place WHERE member = ?", arguments: [member.text])
      return
    }
    if place < first { try write(place, of: member, database) }
  }
}

extension UserDatabase {
  /// Adds a list at the top. If no position is stored, `first` finds the first list's position; nil if no list exists.
  public func addFirst(
    of member: MemberID, first: @escaping @Sendable ([UserObject]) -> Rational?,
    list: @escaping @Sendable (Rational?) -> UserObject
  ) async throws(StorageError) {
    try await file.write { database in
      var place = try FirstPlace.read(of: member, database)
      if place == nil {
        place = first(try ObjectsRows.fetch(database, of: member, where: "kind = ?", [UserObject.Kind.saved.rawValue]))
        if let place { try FirstPlace.write(place, of: member, database) }
      }
      var object = list(place)
      object.isUnsent = true
      try ObjectsRows.save(object, of: member, database)
    }
  }
}

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
