// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
package import GRDB
import KursModel
import Synchronization

/// A SQLite file that is opened on first use. If another program replaces a damaged file, the new file is opened.
package final class DatabaseFile: Sendable {
  package let path: String
  private let opener: DatabaseOpener
  private let recovery: FileRecovery?
  private let log: LogLimit
  private let noteOpened: @Sendable (QuarantinedFile?, StorageError?) -> Void
  private let connection = Mutex<Connection?>(nil)

  private struct Connection {
    var queue: DatabaseQueue
    var identity: FileIdentity?
    var recoveredFile: QuarantinedFile?
    var wasInterrupted = false
    /// The error that prevents saving. If it isn't nil, `queue` is a copy in memory.
    var saveError: StorageError?
    /// SQLite's `data_version`, which changes when another program writes. Nil after the file was opened again.
    var seenVersion: Int?
  }

  /// Creates the object without opening the file. If `recovery` is nil, damage is thrown. `noteOpened` receives the
  /// recovered file and the save error when the file is opened, and must not use the file.
  package init(
    path: String, durability: DatabaseOpener.Durability, migrator: DatabaseMigrator, recovery: FileRecovery? = nil,
    logLimit: Int64 = 4 << 20, noteOpened: @escaping @Sendable (QuarantinedFile?, StorageError?) -> Void = { _, _ in }
  ) {
    (self.path, self.recovery, self.noteOpened) = (path, recovery, noteOpened)
    log = LogLimit(logLimit)
    opener = DatabaseOpener(path: path, durability: durability, migrator: migrator)
  }

  package func open() throws(StorageError) {
    do { _ = try current() } catch { throw StorageError(error, path: path) }
  }

  package var queue: DatabaseQueue { get throws { try current() } }

  package var recoveredFile: QuarantinedFile? { connection.withLock { $0?.recoveredFile } }

  package var saveError: StorageError? { connection.withLock { $0?.saveError } }

  /// Whether a program may have been interrupted while it was writing.
  package var wasInterrupted: Bool { connection.withLock { $0?.wasInterrupted ?? false } }

  package func read<T: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> T
  ) async throws(StorageError) -> T {
    do {
      // If this attempt replaces a damaged file, `body` runs again with the new file.
      return try await recoveringFromDamage { try await $0.read(body) }
    } catch {
      throw StorageError(error, path: path)
    }
  }

  package func write<T: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> T
  ) async throws(StorageError) -> T {
    do { return try await attemptWrite(body) } catch {
      let failure = StorageError(error, path: path)
      throw failure.saveError(in: opener.folder) ?? failure
    }
  }

  /// Writes like `write`, but also throws the errors of `body`.
  package func attemptWrite<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
    if opener.durability == .full { try requireSaving() }
    if log.isReached(by: opener.logSize) { try await shortenLog() }  // guards S12
    return try await recoveringFromDamage(retries: recovery?.salvaged == .everything) { try await $0.write(body) }
  }

  package func writeOutsideTransaction(
    _ body: @escaping @Sendable (Database) throws -> Void
  ) async throws(StorageError) {
    do {
      try requireSaving()
      try await recoveringFromDamage { try await $0.writeWithoutTransaction(body) }
    } catch {
      throw StorageError(error, path: path)
    }
  }

  /// Runs one statement in one transaction. Returns the number of changed rows.
  @discardableResult
  package func execute(_ sql: String, _ arguments: StatementArguments = []) async throws(StorageError) -> Int {
    try await write { database in
      try database.execute(sql: sql, arguments: arguments)
      return database.changesCount
    }
  }

  /// Returns what `make` reads from each row of a query. Leaves out rows for which `make` returns nil.
  package func rows<T: Sendable>(
    _ sql: String, _ arguments: StatementArguments = [], as make: @escaping @Sendable (Row) throws -> T?
  ) async throws(StorageError) -> [T] {
    try await read { try Row.fetchAll($0, sql: sql, arguments: arguments).compactMap(make) }
  }

  /// Whether another program wrote the file since the last call or since the opening. False for an unreadable file.
  package func wasChangedElsewhere() async -> Bool {
    guard let version: Int = try? await read({ try $0.value("PRAGMA data_version") }) else { return false }
    return connection.withLock { connection in
      defer { connection?.seenVersion = version }
      return connection?.seenVersion != version
    }
  }

  package func check() async throws(StorageError) {
    try await read { database in
      let found: [String] = try database.values("PRAGMA quick_check(1)")
      guard found == ["ok"] else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: found.first) }
    }
  }

  /// Continues with a copy in memory if the disk refuses writes. Throws any other error.
  package func continueInMemory(because error: StorageError) throws(StorageError) {
    guard opener.durability == .normal, let saveError = error.saveError(in: opener.folder) else { throw error }
    do {
      try connection.withLock { connection in
        guard let known = connection, known.saveError == nil else { throw error }
        connection = Connection(queue: try opener.openCopy(), recoveredFile: known.recoveredFile, saveError: saveError)
      }
    } catch {
      throw StorageError(error, path: path)
    }
    noteOpened(nil, saveError)
  }

  /// Throws `.littleRoom` if the disk has fewer than `bytes` free bytes. Doesn't throw if the file is a copy in memory.
  package func requireRoom(_ bytes: UInt64) throws(StorageError) {
    guard saveError == nil, let free = DiskRoom.free(in: opener.folder), free < bytes else { return }
    throw .littleRoom(path: path)
  }

  package func close() throws {
    try connection.withLock { try $0?.queue.close() }
  }

  package func erase(_ deletion: @escaping @Sendable (Database) throws -> Void) async throws(StorageError) {
    do {
      try requireSaving()
      try await recoveringFromDamage { try await $0.erase(deletion) }
    } catch {
      throw StorageError(error, path: path)
    }
  }

  /// Truncates the log. Throws `.busy` if another program's read prevents this and the log has its maximum length.
  private func shortenLog() async throws {
    let queue = try current()
    do {
      try await queue.writeWithoutTransaction { database in _ = try database.checkpoint(.truncate) }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      // Ignore that another program prevents the truncation. SQLite has already waited for that program.
    }
    let size = opener.logSize
    log.noteTried(leaving: size)
    if size > LogLimit.longest { throw StorageError.busy(path: path) }
  }

  private func recoveringFromDamage<T: Sendable>(
    retries: Bool = true, _ body: @Sendable (DatabaseQueue) async throws -> T
  ) async throws -> T {
    let queue = try current()
    do {
      return try await body(queue)
    } catch var error as DatabaseError {
      // A single failure can have other causes. So the file counts as damaged only if a second attempt fails too.
      if isDamage(error) {  // guards S20
        do { return try await body(queue) } catch let again as DatabaseError { error = again }
      }
      guard try isReplaced(queue, because: error), retries else { throw error }
      return try await body(current())
    }
  }

  private func current() throws -> DatabaseQueue {
    try connection.withLock { connection in
      guard let known = connection else {
        let first = try firstOpening()
        connection = first
        noteOpened(first.recoveredFile, first.saveError)  // guards S02, S18
        return first.queue
      }
      guard known.saveError == nil, let now = FileIdentity(path), now != known.identity else { return known.queue }
      known.queue.writeWithoutTransaction { PageSums.keepLog(of: $0) }
      let next = try OpeningLock.withLock(in: opener.folder) {
        Connection(queue: try opener.open(), identity: FileIdentity(path), recoveredFile: known.recoveredFile)
      }
      connection = next
      return next.queue
    }
  }

  private func isDamage(_ error: any Error) -> Bool { StorageError(error, path: path) == .damaged(path: path) }

  private func opening() throws -> Connection {
    do {
      return Connection(queue: try opener.open(), identity: FileIdentity(path))
    } catch {
      guard isDamage(error) else { throw error }
      return Connection(queue: try opener.open(), identity: FileIdentity(path))
    }
  }

  /// Opens the file. If the disk is full or read-only, opens a copy in memory.
  private func firstOpening() throws -> Connection {
    do {
      try PrivateFolder.make(opener.folder)
      var wasInterrupted = false
      var opened = try OpeningLock.withLock(in: opener.folder) {
        recovery?.undoReplacement(path)  // guards S03
        wasInterrupted = opener.hasLog
        do {
          return try opening()
        } catch {
          guard let recovery, isDamage(error) else { throw error }
          let recovered = try recovery.replace(opener)
          return Connection(queue: try opener.open(), identity: FileIdentity(path), recoveredFile: recovered)
        }
      }
      opened.seenVersion = try? opened.queue.read { try $0.value("PRAGMA data_version") }
      opened.wasInterrupted = wasInterrupted  // guards S04
      if opened.recoveredFile == nil { opened.recoveredFile = (try? recovery?.emptied(path, opened.queue)) ?? nil }
      return opened
    } catch StorageError.notUpgraded(let path, _) {
      throw StorageError.notUpgraded(path: path, copy: recovery?.copy(path))  // guards S11: recovery?.copy(path) => nil
    } catch {
      guard let saveError = StorageError(error, path: path).saveError(in: opener.folder) else { throw error }
      return try copy(because: saveError)
    }
  }

  private func copy(because saveError: StorageError) throws -> Connection {
    do {
      return Connection(queue: try opener.openCopy(), saveError: saveError)
    } catch {
      guard let recovery, recovery.salvaged == .everything, isDamage(error) else { throw error }
      let (queue, recovered) = try recovery.readIntoMemory(opener)
      return Connection(queue: queue, recoveredFile: recovered, saveError: saveError)
    }
  }

  /// Throws the save error if the file is only a copy in memory, because changes to the copy are lost when Kurs ends.
  private func requireSaving() throws {
    _ = try current()
    if let saveError { throw saveError }  // guards S07, S18
  }

  private func isReplaced(_ queue: DatabaseQueue, because error: DatabaseError) throws -> Bool {
    let (isReplaced, recovered): (Bool, QuarantinedFile?) = try connection.withLock { connection in
      guard let known = connection, known.queue === queue else { return (true, nil) }
      guard let recovery, known.saveError == nil, isDamage(error) else { return (false, nil) }
      // Close before the move, because closing deletes the log by its name. Later, that name may belong to another log.
      try? queue.close()
      let next = try OpeningLock.withLock(in: opener.folder) {
        let recovered = FileIdentity(path) == known.identity ? try recovery.replace(opener) : nil
        return Connection(
          queue: try opener.open(), identity: FileIdentity(path), recoveredFile: recovered ?? known.recoveredFile,
          wasInterrupted: known.wasInterrupted)
      }
      connection = next
      return (true, next.recoveredFile)
    }
    if let recovered { recovery?.report(recovered) }
    return isReplaced
  }
}

struct FileIdentity: Equatable {
  private let device: UInt
  private let number: UInt

  init?(_ path: String) {
    var found = stat()
    guard stat(path, &found) == 0 else { return nil }
    (device, number) = (UInt(found.st_dev), UInt(found.st_ino))
  }
}

enum QuarantinedFileLimit {
  /// The number of damaged files to keep if their data can be fetched again. Files with the user's data all stay.
  static let count = 3

  static func apply(to path: String) {
    let file = URL(filePath: path)
    let folder = file.deletingLastPathComponent().path
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return }
    let found = names.compactMap { moment(of: $0, of: file.lastPathComponent) }.sorted { $0.sortKey < $1.sortKey }
    for old in found.dropLast(count) {  // guards S02: count => 100
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: folder + "/" + old.name + suffix)
      }
    }
  }

  /// Parses the date in the name that `FileRecovery` gives a damaged file. Nil for any other name.
  private static func moment(of name: String, of file: String) -> StoredName? {
    guard name.hasPrefix(file + "."), name.hasSuffix(".aside") else { return nil }
    let parts = name.dropFirst(file.count + 1).dropLast(6).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 4, let milliseconds = Int(parts[3]) else { return nil }
    return StoredName(name: name, sortKey: (parts[..<3].joined(separator: "-"), milliseconds))
  }

  private struct StoredName {
    let name: String
    let sortKey: (String, Int)
  }
}

/// Limits the write-ahead log without automatic checkpoints, which can lose pages if two programs run them at once
/// (WAL-reset bug, before SQLite 3.51.3). A `TRUNCATE` checkpoint is safe, because it holds the write lock.
final class LogLimit: Sendable {
  static let longest: Int64 = 64 << 20  // guards S12: 64 << 20 => 512 << 20

  private let first: Int64
  /// The log's length at which truncation is tried next. The value rises during a long read, so that writes don't wait.
  private let next: Mutex<Int64>

  init(_ first: Int64) {
    self.first = first
    next = Mutex(first)
  }

  func isReached(by size: Int64) -> Bool { size > next.withLock { min($0, Self.longest) } }

  func noteTried(leaving size: Int64) {
    next.withLock { $0 = size > first ? $0 * 4 : first }
  }
}
