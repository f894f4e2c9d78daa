// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

struct Objects {
  let database: Database
  let member: UUID

  struct Stored {
    let object: SyncObject
    let revision: Int
    /// Whether the object was deleted long ago, so that only its id, kind and deletion time remain.
    let isPurged: Bool
  }

  func stored(_ id: UUID) throws -> Stored? {
    try Row.fetchOne(
      database, sql: "SELECT * FROM object WHERE member = ? AND id = ?", arguments: [member.text, id.text]
    ).map(Self.stored)
  }

  func revision(of id: UUID) throws -> Int? {
    try Int.fetchOne(
      database, sql: "SELECT revision FROM object WHERE member = ? AND id = ?", arguments: [member.text, id.text])
  }

  func put(_ object: SyncObject, fields: String, revision: Int) throws {
    try database.execute(
      sql: """
        INSERT INTO object VALUES (?, ?, ?, ?, ?, ?, 0) ON CONFLICT (member, id) DO UPDATE SET kind = excluded.kind,
        fields = excluded.fields, deleted = excluded.deleted, revision = excluded.revision, is_purged = 0
        """,
      arguments: [
        member.text, object.id.text, object.kind, fields, object.deleted, revision,
      ])
  }

  func count() throws -> Int {
    try Int.fetchOne(database, sql: "SELECT count(*) FROM object WHERE member = ?", arguments: [member.text]) ?? 0
  }

  func digest() throws -> ObjectsDigest {
    let kept = try Data.fetchOne(
      database, sql: "SELECT digest FROM object_digest WHERE member = ?", arguments: [member.text])
    if let kept, let digest = ObjectsDigest(stored: kept) { return digest }
    var digest = ObjectsDigest()
    let rows = try Row.fetchCursor(
      database, sql: "SELECT * FROM object WHERE member = ? AND deleted IS NULL", arguments: [member.text])
    while let row = try rows.next() { digest.toggle(ObjectsDigest(of: try Self.stored(row).object)) }
    return digest
  }

  func keep(_ digest: ObjectsDigest) throws {
    try database.execute(
      sql: "INSERT INTO object_digest VALUES (?, ?) ON CONFLICT (member) DO UPDATE SET digest = excluded.digest",
      arguments: [member.text, Data(digest.bytes)])
  }

  func liveCount() throws -> Int {
    try Int.fetchOne(
      database, sql: "SELECT count(*) FROM object WHERE member = ? AND deleted IS NULL", arguments: [member.text]) ?? 0
  }

  /// Returns the objects that changed after `revision`, in the order of their changes. `hasMore`: whether more objects
  /// follow.
  func page(after revision: Int, count: Int, bytes: Int) throws -> (objects: [Stored], hasMore: Bool) {
    let rows = try Row.fetchCursor(
      database, sql: "SELECT * FROM object WHERE member = ? AND revision > ? ORDER BY revision LIMIT ?",
      arguments: [member.text, revision, count + 1])
    var (objects, size) = ([Stored](), 0)
    while let row = try rows.next() {
      let fields: String = row["fields"]
      size += fields.utf8.count
      guard objects.count < count, objects.isEmpty || size <= bytes else { return (objects, true) }  // guards N05: (objects, true) => (objects, false)
      objects.append(try Self.stored(row))
    }
    return (objects, false)
  }

  /// Removes the fields of objects deleted before `moment`. Each of these changes gets a new revision. Returns the
  /// newest revision.
  func purge(deletedBefore moment: Instant, after revision: Int) throws -> Int {
    let ids = try String.fetchAll(
      database, sql: "SELECT id FROM object WHERE member = ? AND deleted < ? AND is_purged = 0 ORDER BY revision",
      arguments: [member.text, moment])
    return try purge(ids, after: revision)
  }

  /// Removes the fields of deleted objects, oldest first, until the fields of all deleted objects need at most `bytes`.
  func purgeDeleted(within bytes: Int, after revision: Int) throws -> Int {
    var excess = try Space(database: database).used(by: Schema.Scope.deleted(of: member.text)) - bytes
    guard excess > 0 else { return revision }
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT id, length(CAST(fields AS BLOB)) FROM object
        WHERE member = ? AND deleted IS NOT NULL AND is_purged = 0 ORDER BY deleted
        """, arguments: [member.text])
    var ids: [String] = []
    while excess > 0, let row = try rows.next() {
      ids.append(row[0])
      excess -= row[1]
    }
    return try purge(ids, after: revision)
  }

  private func purge(_ ids: [String], after revision: Int) throws -> Int {
    for (index, id) in ids.enumerated() {
      try database.execute(
        sql: "UPDATE object SET fields = '{}', is_purged = 1, revision = ? WHERE member = ? AND id = ?",
        arguments: [revision + index + 1, member.text, id])
    }
    return revision + ids.count
  }

  private static func stored(_ row: Row) throws -> Stored {
    guard let id = UUID(text: row["id"]) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    let fields: String = row["fields"]
    let object = SyncObject(
      id: id, kind: row["kind"], fields: try JSONText.read([String: SyncField].self, from: Array(fields.utf8)),
      deleted: row["deleted"])
    return Stored(object: object, revision: row["revision"], isPurged: row["is_purged"])
  }
}
