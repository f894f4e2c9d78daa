// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

/// A member's objects, in a transaction.
struct Objects {
  let database: Database
  let member: UUID

  struct Stored {
    let object: SyncObject
    let revision: Int
    /// Whether only the id, kind and deletion time remain, because the deletion was long ago.
    let isPurged: Bool
  }

  func stored(_ id: UUID) throws -> Stored? {
    try Row.fetchOne(
      database, sql: "SELECT * FROM object WHERE member = ? AND id = ?", arguments: [member.text, id.text]
    ).map(Self.stored)
  }

  func put(_ object: SyncObject, revision: Int) throws {
    try database.execute(
      sql: """
        INSERT INTO object VALUES (?, ?, ?, ?, ?, ?, 0) ON CONFLICT (member, id) DO UPDATE SET kind = excluded.kind,
        fields = excluded.fields, deleted = excluded.deleted, revision = excluded.revision, is_purged = 0
        """,
      arguments: [
        member.text, object.id.text, object.kind, try JSONText.text(of: object.fields), object.deleted, revision,
      ])
  }

  func count() throws -> Int {
    try Int.fetchOne(database, sql: "SELECT count(*) FROM object WHERE member = ?", arguments: [member.text]) ?? 0
  }

  /// Returns the next objects changed after a revision, in order of change, and whether there are more.
  func page(after revision: Int, count: Int, bytes: Int) throws -> (objects: [Stored], hasMore: Bool) {
    let rows = try Row.fetchCursor(
      database, sql: "SELECT * FROM object WHERE member = ? AND revision > ? ORDER BY revision LIMIT ?",
      arguments: [member.text, revision, count + 1])
    var (objects, size) = ([Stored](), 0)
    while let row = try rows.next() {
      let fields: String = row["fields"]
      size += fields.utf8.count
      guard objects.count < count, objects.isEmpty || size <= bytes else { return (objects, true) }
      objects.append(try Self.stored(row))
    }
    return (objects, false)
  }

  /// Removes the fields of objects deleted before `moment`. Each purge counts as a change. Returns the new revision.
  func purge(deletedBefore moment: Instant, after revision: Int) throws -> Int {
    let ids = try String.fetchAll(
      database, sql: "SELECT id FROM object WHERE member = ? AND deleted < ? AND is_purged = 0 ORDER BY revision",
      arguments: [member.text, moment])
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
