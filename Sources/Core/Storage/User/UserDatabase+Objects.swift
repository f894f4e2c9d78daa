// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
public import KursModel

extension UserDatabase {
  /// `.nobody` means data without an account.
  public func objects(
    _ kind: UserObject.Kind, of member: MemberID, deletedToo: Bool = false
  ) async throws(StorageError) -> [UserObject] {
    try await file.read { database in
      try ObjectsRows.fetch(database, of: member, where: "kind = ?", [kind.rawValue])
        .filter { deletedToo || !$0.isDeleted }
    }
  }

  public func object(_ id: UserObject.ID, of member: MemberID) async throws(StorageError) -> UserObject? {
    try await file.read { database in try ObjectsRows.fetch(database, id, of: member) }
  }

  /// Changes objects of one kind in one transaction. `change` gets all, also deleted ones. Returns whether any changed.
  @discardableResult
  public func changeObjects(
    _ kind: UserObject.Kind, of member: MemberID,
    _ change: @escaping @Sendable ([UserObject]) -> [UserObject]
  ) async throws(StorageError) -> Bool {
    try await file.write { database in
      let before = try ObjectsRows.fetch(database, of: member, where: "kind = ?", [kind.rawValue])
      return try Self.save(change(before), insteadOf: before, of: member, database)
    }
  }

  @discardableResult
  public func changeObject(
    _ id: UserObject.ID, of member: MemberID,
    _ change: @escaping @Sendable (UserObject?) -> UserObject?
  ) async throws(StorageError) -> Bool {
    try await file.write { database in
      let before = try ObjectsRows.fetch(database, id, of: member)
      let (all, known) = ([change(before)].compactMap { $0 }, [before].compactMap { $0 })
      return try Self.save(all, insteadOf: known, of: member, database)
    }
  }

  public func put(_ object: UserObject, of member: MemberID) async throws(StorageError) {
    try await changeObject(object.id, of: member) { _ in object }
  }

  private static func save(
    _ objects: [UserObject], insteadOf before: [UserObject], of member: MemberID, _ database: Database
  ) throws -> Bool {
    let known = Dictionary(before.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var hasChanged = false
    for var object in objects where known[object.id] != object {
      object.isUnsent = true
      try ObjectsRows.save(object, of: member, database)
      hasChanged = true
    }
    return hasChanged
  }
}

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

extension UserDatabase {
  /// Restores a backup's objects, all or none. Returns counts and the changed kinds.
  /// `isEdit`: dates missing objects as edited now, so that a later deletion on the server doesn't remove them.
  public func restore(
    _ objects: [UserObject], of member: MemberID, isEdit: Bool = true, now: Timestamp
  ) async throws(StorageError) -> (RestoredBackup, kinds: Set<UserObject.Kind>) {
    try await file.write { database in
      var (counts, kinds) = (RestoredBackup(), Set<UserObject.Kind>())
      for object in objects {
        let here = try ObjectsRows.fetch(database, object.id, of: member)
        var restored = UserObject.restored(object, over: here, isEdit: isEdit, now: now)
        if let here, here.says(sameAs: restored) {
          counts.known += 1
          continue
        }
        restored.isUnsent = true
        try ObjectsRows.save(restored, of: member, database)
        // The server already has these edits, so a later deletion there loses nothing.
        if !isEdit, !object.isUnsent { try Self.noteKnown(object, of: member, database) }
        if here?.isDeleted ?? true { counts.added += 1 } else { counts.changed += 1 }
        kinds.insert(restored.kind)
      }
      return (counts, kinds)
    }
  }
}

extension UserDatabase {
  public func syncedRevision(of member: MemberID) async throws(StorageError) -> Int {
    try await file.read { database in try Self.revision(database, of: member) }
  }

  public func syncedEpoch(of member: MemberID) async throws(StorageError) -> String {
    try await file.read { database in
      try database.value("SELECT epoch FROM synced WHERE member = ?", [member.text]) ?? ""
    }
  }

  public func unsentCount(of member: MemberID) async throws(StorageError) -> Int {
    try await file.read { database in
      try database.value("SELECT count(*) FROM object WHERE member = ? AND is_unsent", [member.text]) ?? 0
    }
  }

  /// Returns up to `limit` unsent objects and deletions, without values longer than `longest` bytes of UTF-8. Deletions
  /// come first, then the smallest objects, so that a full account still gets what fits. Omits the first `skip`.
  public func unsentObjects(
    of member: MemberID, limit: Int, skip: Int = 0, longest: Int = ServiceLimits().value
  ) async throws(StorageError) -> [UserObject] {
    try await file.read { database in
      try ObjectsRows.fetch(
        database, of: member, where: "is_unsent AND NOT \(Self.hasLongValue)", [longest],
        order: "deleted_ms IS NULL, \(Self.size), id", limit: limit, skip: skip)
    }
  }

  /// All objects of a member; nil while any is unsent.
  public func allSynced(of member: MemberID) async throws(StorageError) -> [UserObject]? {
    try await file.read { database in
      let objects = try ObjectsRows.fetch(database, of: member)
      return objects.contains(where: \.isUnsent) ? nil : objects
    }
  }

  public func tooLongToSync(
    of member: MemberID, longest: Int = ServiceLimits().value
  ) async throws(StorageError) -> [UserObject] {
    try await file.read { database in
      try ObjectsRows.fetch(
        database, of: member, where: "is_unsent AND \(Self.hasLongValue)", [longest]
      ).filter { !$0.isDeleted }
    }
  }

  private static let size = """
    (SELECT sum(length(CAST(field.value AS BLOB))) FROM object_field AS field
      WHERE field.member = object.member AND field.id = object.id)
    """

  private static let hasLongValue = """
    (EXISTS (SELECT 1 FROM object_field AS field WHERE field.member = object.member
      AND field.id = object.id AND length(CAST(field.value AS BLOB)) > ?)
    AND (deleted_ms IS NULL OR EXISTS (SELECT 1 FROM object_field AS field WHERE field.member = object.member
      AND field.id = object.id AND field.edited_ms > deleted_ms)))
    """

  /// Applies a server's response in one transaction. Returns the changed kinds. If the member is unknown or being
  /// deleted, writes nothing and returns nil.
  /// `sent` is the request. Objects edited since stay unsent. With `hasMore`, later pages may name more of them.
  public func merge(
    _ changes: [UserObject], removed: [UserObject.ID], revision: Int, epoch: String = "", hasMore: Bool = false,
    sent: [UserObject], of member: MemberID
  ) async throws(StorageError) -> Set<UserObject.Kind>? {
    try await file.write { database in
      guard try Self.isKept(member, database) else { return nil }
      var changed: Set<UserObject.Kind> = []
      let named = Set(changes.map(\.id) + removed)
      for object in sent where !named.contains(object.id) && !hasMore {
        guard var now = try ObjectsRows.fetch(database, object.id, of: member), now.says(sameAs: object)
        else { continue }
        now.isUnsent = false
        try ObjectsRows.save(now, of: member, database)
      }
      for object in changes {
        let before = try ObjectsRows.fetch(database, object.id, of: member)
        let known = try Self.known(object, of: member, database)
        let conflicts = before?.conflicts(with: object, known: known) ?? []
        if let before, try Self.keepLeftOver(before, object, known, of: member, database) {  // guards B10
          changed.insert(before.kind)
        }
        var merged = before?.merged(with: object) ?? object
        merged.isUnsent = !merged.says(sameAs: object)
        if merged != before { try ObjectsRows.save(merged, of: member, database) }
        try Self.noteKnown(object, of: member, database)
        try Self.note(conflicts, of: member, database)
        guard merged != before else { continue }
        if before.map({ !$0.says(sameAs: merged) }) ?? !merged.isDeleted { changed.insert(merged.kind) }
      }
      for id in removed {
        guard let object = try ObjectsRows.fetch(database, id, of: member) else { continue }
        if object.isUnsent {
          // The server decides about an edit only when it is sent.
          guard sent.contains(where: { $0.id == id && object.says(sameAs: $0) }) else { continue }
          let gone = UserObject(id: id, kind: object.kind, deleted: Timestamp(milliseconds: .max))
          _ = try Self.keepLeftOver(object, gone, Self.known(gone, of: member, database), of: member, database)  // guards B10
        }
        try ObjectsRows.remove(id, of: member, database)
        if !object.isDeleted { changed.insert(object.kind) }
      }
      let revisionHere = try Self.revision(database, of: member)
      try database.execute(
        sql: "INSERT OR REPLACE INTO synced (member, revision, epoch) VALUES (?, ?, ?)",
        arguments: [member.text, max(revisionHere, revision), epoch])
      return changed
    }
  }

  /// Forgets the revision, so that the next sync sends and requests everything.
  public func sendAllAgain(of member: MemberID) async throws(StorageError) {
    try await file.write { database in
      try database.execute(sql: "DELETE FROM synced WHERE member = ?", arguments: [member.text])
      try database.execute(sql: "UPDATE object SET is_unsent = 1 WHERE member = ?", arguments: [member.text])
    }
  }

  /// Dates unsent edits from the future to now, because a wrong clock made them. Their order stays.
  public func restamp(of member: MemberID, after now: Timestamp) async throws(StorageError) {
    try await file.write { database in
      for object in try ObjectsRows.fetch(database, of: member, where: "is_unsent") {
        let restamped = object.restamped(now: now)
        guard restamped != object else { continue }
        try ObjectsRows.save(restamped, of: member, database)
        // A conflict remains until the user edits its property, and this change isn't such an edit.
        for (name, field) in restamped.fields {
          guard let before = object.fields[name], before.edited != field.edited else { continue }
          try database.execute(
            sql: "UPDATE conflict SET kept_ms = ? WHERE member = ? AND id = ? AND name = ? AND kept_ms = ?",
            arguments: [
              field.edited.milliseconds, member.text, object.id.text, name, before.edited.milliseconds,
            ])
        }
      }
    }
  }

  /// Moves objects without an account to a member, and merges them with the member's. Returns false if none exist.
  @discardableResult
  public func adoptObjects(by member: MemberID) async throws(StorageError) -> Bool {
    try await file.write { database in
      let before = database.totalChangesCount
      for object in try ObjectsRows.fetch(database, of: .nobody) where !object.isDeleted {
        var merged = try ObjectsRows.fetch(database, object.id, of: member)?.merged(with: object) ?? object
        merged.isUnsent = true
        try ObjectsRows.save(merged, of: member, database)
      }
      try database.execute(sql: "DELETE FROM object WHERE member = ''")
      try Self.moveHistory(of: .nobody, to: member, isNewer: true, database)
      try Self.moveRecent(of: .nobody, to: member, database)
      return database.totalChangesCount > before
    }
  }

  static func isKept(_ member: MemberID, _ database: Database) throws -> Bool {
    try database.isTrue("SELECT EXISTS (SELECT 1 FROM account WHERE id = ? AND wipe_reason IS NULL)", [member.text])
  }

  private static func revision(_ database: Database, of member: MemberID) throws -> Int {
    try database.value("SELECT revision FROM synced WHERE member = ?", [member.text]) ?? 0
  }
}

enum ObjectsSchema {
  static let name = "objects"

  static func create(_ database: Database) throws {
    try database.execute(
      sql: """
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
        """)
  }
}

/// The edits that the server has or was sent, and the values that lost a conflict.
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

extension UserDatabase {
  /// The open conflicts. A later edit of the property resolves one.
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
        guard let id = UserObject.ID(try row.column("id")),
          let object = try ObjectsRows.fetch(database, id, of: member), !object.isDeleted
        else { return nil }
        return try ObjectConflict(object: object, field: row.column("name"), other: row.column("other"))
      }
    }
  }

  public func settle(_ conflict: ObjectConflict, of member: MemberID) async throws(StorageError) {
    try await file.write { database in
      try database.execute(
        sql: "DELETE FROM conflict WHERE member = ? AND id = ? AND name = ?",
        arguments: [member.text, conflict.object.id.text, conflict.field])
    }
  }

  /// Records sent edits, so that the server's copy of them isn't a conflict.
  public func noteSending(_ objects: [UserObject], of member: MemberID) async throws(StorageError) {
    let noted = objects.filter { !UserObject.notedFields(of: $0.kind).isEmpty }
    guard !noted.isEmpty else { return }
    try await file.write { database in
      for object in noted where try ObjectsRows.fetch(database, object.id, of: member) != nil {
        try Self.write(object, into: "sent_field", of: member, database)
      }
    }
  }

  static func known(_ object: UserObject, of member: MemberID, _ database: Database) throws -> KnownEdits {
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

  /// Saves the losing version of a list under a new title. Returns whether it was saved.
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

  /// The most edits stored per property. A restored server may return any of them.
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

  private static func write(
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
