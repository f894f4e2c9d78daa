// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB

protocol CacheFile: Actor {
  nonisolated var path: String { get }
  var queue: DatabaseQueue? { get set }

  func make() throws -> DatabaseQueue
}

extension CacheFile {
  /// Whether the file exists. Check this before reading, because reading creates the file.
  var exists: Bool { queue != nil || FileManager.default.fileExists(atPath: path) }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(CacheDatabaseError) -> Value {
    try await perform { try await $0.write(body) }
  }

  /// Runs `body`. If the file is damaged, deletes it and repeats `body` with a new file.
  func perform<Value: Sendable>(
    _ body: @Sendable (DatabaseQueue) async throws -> Value
  ) async throws(CacheDatabaseError) -> Value {
    do {
      do {
        return try await body(open())
      } catch let error as DatabaseError where CacheSchema.isDamage(error) {
        try discard()
        return try await body(open())
      }
    } catch {
      throw CacheDatabaseError(error)
    }
  }

  func removeAll() throws(CacheDatabaseError) {
    do { try discard() } catch { throw CacheDatabaseError(error) }
  }

  private func open() throws -> DatabaseQueue {
    if let queue { return queue }
    try PrivateFolder.make((path as NSString).deletingLastPathComponent)
    let opened = try make()
    queue = opened
    return opened
  }

  private func discard() throws {
    try? queue?.close()
    queue = nil
    for file in [path, path + "-wal", path + "-shm"] where FileManager.default.fileExists(atPath: file) {
      try FileManager.default.removeItem(atPath: file)
    }
  }
}

/// A failure of a cache. The request that used the cache still succeeds.
public enum CacheDatabaseError: Error, Hashable, Sendable {
  case sqlite(code: Int32)
  /// The folder couldn't be created, or the damaged file couldn't be deleted.
  case file

  init(_ error: any Error) {
    if let error = error as? DatabaseError {
      self = .sqlite(code: error.extendedResultCode.rawValue)
    } else {
      self = .file
    }
  }
}

public struct CacheRecord: Hashable, Sendable {
  /// The member who was signed in for the request. Empty for public data.
  public var partition: String
  public var url: String
  public var variant: String
  public var metadata: [UInt8]
  public var body: [UInt8]

  public init(partition: String, url: String, variant: String, metadata: [UInt8], body: [UInt8]) {
    self.partition = partition
    self.url = url
    self.variant = variant
    self.metadata = metadata
    self.body = body
  }

  public var size: Int {
    metadata.count + body.count + partition.utf8.count + url.utf8.count + variant.utf8.count
  }

  /// A checksum of the content, because SQLite's own checks miss most changed bytes.
  var checksum: Int64 {
    var sum = Checksum()
    sum.add(metadata)
    sum.add(body)
    return sum.value
  }
}

/// The checksum FNV-1a with 64 bits. Each step is a bijection, so a single changed byte always changes the sum.
struct Checksum {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ bytes: [UInt8]) {
    var state = state
    bytes.withUnsafeBufferPointer { bytes in
      for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    // Include the length, so that the checksum changes if bytes move from one added part to the next.
    self.state = (state ^ UInt64(bytes.count)) &* 0x100_0000_01B3
  }

  var value: Int64 { Int64(bitPattern: state) }
}

enum CacheSchema {
  // The version of the table, incremented with each change. A file of another version is deleted.
  private static let version = 2

  static func open(_ path: String) throws -> DatabaseQueue {
    try open(
      path, version: version, patience: 1,
      tables: """
        DROP TABLE IF EXISTS entry;
        CREATE TABLE entry (
          partition TEXT NOT NULL, url TEXT NOT NULL, variant TEXT NOT NULL, used INTEGER NOT NULL,
          size INTEGER NOT NULL, checksum INTEGER NOT NULL, metadata BLOB NOT NULL, body BLOB NOT NULL,
          PRIMARY KEY (partition, url, variant)
        );
        CREATE INDEX entry_use ON entry (used, size);
        """)
  }

  /// Opens or creates a cache file. `patience`: the number of seconds to wait for another program.
  static func open(
    _ path: String, version: Int, patience: Int, pragmas: String = "", tables: String
  ) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.journalMode = .wal  // guards C11, I10
    configuration.busyMode = .timeout(TimeInterval(patience))
    configuration.prepareDatabase { database in
      PageSums.reserve(in: database)
      // A power cut may lose the newest entries, but never damages the file.
      try database.execute(sql: "PRAGMA synchronous = NORMAL;" + pragmas)
    }
    try PageSums.register()
    PrivateFile.prepare(path)
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.write { database in
      // Treat files of an earlier Kurs without checksums as damaged, so that they are deleted.
      guard PageSums.areKept(in: database) else { throw DatabaseError(resultCode: .SQLITE_NOTADB) }
      guard try database.value("PRAGMA user_version") != version else { return }
      try database.execute(sql: "\(tables); PRAGMA user_version = \(version)")
    }
    return queue
  }

  static func total(_ database: Database) throws -> Int {
    // The index contains all sizes, so no body is read.
    try database.value("SELECT coalesce(sum(size), 0) FROM entry INDEXED BY entry_use") ?? 0
  }

  /// Deletes the least recently used entries until the other entries fit. Returns the remaining bytes.
  static func trim(_ database: Database, to limit: Int) throws -> Int {
    var total = try total(database)
    while total > limit {  // guards C15: total > limit => false
      guard let row = try Row.fetchOne(database, sql: "SELECT rowid, size FROM entry ORDER BY used LIMIT 1")
      else { break }
      try database.execute(sql: "DELETE FROM entry WHERE rowid = ?", arguments: [try row.column("rowid") as Int64])
      total -= try row.column("size")
    }
    return total
  }

  static func isDamage(_ error: DatabaseError) -> Bool {
    // SQLITE_ERROR: the header is intact but the table is missing. SQLITE_IOERR_SHORT_READ: the file was truncated.
    [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR].contains(error.resultCode)
      || error.extendedResultCode == .SQLITE_IOERR_SHORT_READ
  }
}

extension CacheRecord {
  struct Place: Hashable {
    let partition: String
    let url: String
  }

  struct Found: Sendable {
    let record: CacheRecord
    let isDamaged: Bool
  }

  func insert(use: Int64, in database: Database) throws {
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO entry (partition, url, variant, used, size, checksum, metadata, body)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [partition, url, variant, use, size, checksum, Data(metadata), Data(body)])
  }
}

extension CacheRecord.Place {
  func records(in database: Database) throws -> [CacheRecord.Found] {
    let rows = try Row.fetchAll(
      database,
      sql: "SELECT variant, checksum, metadata, body FROM entry WHERE partition = ? AND url = ?",
      arguments: [partition, url])
    return rows.map { row in
      // A flipped bit can change a value's type. Such a value reads as empty, so that the checksum fails.
      let (metadata, body): (Data, Data) = (row.readable("metadata") ?? Data(), row.readable("body") ?? Data())
      let record = CacheRecord(
        partition: partition, url: url, variant: row.readable("variant") ?? "",
        metadata: Array(metadata), body: Array(body))
      return .init(
        record: record, isDamaged: row.readable("checksum") != record.checksum)  // guards C12: row.readable("checksum") != record.checksum => false
    }
  }

  func touch(_ use: Int64, in database: Database) throws {
    try database.execute(
      sql: "UPDATE entry SET used = ? WHERE partition = ? AND url = ?", arguments: [use, partition, url])
  }

  func delete(in database: Database) throws {
    try database.execute(
      sql: "DELETE FROM entry WHERE partition = ? AND url = ?", arguments: [partition, url])
  }
}
