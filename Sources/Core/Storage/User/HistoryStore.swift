// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
public import KursModel

public struct HistoryRow: Hashable, Sendable {
  public let id: Int64
  public let fingerprint: String
  /// The position in the history. A newer row has a higher number.
  public let place: Int64
  public let folded: String
  public let record: String
}

public struct HistoryStore: Sendable {
  public static let limit = 1_000

  let file: DatabaseFile

  /// Returns the history, newest first.
  public func rows(of member: MemberID) async throws(StorageError) -> [HistoryRow] {
    try await file.rows(
      "SELECT * FROM history WHERE member = ? ORDER BY place DESC", [member.text], as: HistoryRow.init)
  }

  public func row(_ id: Int64, of member: MemberID) async throws(StorageError) -> HistoryRow? {
    try await file.rows(
      "SELECT * FROM history WHERE member = ? AND id = ?", [member.text, id], as: HistoryRow.init
    ).first
  }

  public func add(
    _ record: String, fingerprint: String, folded: String, of member: MemberID
  ) async throws(StorageError) {
    try await file.write { database in
      try database.execute(
        sql: """
          INSERT INTO history (member, fingerprint, place, folded, record)
          VALUES (?1, ?2, 1 + max(
            (SELECT ifnull(max(place), 0) FROM history WHERE member = ?1),
            (SELECT ifnull(max(seq), 0) FROM sqlite_sequence WHERE name = 'history')), ?3, ?4)
          ON CONFLICT (member, fingerprint) DO UPDATE SET place = excluded.place, folded = excluded.folded,
            record = excluded.record
          """,
        arguments: [member.text, fingerprint, folded, record])
      // Never use a position twice, because removed rows can be restored to their old positions.
      try database.execute(
        sql: """
          UPDATE sqlite_sequence SET seq = max(seq, (SELECT max(place) FROM history WHERE member = ?))
          WHERE name = 'history'
          """, arguments: [member.text])
      try Self.trim(of: member, database)
    }
  }

  public func remove(_ id: Int64?, of member: MemberID) async throws(StorageError) -> [HistoryRow] {
    try await file.write { database in
      try Row.fetchAll(
        database, sql: "DELETE FROM history WHERE member = ?1 AND (?2 IS NULL OR id = ?2) RETURNING *",
        arguments: [member.text, id]
      ).map(HistoryRow.init)
    }
  }

  /// Restores rows, but doesn't replace newer rows. A row gets a new id if another row has its id.
  public func restore(_ rows: [HistoryRow], of member: MemberID) async throws(StorageError) {
    try await file.write { database in
      let restore = try database.cachedStatement(
        sql: """
          INSERT OR IGNORE INTO history (id, member, fingerprint, place, folded, record)
          VALUES ((SELECT ?1 WHERE NOT EXISTS (SELECT 1 FROM history WHERE id = ?1)), ?2, ?3, ?4, ?5, ?6)
          """)
      for row in rows {
        try restore.execute(arguments: [row.id, member.text, row.fingerprint, row.place, row.folded, row.record])
      }
    }
  }

  static func move(of owner: MemberID, to other: MemberID, isNewer: Bool, _ database: Database) throws {
    let lost = isNewer ? other : owner
    try database.execute(
      sql: """
        DELETE FROM history WHERE member = ? AND fingerprint IN (SELECT fingerprint FROM history WHERE member = ?)
        """, arguments: [lost.text, isNewer ? owner.text : other.text])
    func end(_ function: String, _ member: MemberID) throws -> Int64 {
      try database.value("SELECT \(function)(place) FROM history WHERE member = ?", [member.text]) ?? 0
    }
    let shift =
      try isNewer
      ? end("max", other) - end("min", owner) + 1
      : end("min", other) - end("max", owner) - 1
    try database.execute(
      sql: "UPDATE history SET member = ?, place = place + ? WHERE member = ?",
      arguments: [other.text, shift, owner.text])
    try trim(of: other, database)
  }

  private static func trim(of member: MemberID, _ database: Database) throws {
    try database.execute(
      sql: """
        DELETE FROM history WHERE member = ?1 AND place <=
          (SELECT place FROM history WHERE member = ?1 ORDER BY place DESC LIMIT 1 OFFSET ?2)
        """,
      arguments: [member.text, limit])
  }
}

extension HistoryRow {
  init(_ row: Row) throws {
    try self.init(
      id: row.column("id"), fingerprint: row.column("fingerprint"), place: row.column("place"),
      folded: row.column("folded"), record: row.column("record"))
  }
}
