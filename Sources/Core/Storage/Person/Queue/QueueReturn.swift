// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
public import KursModel

// A clock that was wrong sets nothing aside for good: what was too old by it, and is not, waits again.
extension PersonDatabase {
  /// Lets those wait again that were set aside as too old and were enqueued at `oldest` or later; returns how many.
  ///
  /// Leaves out a command that a later one of its resource has overtaken, to keep the order.
  @discardableResult
  public func returnExpired(enqueuedFrom oldest: Timestamp) async throws(StorageError) -> Int {
    let returning = "undeliverable = ? AND enqueued_ms >= ? AND not_before_ms < ?"
    let arguments: StatementArguments = [Undeliverable.expired.stored, oldest.milliseconds, Int64.max]
    // Usually there is none, and then nothing is written.
    let found = try await file.read { database in
      try database.isTrue("SELECT EXISTS (SELECT 1 FROM queue WHERE \(returning))", arguments)
    }
    guard found else { return 0 }
    return try await file.write { database in
      try database.execute(sql: "UPDATE queue SET undeliverable = NULL WHERE \(returning)", arguments: arguments)
      return database.changesCount
    }
  }

  /// Removes a command that the server has taken; what of its resource was set aside before it never goes after it.
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
}
