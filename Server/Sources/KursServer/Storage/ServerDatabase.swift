// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB

/// The file that holds all data. A write is on the disk before its response is sent.
struct ServerDatabase: Sendable {
  // Readers neither write to the WAL nor checkpoint it, and never wait for the writer. They close before the writer,
  // which empties the WAL when it closes last.
  private let readers: DatabasePool
  // One connection, because SQLite 3.7.0 to 3.51.2 can damage a WAL that two connections write and checkpoint at once
  // (fixed in 3.51.3). It also lets a command and its idempotency key share one transaction.
  private let queue: DatabaseQueue
  let path: String

  /// Opens or creates the file. Throws if a newer server made it. A guest leaves checkpoints to the server.
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

  /// Reads a snapshot without waiting for writers.
  func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    try await readers.read(body)
  }

  /// Runs one transaction. If `body` throws, everything is undone.
  func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    try await queue.write(body)
  }

  /// Copies a snapshot to a new file while others write.
  func copy(to path: String) throws {
    try queue.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [path]) }
  }

  /// Empties the WAL, because deleted data could still be read in it.
  func forgetJournal() async throws {
    _ = try await queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
  }

  /// Runs one transaction and blocks the caller until it ends.
  func writeAndWait<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws -> Value {
    try queue.write(body)
  }
}

/// The reason why a database file can't be used.
enum StorageFault: Error, Hashable, Sendable {
  case madeByNewerServer
}
