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
    /// Deleted so long ago that only id, kind and day of deletion are kept.
    let isPurged: Bool
  }

  func stored(_ id: UUID) throws -> Stored? {
    try Row.fetchOne(
      database, sql: "SELECT * FROM object WHERE member = ? AND id = ?", arguments: [member.text, id.text]
    ).map(Self.stored)
  }

  func put(_ object: SyncObject, revision: Int) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO object VALUES (?, ?, ?, ?, ?, ?, 0)",
      arguments: [
        member.text, object.id.text, object.kind, try JSONText.text(of: object.fields), object.deleted, revision,
      ])
  }

  /// How many there are, and how many bytes their fields take.
  func extent() throws -> (count: Int, bytes: Int) {
    let row = try Row.fetchOne(
      database, sql: "SELECT count(*) AS count, total(length(fields)) AS bytes FROM object WHERE member = ?",
      arguments: [member.text])
    return (row?["count"] ?? 0, row?["bytes"] ?? 0)
  }

  /// In the order in which they changed.
  func newer(than revision: Int) throws -> [Stored] {
    try Row.fetchAll(
      database, sql: "SELECT * FROM object WHERE member = ? AND revision > ? ORDER BY revision",
      arguments: [member.text, revision]
    ).map(Self.stored)
  }

  /// Forgets what stood in objects deleted before a moment; each counts as a change.
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
