// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
package import GRDB

/// One SQLite file: WAL, one connection that alone writes and checkpoints, migrations on opening.
///
/// One connection a process, because Debian 12's SQLite 3.40.1 can lose pages when two checkpoint at once
/// (the WAL-reset bug, fixed in 3.51.3).
package struct DatabaseFile: Sendable {
  package let path: String
  package let queue: DatabaseQueue

  /// How much a power cut may cost: nothing of the person's, the last seconds of what can be fetched again.
  package enum Durability: String, Sendable { case full = "FULL", normal = "NORMAL" }

  package init(path: String, durability: Durability, migrator: DatabaseMigrator) throws(StorageError) {
    self.path = path
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    configuration.foreignKeysEnabled = true
    // Not by GRDB's own setting, which is for its pools: it creates and drops a table at each opening of a file that
    // was closed well, and looks at the journal through Foundation's URLs, a megabyte of code.
    configuration.prepareDatabase { database in
      guard try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL") == "wal" else {
        throw DatabaseError(resultCode: .SQLITE_CANTOPEN, message: "no journal can be kept beside the file")
      }
      try database.execute(sql: "PRAGMA synchronous = \(durability.rawValue)")
    }
    let settings = configuration
    let folder = (path as NSString).deletingLastPathComponent
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw StorageError.notWritable(path: folder)
    }
    queue = try StorageError.translating(path) { () throws -> DatabaseQueue in
      try OpeningTurn.take(in: folder) {
        let queue = try DatabaseQueue(path: path, configuration: settings)
        let applied = try queue.read { try $0.tableExists("grdb_migrations") ? migrator.appliedIdentifiers($0) : [] }
        guard applied.isSubset(of: Set(migrator.migrations)) else { throw StorageError.newer(path: path) }
        if applied.count < migrator.migrations.count { try migrator.migrate(queue) }
        return queue
      }
    }
  }

  package func read<T: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> T
  ) async throws(StorageError) -> T {
    do { return try await queue.read(body) } catch { throw StorageError(error, path: path) }
  }

  package func write<T: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> T
  ) async throws(StorageError) -> T {
    do { return try await queue.write(body) } catch { throw StorageError(error, path: path) }
  }
}

extension StorageError {
  package static func translating<T>(_ path: String, _ body: () throws -> T) throws(StorageError) -> T {
    do { return try body() } catch { throw StorageError(error, path: path) }
  }

  package init(_ error: any Error, path: String) {
    guard let database = error as? DatabaseError else {
      self = (error as? StorageError) ?? .failed(path: path, code: -1)
      return
    }
    // A file that is shorter than its own header says was cut.
    if database.extendedResultCode == .SQLITE_IOERR_SHORT_READ {
      self = .damaged(path: path)
      return
    }
    switch database.resultCode {
    case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM: self = .notWritable(path: path)
    case .SQLITE_FULL: self = .diskFull(path: path)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(path: path)
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path: path)
    default: self = .failed(path: path, code: database.extendedResultCode.rawValue)
    }
  }
}
