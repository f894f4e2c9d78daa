// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
public import KursModel

extension PersonDatabase {
  /// Appends; once it returns, the command is on the disk and survives whatever happens to the program.
  public func enqueue(
    _ content: QueuedCommand.Content, at now: Timestamp, limits: QueueLimits = QueueLimits()
  ) async throws(QueueRefusal) -> QueuedCommand {
    do {
      return try await file.attemptWrite { try QueuedCommand.append(content, at: now, limits: limits, in: $0) }
    } catch let refusal as QueueRefusal {
      throw refusal
    } catch {
      throw .storage(StorageError(error, path: file.path))
    }
  }

  /// Stores the result of sending a command, unless it was cancelled meanwhile.
  public func noteTry(of id: QueuedCommand.ID, _ history: QueuedCommand.History) async throws(StorageError) {
    try await file.write { database in
      try database.execute(
        sql: "UPDATE queue SET tries = ?, attempts = ?, tried_ms = ?, not_before_ms = ?, fault = ? WHERE id = ?",
        arguments: [
          history.tries, history.attempts, history.tried?.milliseconds, history.notBefore.milliseconds,
          history.fault?.stored, id,
        ])
    }
  }

  /// Takes a command out of its resource's order, so that the next can go; it stays to be seen.
  public func setAsideQueued(_ id: QueuedCommand.ID, _ reason: Undeliverable) async throws(StorageError) {
    try await file.write { database in
      try database.execute(sql: "UPDATE queue SET undeliverable = ? WHERE id = ?", arguments: [reason.stored, id])
    }
  }

  /// Removes a command: delivered, cancelled or dropped; false where there is none.
  @discardableResult
  public func removeQueued(_ id: QueuedCommand.ID) async throws(StorageError) -> Bool {
    try await file.write { database in
      try database.execute(sql: "DELETE FROM queue WHERE id = ?", arguments: [id])
      return database.changesCount > 0
    }
  }

  /// Removes all that a member left; returns how many.
  @discardableResult
  public func wipeQueue(of member: String) async throws(StorageError) -> Int {
    try await file.write { database in
      try database.execute(sql: "DELETE FROM queue WHERE member = ?", arguments: [member])
      return database.changesCount
    }
  }

  /// Removes all of a resource, for a consent that was withdrawn; returns how many.
  @discardableResult
  public func removeQueued(resource: String) async throws(StorageError) -> Int {
    try await file.write { database in
      try database.execute(sql: "DELETE FROM queue WHERE resource = ?", arguments: [resource])
      return database.changesCount
    }
  }
}

extension QueuedCommand {
  /// Appends in a transaction of the caller's, where more must happen with it or not at all.
  static func append(
    _ content: Content, at now: Timestamp, limits: QueueLimits, in database: Database
  ) throws -> QueuedCommand {
    guard content.body.count <= limits.bodyBytes else { throw QueueRefusal.tooLarge(limit: limits.bodyBytes) }  // guards Q24
    try QueueRoom(limits).make(for: content, in: database)
    try database.execute(
      sql: """
        INSERT INTO queue (member, resource, is_droppable, key, command, server, method, path, body, checksum,
          enqueued_ms, not_before_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        content.member, content.resource, content.isDroppable, content.key, content.command, content.server,
        content.method, content.path, Data(content.body), content.checksum, now.milliseconds,  // guards Q25: now.milliseconds => now.milliseconds / 1000 * 1000
        History().notBefore.milliseconds,
      ])
    return QueuedCommand(id: database.lastInsertedRowID, content: content, enqueued: now, history: .init())
  }
}

/// Makes room for one more: the oldest that may be dropped goes first, and nothing else ever goes.
private struct QueueRoom {
  private let limits: QueueLimits

  init(_ limits: QueueLimits) {
    self.limits = limits
  }

  func make(for content: QueuedCommand.Content, in database: Database) throws {
    while try isFull(for: content, in: database) {
      try database.execute(
        sql: "DELETE FROM queue WHERE id = (SELECT min(id) FROM queue WHERE is_droppable)")
      guard database.changesCount > 0 else { throw QueueRefusal.full }
    }
  }

  private func isFull(for content: QueuedCommand.Content, in database: Database) throws -> Bool {
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT count(*) AS commands, coalesce(sum(length(body) + length(path) + length(server)), 0) AS bytes
        FROM queue
        """)
    guard let row else { return false }
    return try row.column("commands") >= limits.commands || row.column("bytes") + content.size > limits.bytes  // guards Q15: row.column("bytes") + content.size > limits.bytes => false
  }
}
