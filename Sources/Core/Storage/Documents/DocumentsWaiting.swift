// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
public import KursModel

/// Stored answers whose rates are not all in: a run was killed, or the rates were damaged.
extension RatesDatabase {
  /// Documents that are stored with their bytes and were not refused, oldest first.
  public func waitingDocuments() async throws(StorageError) -> [DocumentID] {
    try await file.read { database in
      let numbers: [UInt32] = try database.values(
        "SELECT id FROM document WHERE NOT (is_complete OR is_refused) AND body IS NOT NULL ORDER BY id")
      return numbers.map { DocumentID(number: $0) }
    }
  }

  /// The document as it was when it came; nil where its bytes are not here.
  public func answer(_ id: DocumentID) async throws(StorageError) -> NewDocument? {
    try await file.read { database in
      try Row.fetchOne(
        database, sql: "SELECT * FROM document WHERE id = ? AND body IS NOT NULL", arguments: [Int64(id.number)]
      ).map(NewDocument.init)
    }
  }

  /// Marks an answer that cannot be read: it stays stored, and no start tries it again.
  public func noteRefused(_ id: DocumentID) async throws(StorageError) {
    try await file.write {
      try $0.execute(sql: "UPDATE document SET is_refused = 1 WHERE id = ?", arguments: [Int64(id.number)])
    }
  }

  /// Drops the rates of a provider and keeps its answers, to be taken up anew.
  public func forgetRates(of provider: ProviderID) async throws(StorageError) {
    try await file.write { database in
      for table in ["series", "quarantine", "covered_days"] {
        try database.execute(sql: "DELETE FROM \(table) WHERE provider = ?", arguments: [provider.name])
      }
      try database.execute(
        sql: "DELETE FROM document WHERE provider = ? AND body IS NULL", arguments: [provider.name])
      try database.execute(
        sql: "UPDATE document SET taken_up_down_to = NULL, is_complete = 0, is_refused = 0 WHERE provider = ?",
        arguments: [provider.name])
    }
  }
}

extension RatesSchema {
  /// The table of answers.
  static let answers = "document"

  /// Copies the answers of a damaged file into a new one, as not taken up; those without bytes are left out.
  static func readAnew(_ database: Database, _ lost: Set<String>) throws {
    try database.execute(
      sql: """
        DELETE FROM document WHERE body IS NULL;
        UPDATE document SET taken_up_down_to = NULL, is_complete = 0, is_refused = 0
        """)
  }
}

extension NewDocument {
  fileprivate init(_ row: Row) throws {
    let body: Data = try row.column("body")
    try self.init(
      provider: ProviderID(row.column("provider")), command: row.column("command"), member: row.column("member"),
      origin: StoredDocument.Origin(rawValue: row.column("origin")) ?? .download,
      requestHash: row.column("request_hash"), dataHash: row.column("data_hash"), body: [UInt8](body),
      fetched: Timestamp(milliseconds: row.column("fetched_ms")),
      expires: row.optional("expires_ms").map { Timestamp(milliseconds: $0) })
    (etag, maxAge) = try (row.optional("etag"), row.optional("max_age_s"))
    askedDay = try row.optional("asked_day").map { Day(number: $0) }
  }
}
