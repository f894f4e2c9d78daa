// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Glibc
import GRDB
public import KursModel

extension UserDatabase {
  /// Stores a command. When this returns, the command is on disk and survives a crash.
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

  public func noteTry(of id: QueuedCommand.ID, _ history: QueuedCommand.History) async throws(StorageError) {
    try await file.execute(
      "UPDATE queue SET tries = ?, attempts = ?, tried_ms = ?, not_before_ms = ?, fault = ? WHERE id = ?",
      [
        history.tries, history.attempts, history.tried?.milliseconds, history.notBefore.milliseconds,
        history.fault?.stored, id,
      ])
  }

  /// Marks a command as undeliverable. The command stays visible, and the next command of its resource is sent.
  public func dismissQueued(_ id: QueuedCommand.ID, _ reason: Undeliverable) async throws(StorageError) {
    try await file.execute("UPDATE queue SET undeliverable = ? WHERE id = ?", [reason.stored, id])
  }

  /// Queues a command again as if it were new, with a new `key` if given. Returns false if it was deleted or damaged.
  @discardableResult
  public func retryQueued(
    _ id: QueuedCommand.ID, key: String? = nil, at now: Timestamp
  ) async throws(StorageError) -> Bool {
    try await file.write { database in
      guard let row = try Row.fetchOne(database, sql: "SELECT * FROM queue WHERE id = ?", arguments: [id]) else {
        return false
      }
      var content = try QueuedCommand(row).content
      guard row.readable("checksum") == content.checksum else { return false }
      content.key = key ?? content.key
      try database.execute(
        sql: """
          UPDATE queue SET key = ?, checksum = ?, enqueued_ms = ?, tries = 0, attempts = 0, tried_ms = NULL,
            not_before_ms = ?, fault = NULL, undeliverable = NULL WHERE id = ?
          """,
        arguments: [
          content.key, content.checksum, now.milliseconds, QueuedCommand.History().notBefore.milliseconds, id,
        ])
      return true
    }
  }

  @discardableResult
  public func removeQueued(_ id: QueuedCommand.ID) async throws(StorageError) -> Bool {
    try await file.execute("DELETE FROM queue WHERE id = ?", [id]) > 0
  }

  @discardableResult
  public func wipeQueue(of member: String) async throws(StorageError) -> Int {
    try await file.execute("DELETE FROM queue WHERE member = ?", [member])
  }

  @discardableResult
  public func removeUndeliverable(_ command: String, of member: String) async throws(StorageError) -> Int {
    let matching = "command = ? AND member = ? AND undeliverable IS NOT NULL"
    let arguments: StatementArguments = [command, member]
    let found = try await file.read { database in
      try database.isTrue("SELECT EXISTS (SELECT 1 FROM queue WHERE \(matching))", arguments)
    }
    guard found else { return 0 }
    return try await file.execute("DELETE FROM queue WHERE \(matching)", arguments)
  }

  @discardableResult
  public func removeQueued(resource: String) async throws(StorageError) -> Int {
    try await file.execute("DELETE FROM queue WHERE resource = ?", [resource])
  }

  public func queued() async throws(StorageError) -> [QueuedCommand] {
    try await file.rows("SELECT * FROM queue ORDER BY id", as: QueuedCommand.init)
  }

  /// Returns the oldest waiting command of each resource, without its body. Only these commands may be sent.
  public func queueHeads() async throws(StorageError) -> [QueuedCommand] {
    try await file.rows(
      """
      SELECT id, member, resource, is_droppable, key, command, server, method, path, x'' AS body, checksum,
        enqueued_ms, tries, attempts, tried_ms, not_before_ms, fault, undeliverable
      FROM queue WHERE id IN (
        SELECT min(id) FROM queue WHERE undeliverable IS NULL GROUP BY server, member, resource)
      ORDER BY id
      """, as: QueuedCommand.init)
  }

  /// Returns a command with its body, and whether its checksum is right. Nil if the command was deleted.
  public func queued(
    _ id: QueuedCommand.ID
  ) async throws(StorageError) -> (command: QueuedCommand, isIntact: Bool)? {
    try await file.rows("SELECT * FROM queue WHERE id = ?", [id]) { row -> (command: QueuedCommand, isIntact: Bool)? in
      let command = try QueuedCommand(row)
      return (command, row.readable("checksum") == command.content.checksum)
    }.first
  }
}

extension QueuedCommand {
  static func append(
    _ content: Content, at now: Timestamp, limits: QueueLimits, in database: Database
  ) throws -> QueuedCommand {
    guard content.body.count <= limits.bodyBytes else { throw QueueRefusal.tooLarge(limit: limits.bodyBytes) }  // guards Q24
    try QueueRoom(limits: limits).make(for: content, in: database)
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

  /// Reads a command. A value of the wrong type reads as empty, so that the checksum fails.
  init(_ row: Row) throws {
    let content = Content(
      member: row.text("member"), resource: row.text("resource"), isDroppable: try row.column("is_droppable"),
      key: row.text("key"), command: row.text("command"), server: row.text("server"), method: row.text("method"),
      path: row.text("path"), body: Array(row.readable("body") ?? Data()))
    let history = History(
      tries: try row.column("tries"), attempts: try row.column("attempts"),
      tried: try row.optional("tried_ms").map { Timestamp(milliseconds: $0) },
      notBefore: Timestamp(milliseconds: try row.column("not_before_ms")),
      fault: try row.optional("fault").flatMap { DeliveryFault(stored: $0) })
    self.init(
      id: try row.column("id"), content: content, enqueued: Timestamp(milliseconds: try row.column("enqueued_ms")),
      history: history,
      undeliverable: try row.optional("undeliverable").map { Undeliverable(stored: $0) })
  }
}

private struct QueueRoom {
  let limits: QueueLimits

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

// These functions undo the expiry of commands. Otherwise a wrong clock could make commands undeliverable for ever.
extension UserDatabase {
  /// Queues commands again that were enqueued at `oldest` or later and have expired. Returns their number. Skips a
  /// command if a later command of its resource was sent.
  @discardableResult
  public func returnExpired(enqueuedFrom oldest: Timestamp) async throws(StorageError) -> Int {
    let returning = "undeliverable = ? AND enqueued_ms >= ? AND not_before_ms < ?"
    let arguments: StatementArguments = [Undeliverable.expired.stored, oldest.milliseconds, Int64.max]
    let found = try await file.read { database in
      try database.isTrue("SELECT EXISTS (SELECT 1 FROM queue WHERE \(returning))", arguments)
    }
    guard found else { return 0 }
    return try await file.execute("UPDATE queue SET undeliverable = NULL WHERE \(returning)", arguments)
  }

  /// Deletes a delivered command. Older expired commands of its resource are then never queued again.
  public func removeDelivered(_ command: QueuedCommand) async throws(StorageError) {
    let content = command.content
    try await file.write { database in
      try database.execute(sql: "DELETE FROM queue WHERE id = ?", arguments: [command.id])
      try database.execute(
        sql: """
          UPDATE queue SET not_before_ms = ? WHERE undeliverable = ? AND id < ?
            AND server = ? AND member = ? AND resource = ?
          """,
        arguments: [
          Int64.max, Undeliverable.expired.stored, command.id, content.server, content.member, content.resource,
        ])
    }
  }

  public func queueLease() throws(StorageError) -> QueueLease? {
    try QueueLease(path: file.path + "-queue-lock")
  }

  /// Counts an occurrence of a fault. Returns the count if the fault should be reported now, otherwise nil.
  public func noteReported(
    _ fingerprint: String, at now: Timestamp, every span: Int64
  ) async throws(StorageError) -> Int? {
    try await file.write { database in
      let row = try Row.fetchOne(
        database, sql: "SELECT first_ms, count FROM reported WHERE fingerprint = ?", arguments: [fingerprint])
      guard let row else {
        try database.execute(sql: "INSERT INTO reported VALUES (?, ?, 0)", arguments: [fingerprint, now.milliseconds])
        return 1
      }
      // Restart the count if the clock was set back. Otherwise reports could be suppressed for ever.
      let age = now.milliseconds - (try row.column("first_ms"))
      guard (0..<span).contains(age) else {  // guards J12: (0..<span).contains(age) => false
        try database.execute(
          sql: "UPDATE reported SET first_ms = ?, count = 0 WHERE fingerprint = ?",
          arguments: [now.milliseconds, fingerprint])
        return try row.column("count") + 1  // guards J12: row.column("count") + 1 => 1
      }
      try database.execute(sql: "UPDATE reported SET count = count + 1 WHERE fingerprint = ?", arguments: [fingerprint])
      return nil
    }
  }

  public func forgetReported() async throws(StorageError) {
    try await file.execute("DELETE FROM reported")
  }
}

/// The right to send the queue. Only one program has it. The kernel releases the file lock when the process ends.
public final class QueueLease: Sendable {
  private let descriptor: Int32

  fileprivate init?(path: String) throws(StorageError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .notWritable(path: path) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {  // guards Q26
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  public func end() {
    flock(descriptor, LOCK_UN)
  }

  deinit {
    close(descriptor)
  }
}

enum QueueSchema {
  /// Creates the tables. `AUTOINCREMENT` never reuses a number, so commands keep their order by `id`.
  static let sql = """
    CREATE TABLE queue (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      member TEXT NOT NULL,
      resource TEXT NOT NULL,
      is_droppable INTEGER NOT NULL,
      key TEXT NOT NULL UNIQUE,
      command TEXT NOT NULL,
      server TEXT NOT NULL,
      method TEXT NOT NULL,
      path TEXT NOT NULL,
      body BLOB NOT NULL,
      checksum INTEGER NOT NULL,
      enqueued_ms INTEGER NOT NULL,
      tries INTEGER NOT NULL DEFAULT 0,
      attempts INTEGER NOT NULL DEFAULT 0,
      tried_ms INTEGER,
      not_before_ms INTEGER NOT NULL,
      fault TEXT,
      undeliverable TEXT
    );
    CREATE INDEX queue_lane ON queue (server, member, resource, id) WHERE undeliverable IS NULL;
    CREATE TABLE reported (
      fingerprint TEXT PRIMARY KEY,
      first_ms INTEGER NOT NULL,
      count INTEGER NOT NULL
    ) WITHOUT ROWID;
    """
}

extension Row {
  fileprivate func text(_ column: String) -> String { readable(column) ?? "" }
}

extension QueuedCommand.Content {
  /// A checksum, because SQLite's own checks miss most flipped bits and a damaged command must not be sent.
  var checksum: Int64 {
    var sum = Checksum()
    for text in [member, resource, key, command, server, method, path] { sum.add(Array(text.utf8)) }
    sum.add(body)
    return sum.value
  }

  var size: Int { body.count + path.utf8.count + server.utf8.count }
}
