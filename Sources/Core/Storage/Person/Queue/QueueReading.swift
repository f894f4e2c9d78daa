// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB

extension PersonDatabase {
  /// All commands that wait or were set aside, in order.
  public func queued() async throws(StorageError) -> [QueuedCommand] {
    try await file.read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM queue ORDER BY id").map(QueuedCommand.init)
    }
  }

  /// The oldest waiting command of each resource: only these may be sent. Their bodies are left on the disk.
  public func queueHeads() async throws(StorageError) -> [QueuedCommand] {
    try await file.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT id, member, resource, is_droppable, key, command, server, method, path, x'' AS body, checksum,
            enqueued_ms, tries, attempts, tried_ms, not_before_ms, fault, undeliverable
          FROM queue WHERE id IN (
            SELECT min(id) FROM queue WHERE undeliverable IS NULL GROUP BY server, member, resource)
          ORDER BY id
          """
      ).map(QueuedCommand.init)
    }
  }

  /// A command with its body, and whether it is what was stored; nil where it is gone.
  public func queued(
    _ id: QueuedCommand.ID
  ) async throws(StorageError) -> (command: QueuedCommand, isIntact: Bool)? {
    try await file.read { database in
      try Row.fetchOne(database, sql: "SELECT * FROM queue WHERE id = ?", arguments: [id]).map { row in
        let command = try QueuedCommand(row)
        return (command, row.readable("checksum") == command.content.checksum)
      }
    }
  }
}
