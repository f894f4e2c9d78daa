// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
public import KursModel

extension RatesDatabase {
  /// The document with these bytes, whoever brought them; nil when they were never seen.
  public func document(
    provider: ProviderID, command: String, member: String = "", dataHash: String
  ) async throws(StorageError) -> StoredDocument? {
    try await file.read { database in
      try Self.document(provider: provider, command: command, member: member, dataHash: dataHash, in: database)
    }
  }

  private static func document(
    provider: ProviderID, command: String, member: String, dataHash: String, in database: Database
  ) throws -> StoredDocument? {
    try Row.fetchOne(
      database.cachedStatement(
        sql: "SELECT * FROM document WHERE provider = ? AND command = ? AND member = ? AND data_hash = ?"),
      arguments: [provider.name, command, member, dataHash]
    ).map(StoredDocument.init)
  }

  /// The last whole answer to a request; nil where there is none.
  public func newestDocument(
    of provider: ProviderID, command: String, requestHash: String
  ) async throws(StorageError) -> StoredDocument? {
    try await file.read { database in
      try Row.fetchOne(
        database,
        sql: """
          SELECT * FROM document WHERE provider = ? AND command = ? AND request_hash = ? AND is_complete
          ORDER BY checked_ms DESC, id DESC
          """,
        arguments: [provider.name, command, requestHash]
      ).map(StoredDocument.init)
    }
  }

  /// Every document of a provider, newest first.
  public func documents(of provider: ProviderID) async throws(StorageError) -> [StoredDocument] {
    try await file.read { database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM document WHERE provider = ? ORDER BY id DESC", arguments: [provider.name]
      ).map(StoredDocument.init)
    }
  }

  /// Keeps it, unless someone else did since it was looked for: then that one, as far as it is taken up.
  public func insert(_ new: NewDocument) async throws(StorageError) -> StoredDocument {
    try await file.write { database in
      if let known = try Self.document(
        provider: new.provider, command: new.command, member: new.member, dataHash: new.dataHash, in: database)
      {
        return known
      }
      try database.execute(
        sql: """
          INSERT INTO document (provider, command, member, origin, request_hash, data_hash, body, fetched_ms,
            checked_ms, expires_ms, etag, max_age_s, asked_day) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          new.provider.name, new.command, new.member, new.origin.rawValue, new.requestHash, new.dataHash,
          new.body.map { Data($0) }, new.fetched.milliseconds, new.fetched.milliseconds,
          new.expires?.milliseconds, new.etag, new.maxAge, new.askedDay?.number,
        ])
      return StoredDocument(
        id: DocumentID(number: UInt32(database.lastInsertedRowID)), provider: new.provider,
        command: new.command, origin: new.origin, dataHash: new.dataHash, fetched: new.fetched,
        checked: new.fetched, expires: new.expires, takenUpDownTo: nil, isComplete: false, etag: new.etag)
    }
  }

  /// Whether no other document of the provider, but the shipped history, came or was confirmed since this one.
  public func isLastChecked(_ id: DocumentID, of provider: ProviderID) async throws(StorageError) -> Bool {
    try await file.read { database in
      let others: Int? = try database.value(
        """
        SELECT count(*) FROM document WHERE provider = ? AND id <> ? AND origin <> 'bundled' AND is_complete
          AND checked_ms >= (SELECT checked_ms FROM document WHERE id = ?)
        """, [provider.name, Int64(id.number), Int64(id.number)])
      return others == 0
    }
  }

  /// The source said again what it said before: only the times move.
  public func noteUnchanged(
    _ id: DocumentID, checked: Timestamp, expires: Timestamp?
  ) async throws(StorageError) {
    try await file.write { database in
      try database.execute(
        sql: "UPDATE document SET checked_ms = ?, expires_ms = ? WHERE id = ?",
        arguments: [checked.milliseconds, expires?.milliseconds, Int64(id.number)])
    }
  }

  /// Drops the bodies of documents that expired before `now`; what was read from them stays, and so does its origin.
  @discardableResult
  public func dropExpiredBodies(now: Timestamp) async throws(StorageError) -> Int {
    try await file.write { database in
      try database.execute(
        sql: "UPDATE document SET body = NULL WHERE expires_ms < ? AND body IS NOT NULL",
        arguments: [now.milliseconds])
      return database.changesCount
    }
  }

  /// How many bytes the documents themselves take.
  public func bodyBytes() async throws(StorageError) -> Int {
    try await file.read { try $0.value("SELECT coalesce(sum(length(body)), 0) FROM document") ?? 0 }
  }

  /// Drops every body; what was read from them stays, and so does its origin.
  public func dropBodies() async throws(StorageError) {
    try await file.write { try $0.execute(sql: "UPDATE document SET body = NULL WHERE body IS NOT NULL") }
  }
}

extension StoredDocument {
  init(_ row: Row) throws {
    try self.init(
      id: DocumentID(number: row.column("id")), provider: ProviderID(row.column("provider")),
      command: row.column("command"), origin: Origin(rawValue: row.column("origin")) ?? .download,
      dataHash: row.column("data_hash"), fetched: Timestamp(milliseconds: row.column("fetched_ms")),
      checked: Timestamp(milliseconds: row.column("checked_ms")),
      expires: row.optional("expires_ms").map { Timestamp(milliseconds: $0) },
      takenUpDownTo: row.optional("taken_up_down_to").map { Day(number: $0) },
      isComplete: row.column("is_complete"), etag: row.optional("etag"))
  }
}
