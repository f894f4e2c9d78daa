// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
public import KursModel

/// One row of the history: a finished calculation as its text form.
public struct HistoryRow: Hashable, Sendable {
  public let id: Int64
  public let fingerprint: String
  /// Higher is newer.
  public let place: Int64
  /// The searched text, in lower case.
  public let folded: String
  public let record: String
}

extension PersonDatabase {
  /// How many calculations the history holds before the oldest goes.
  public static let historyLimit = 1_000

  /// Newest first; `search`, in lower case, is found anywhere in the text.
  public func history(of member: MemberID, search: String = "") async throws(StorageError) -> [HistoryRow] {
    try await file.read { database in
      try Row.fetchAll(
        database,
        sql: "SELECT * FROM history WHERE member = ? AND (? = '' OR instr(folded, ?)) ORDER BY place DESC",
        arguments: [member.text, search, search]
      ).map(HistoryRow.init)
    }
  }

  public func historyRow(_ id: Int64, of member: MemberID) async throws(StorageError) -> HistoryRow? {
    try await file.read { database in try Self.historyRow(database, id, of: member) }
  }

  /// Puts a calculation on top; one that is there already moves up with what it came to this time.
  public func keepInHistory(
    _ record: String, fingerprint: String, folded: String, of member: MemberID
  ) async throws(StorageError) {
    try await file.write { database in
      try database.execute(
        sql: """
          INSERT INTO history (member, fingerprint, place, folded, record)
          VALUES (?1, ?2, (SELECT ifnull(max(place), 0) + 1 FROM history WHERE member = ?1), ?3, ?4)
          ON CONFLICT (member, fingerprint) DO UPDATE SET place = excluded.place, folded = excluded.folded,
            record = excluded.record
          """,
        arguments: [member.text, fingerprint, folded, record])
      try database.execute(
        sql: """
          DELETE FROM history WHERE member = ?1 AND place <=
            (SELECT place FROM history WHERE member = ?1 ORDER BY place DESC LIMIT 1 OFFSET ?2)
          """,
        arguments: [member.text, Self.historyLimit])
    }
  }

  /// Takes rows out and gives them back, for undo; nil takes all.
  public func removeHistory(_ id: Int64?, of member: MemberID) async throws(StorageError) -> [HistoryRow] {
    try await file.write { database in
      try Row.fetchAll(
        database, sql: "DELETE FROM history WHERE member = ?1 AND (?2 IS NULL OR id = ?2) RETURNING *",
        arguments: [member.text, id]
      ).map(HistoryRow.init)
    }
  }

  /// Puts rows back where they were; one that was made again meanwhile stays as it is now.
  public func restoreHistory(_ rows: [HistoryRow], of member: MemberID) async throws(StorageError) {
    try await file.write { database in
      let restore = try database.cachedStatement(
        sql: """
          INSERT OR IGNORE INTO history (id, member, fingerprint, place, folded, record) VALUES (?, ?, ?, ?, ?, ?)
          """)
      for row in rows {
        try restore.execute(arguments: [row.id, member.text, row.fingerprint, row.place, row.folded, row.record])
      }
    }
  }

  private static func historyRow(_ database: Database, _ id: Int64, of member: MemberID) throws -> HistoryRow? {
    try Row.fetchOne(
      database, sql: "SELECT * FROM history WHERE member = ? AND id = ?", arguments: [member.text, id]
    ).map(HistoryRow.init)
  }
}

extension HistoryRow {
  fileprivate init(_ row: Row) throws {
    try self.init(
      id: row.column("id"), fingerprint: row.column("fingerprint"), place: row.column("place"),
      folded: row.column("folded"), record: row.column("record"))
  }
}
