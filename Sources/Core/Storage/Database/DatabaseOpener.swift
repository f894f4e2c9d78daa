// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Glibc
import GRDB

package struct DatabaseOpener: Sendable {
  /// The effect of a power cut. `full`: nothing is lost. `normal`: the last seconds are lost but can be fetched again.
  package enum Durability: String, Sendable { case full = "FULL", normal = "NORMAL" }

  private(set) var path: String
  let folder: String
  let durability: Durability
  private let migrator: DatabaseMigrator
  private let configuration: Configuration

  init(path: String, durability: Durability, migrator: DatabaseMigrator) {
    (self.path, self.durability, self.migrator) = (path, durability, migrator)
    folder = (path as NSString).deletingLastPathComponent
    var configuration = Self.common
    // Set WAL mode here, because GRDB's own setting is slower and loads a megabyte of Foundation code.
    configuration.prepareDatabase { database in
      if PageSums.mayOnlyBeRead(database) { throw DatabaseError(resultCode: .SQLITE_READONLY) }  // guards S18
      PageSums.reserve(in: database)
      // Read the mode first, because even a failed change to WAL disturbs other programs that have the file open.
      let before: String? = try database.value("PRAGMA journal_mode")
      guard before == "wal" || SharedMemory.isSupported(beside: path) else {  // guards S17
        throw DatabaseError(resultCode: .SQLITE_IOERR_SHMMAP)
      }
      let kind: String? = try database.value("PRAGMA journal_mode = WAL")  // guards Q02: "PRAGMA journal_mode = WAL" => "PRAGMA journal_mode = OFF"
      // Use FULL with a rollback journal, which is safe only if each step is written to the disk at once.
      try database.execute(sql: "PRAGMA synchronous = \(kind == "wal" ? durability.rawValue : "FULL")")
      // Turn off automatic checkpoints, because Kurs truncates the log itself (see `LogLimit`).
      try database.execute(sql: "PRAGMA wal_autocheckpoint = 0")
    }
    self.configuration = configuration
  }

  private static var common: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)  // guards S01, S13: 5 => 0
    configuration.foreignKeysEnabled = true
    return configuration
  }

  /// The configuration with a rollback journal. It is for network file systems that can't share memory through a file.
  private static var withoutSharedMemory: Configuration {
    var configuration = common
    configuration.prepareDatabase { database in
      PageSums.reserve(in: database)
      // Request exclusive access, with which SQLite needs no shared memory to read a log that a crash left behind.
      try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
      guard try database.value("PRAGMA journal_mode = DELETE") == "delete" else {
        throw DatabaseError(resultCode: .SQLITE_CANTOPEN, message: "no journal can be kept beside the file")
      }
      try database.execute(sql: "PRAGMA locking_mode = NORMAL")
      try database.execute(sql: "PRAGMA synchronous = FULL")
    }
    return configuration
  }

  private func connect() throws -> DatabaseQueue {
    do {
      return try DatabaseQueue(path: path, configuration: configuration)
    } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_IOERR_SHMMAP {  // guards S17: error.extendedResultCode == .SQLITE_IOERR_SHMMAP => false
      return try DatabaseQueue(path: path, configuration: Self.withoutSharedMemory)
    }
  }

  func at(_ path: String) -> DatabaseOpener {
    var other = self
    other.path = path
    return other
  }

  /// Whether a write-ahead log exists. If so, the last program that wrote the file crashed or is still running.
  var hasLog: Bool { logSize > 0 }

  var logSize: Int64 { FileCopy.size(of: path + "-wal") }

  /// Opens the file. If this function throws `.newer` or `.notUpgraded`, the file hasn't changed.
  func open() throws -> DatabaseQueue {
    try PageSums.register()
    PrivateFile.prepare(path)
    var queue = try connect()
    let applied = try appliedMigrations(queue)
    try rehearse(queue, from: applied)
    var areKept = try queue.read { PageSums.areKept(in: $0) }
    if !areKept, let converted = try convert(queue) { (queue, areKept) = (converted, true) }
    try bringUpToDate(queue, from: applied)
    if areKept, !applied.contains(PageSums.migration) { try queue.write { try PageSums.note(in: $0) } }
    return queue
  }

  /// Returns a copy in memory. If the file can't be read but its data can be fetched again, the copy is empty.
  func openCopy() throws -> DatabaseQueue {
    try PageSums.register()
    var queue = try FileCopy.empty()
    do {
      try FileCopy.read(path, into: queue)
    } catch {
      guard durability == .normal else { throw error }
      queue = try FileCopy.empty()
    }
    try bringUpToDate(queue, from: appliedMigrations(queue))
    return queue
  }

  func emptyCopy() throws -> DatabaseQueue {
    try PageSums.register()
    let queue = try FileCopy.empty()
    try migrator.migrate(queue)
    return queue
  }

  private func appliedMigrations(_ queue: DatabaseQueue) throws -> Set<String> {
    let applied = try queue.read { database -> Set<String> in
      guard try database.tableExists("grdb_migrations") else { return [] }
      return Set(try database.values("SELECT identifier FROM grdb_migrations"))
    }
    let known = Set(migrator.migrations + [PageSums.migration])
    guard applied.isSubset(of: known) else { throw StorageError.newer(path: path) }  // guards S09
    return applied
  }

  /// Tries the migrations on a copy in memory, so that a failure doesn't leave the user's file half migrated.
  private func rehearse(_ queue: DatabaseQueue, from applied: Set<String>) throws {
    guard durability == .full, !applied.isEmpty, !isUpToDate(applied) else { return }
    let copy = try FileCopy.empty()
    try queue.backup(to: copy)
    try bringUpToDate(copy, from: applied)  // guards S11
  }

  private func isUpToDate(_ applied: Set<String>) -> Bool { Set(migrator.migrations).isSubset(of: applied) }

  private func bringUpToDate(_ queue: DatabaseQueue, from applied: Set<String>) throws {
    guard !isUpToDate(applied) else { return }
    do {
      try migrator.migrate(queue)
    } catch {
      guard case .failed = StorageError(error, path: path) else { throw error }
      // After a failed migration, a file counts as damaged if its data can be fetched again or has broken references.
      let wasBroken = try queue.read { try $0.foreignKeyViolations().next() != nil }
      guard durability == .full, !wasBroken else {  // guards S11: !wasBroken => true
        throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a migration failed")
      }
      throw StorageError.notUpgraded(path: path, copy: nil)
    }
  }

  /// Rewrites an older file with checksums. Returns nil if another program has it open or the disk is full.
  private func convert(_ queue: DatabaseQueue) throws -> DatabaseQueue? {
    let making = path + PageSums.suffix
    do {
      try? FileManager.default.removeItem(atPath: making)
      try queue.writeWithoutTransaction { database in
        // The change of the mode succeeds only if no other program has the file open.
        let mode: String? = try database.value("PRAGMA journal_mode = DELETE")
        guard mode == "delete" else { throw DatabaseError(resultCode: .SQLITE_BUSY) }
        PrivateFile.prepare(making)
        try database.execute(sql: "VACUUM INTO ?", arguments: [making])
      }
    } catch let error as DatabaseError where StorageError(error, path: path) != .damaged(path: path) {
      try? FileManager.default.removeItem(atPath: making)
      _ = try queue.writeWithoutTransaction { try $0.value("PRAGMA journal_mode = WAL") as String? }
      return nil
    }
    try queue.close()
    try DurableFile.move(making, to: path)
    return try connect()
  }
}

extension DatabaseMigrator {
  /// Creates a migrator. Each migration has a name and SQL statements. Both must never change.
  init(steps: KeyValuePairs<String, String>) {
    self.init()
    for (name, sql) in steps { registerMigration(name) { try $0.execute(sql: sql) } }
  }
}

/// Lets only one program at a time open files of a folder, because simultaneous creations of a file could fail.
package enum OpeningLock {
  private static let patience = 500
  private static let pause: UInt32 = 10_000

  package static func withLock<T>(in folder: String, _ body: () throws -> T) rethrows -> T {
    // Lock the folder itself (flock), because this lock leaves no file behind and ends with the process.
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    for _ in 0..<patience where descriptor >= 0 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { break }
      usleep(pause)
    }
    return try body()
  }
}

/// Tests whether programs can share memory through a file. Some network file systems don't support this.
enum SharedMemory {
  static func isSupported(beside path: String) -> Bool {
    let probe = path + "-probe"
    let descriptor = open(probe, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return true }
    defer {
      close(descriptor)
      unlink(probe)
    }
    guard ftruncate(descriptor, 4096) == 0 else { return true }
    guard let memory = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), memory != MAP_FAILED else {
      return false
    }
    munmap(memory, 4096)
    return true
  }
}
