// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB

/// The one file in which everything stands; a write is on the disk before its answer is sent.
struct ServerDatabase: Sendable {
  // Readers neither write to the WAL nor checkpoint it, and wait for no writer. Closed before the writer,
  // which empties the WAL as the last one out.
  private let readers: DatabasePool
  // One connection, for SQLite 3.7.0 to 3.51.2 can damage a WAL that two of them write and checkpoint at once
  // (fixed in 3.51.3); and with one writer a command and its idempotency key are simply one transaction.
  private let queue: DatabaseQueue
  let path: String

  /// Opens or makes the file, refuses one that a newer server has made; a guest leaves checkpoints to the server.
  init(path: String, isGuest: Bool = false) throws {
    var configuration = Configuration()
    configuration.label = "accounts"
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
      if isGuest { try database.execute(sql: "PRAGMA wal_autocheckpoint = 0") }
    }
    queue = try DatabaseQueue(path: path, configuration: configuration)
    let migrator = Schema.migrator
    guard try queue.read({ try !migrator.hasBeenSuperseded($0) }) else { throw StorageFault.madeByNewerServer }
    try migrator.migrate(queue)
    self.path = path
    var reading = Configuration()
    reading.label = "accounts-reading"
    reading.readonly = true
    reading.maximumReaderCount = 4
    reading.busyMode = .timeout(5)
    readers = try DatabasePool(path: path, configuration: reading)
  }

  /// A view of one moment, beside whatever is written.
  func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    try await readers.read(body)
  }

  /// One transaction: all of it or, when it throws, nothing.
  func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    try await queue.write(body)
  }

  /// A copy of one moment in a new file, while others write.
  func copy(to path: String) throws {
    try queue.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [path]) }
  }

  /// Empties the journal, in which what was deleted could still be read.
  func forgetJournal() async throws {
    _ = try await queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
  }

  /// One transaction, for a caller that has nothing else to do.
  func writeAndWait<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws -> Value {
    try queue.write(body)
  }
}

/// Why a database file cannot be used.
enum StorageFault: Error, Hashable, Sendable {
  case madeByNewerServer
}
