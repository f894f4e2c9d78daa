// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB

/// The file that contains all data. A change is on the disk before its response is sent.
struct ServerDatabase: Sendable {
  // The connections for reading, which never write to the WAL or checkpoint it, and never wait for the writer. The
  // writer closes after them, and empties the WAL as the last connection.
  private let readers: any DatabaseReader
  // There is only one writing connection. Two connections that write and checkpoint at the same time may damage the WAL
  // (SQLite 3.7.0 to 3.51.2). With one connection, a command and its idempotency key can also share a transaction.
  private let queue: DatabaseQueue
  let path: String
  private let lastLook = Live<(at: Instant, isGood: Bool)?>(nil)

  /// Opens the file. Throws if a newer server created it. A guest, such as a command, leaves checkpoints to the server.
  init(path: String, isGuest: Bool = false) throws {
    let path = DatabaseFile.resolved(path)
    // A mistyped path must not create a new, empty database.
    guard !isGuest || FileManager.default.fileExists(atPath: path) else { throw StorageFault.missing(path) }
    guard !DatabaseFile.lacksRestoredFile(path) else { throw StorageFault.notRestored(path) }
    self.path = path
    do {
      queue = try Self.opened(path, isGuest: isGuest)
      try Self.migrate(queue, at: path, isGuest: isGuest)
      readers = try isGuest ? queue : Self.openedForReading(path)
    } catch let error as DatabaseError {
      throw FileError("Can't open", path, error)
    }
  }

  private static func opened(_ path: String, isGuest: Bool) throws -> DatabaseQueue {
    func opened(isAlone: Bool) throws -> DatabaseQueue {
      var configuration = Configuration()
      configuration.label = "accounts"
      configuration.busyMode = .timeout(5)
      configuration.prepareDatabase { database in
        if isAlone { try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
        // The file is checked before the first change, because the operator may have named another program's file.
        if try !isOurs(database) { throw StorageFault.notOurs(path) }  // guards N12
        try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
        if isGuest { try database.execute(sql: "PRAGMA wal_autocheckpoint = 0") }
      }
      return try DatabaseQueue(path: path, configuration: configuration)
    }
    do {
      return try opened(isAlone: false)
    } catch let error as DatabaseError where isGuest && error.extendedResultCode == .SQLITE_IOERR_SHMSIZE {
      // The disk is too full for the WAL's index. No server runs, and a single user of the file needs no index.
      return try opened(isAlone: true)
    }
  }

  /// Whether the file is empty or has the tables of a server.
  private static func isOurs(_ database: Database) throws -> Bool {
    let tables = try Set(String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'"))
    return tables.isSubset(of: ["grdb_migrations"]) || tables.isSuperset(of: ["grdb_migrations", "member"])
  }

  private static func migrate(_ queue: DatabaseQueue, at path: String, isGuest: Bool) throws {
    let migrator = Schema.migrator
    guard try queue.read({ try !migrator.hasBeenSuperseded($0) }) else { throw StorageFault.madeByNewerServer }
    guard try queue.read({ try !migrator.hasCompletedMigrations($0) }) else { return }
    var lock: ServerLock?
    defer { lock?.free() }
    if isGuest {
      // Refuses the migration if an older server runs, because its SQL statements may not fit the new tables.
      do { lock = try ServerLock(database: path) } catch ServerLock.Fault.held { throw StorageFault.servedByOlder }
    }
    try migrator.migrate(queue)
  }

  private static func openedForReading(_ path: String) throws -> DatabasePool {
    var configuration = Configuration()
    configuration.label = "accounts-reading"
    configuration.readonly = true
    configuration.maximumReaderCount = 4
    configuration.busyMode = .timeout(5)
    return try DatabasePool(path: path, configuration: configuration)
  }

  func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    try await readers.read(body)
  }

  func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    try await queue.write(body)
  }

  /// Whether the file can be read from the disk. Checks this at most once every five seconds.
  func isReadable(at now: Instant) async throws -> Bool {
    if let last = lastLook.value, last.at <= now, now < last.at.adding(seconds: 5) { return last.isGood }
    let isGood: Bool
    do {
      isGood = try await Task.detached { [path] in try Self.fault(at: path, isThorough: false) }.value == nil
    } catch {
      isGood = false
    }
    lastLook.set((now, isGood))
    return isGood
  }

  /// Describes the file's damage, or returns nil. Opens a new connection, because an open connection may read its
  /// cached pages instead of the disk.
  static func fault(at path: String, isThorough: Bool) throws -> String? {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      return try queue.read { database -> String? in
        let size = try ["page_count", "page_size"].map { try Int.fetchOne(database, sql: "PRAGMA \($0)") ?? 0 }
        // A large file is checked only once an hour.
        guard isThorough || size[0] * size[1] < 32 * 1_048_576 else {
          _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM (SELECT 1 FROM member LIMIT 100)")
          return nil
        }
        let found = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
        return found == "ok" ? nil : found ?? "nothing"
      }
    } catch let error as DatabaseError where error.isDamage {
      return "\(error.resultCode)"
    }
  }

  func copy(to path: String) throws {
    do {
      try queue.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [path]) }
    } catch let error as DatabaseError {
      throw FileError("Can't copy to", path, error)
    }
  }

  /// Empties the WAL, because deleted data could still be read there.
  func forgetJournal() async throws {
    _ = try await queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
  }

  /// Runs a transaction, and blocks the caller until it ends.
  func writeAndWait<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws -> Value {
    try queue.write(body)
  }
}

enum StorageFault: Error, Hashable, Sendable, CustomStringConvertible {
  case madeByNewerServer
  case servedByOlder
  case missing(String)
  case notRestored(String)
  case notOurs(String)

  var description: String {
    switch self {
    case .madeByNewerServer: "A newer kurs-server made this database. Install that version, or restore an older copy."
    case .servedByOlder: "An older kurs-server is using this file. Restart the server first."
    case .missing(let path): "\(path) doesn't exist. Name the server's database with --database."
    case .notRestored(let path): "A restore of \(path) was interrupted. Run kurs-server restore again."
    case .notOurs(let path): "\(path) isn't a database of kurs-server. Name the server's database with --database."
    }
  }
}
