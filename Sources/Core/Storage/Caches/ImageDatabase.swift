// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
public import KursModel

public struct StoredImage: Hashable, Sendable {
  public let url: String
  /// The member who may see the picture. Empty for public pictures.
  public let member: String
  public let bytes: [UInt8]
  public let etag: String?
  public var stored: Timestamp
  public var expires: Timestamp

  public init(
    url: String, member: String, bytes: [UInt8], etag: String?, stored: Timestamp, expires: Timestamp
  ) {
    self.url = url
    self.member = member
    self.bytes = bytes
    self.etag = etag
    self.stored = stored
    self.expires = expires
  }
}

public struct ImageStorageLimits: Hashable, Sendable {
  public var count: Int
  public var bytes: Int
  public var age: Int64

  public init(count: Int = 200, bytes: Int = 50_000_000, age: Int64 = 2_592_000_000) {
    self.count = count
    self.bytes = bytes
    self.age = age
  }
}

extension StoredImage {
  var checksum: Int64 {
    var sum = Checksum()
    sum.add(Array(url.utf8))
    sum.add(bytes)
    return sum.value
  }

  init?(intact row: Row) {
    self.init(
      url: row.readable("url") ?? "", member: row.readable("member") ?? "",
      bytes: Array(row.readable("bytes") ?? Data()), etag: row.readable("etag"),
      stored: Timestamp(milliseconds: row.readable("stored_ms") ?? 0),
      expires: Timestamp(milliseconds: row.readable("expires_ms") ?? 0))
    guard row.readable("checksum") == checksum else { return nil }  // guards I19
  }
}

/// Deletes pictures that are too old, then the least recently used pictures.
private struct ImageSweep {
  // The version of the tables, incremented with each change. A file of another version is deleted.
  private static let version = 2

  let limits: ImageStorageLimits
  let now: Timestamp

  static func open(_ path: String) throws -> DatabaseQueue {
    try CacheSchema.open(
      path, version: version, patience: 5,
      // `FAST` makes a deletion of 5,000 pictures six times as fast. The default differs between Linux distributions.
      pragmas: "PRAGMA secure_delete = FAST",  // guards I13: "PRAGMA secure_delete = FAST" => "PRAGMA secure_delete = ON"
      tables: """
        DROP TABLE IF EXISTS image;
        DROP TABLE IF EXISTS missing;
        CREATE TABLE image (
          url TEXT NOT NULL, member TEXT NOT NULL, size INTEGER NOT NULL, checksum INTEGER NOT NULL, etag TEXT,
          stored_ms INTEGER NOT NULL, expires_ms INTEGER NOT NULL, used_ms INTEGER NOT NULL, bytes BLOB NOT NULL,
          PRIMARY KEY (url, member)
        );
        CREATE INDEX image_use ON image (used_ms, size);
        CREATE INDEX image_age ON image (stored_ms);
        CREATE TABLE missing (
          url TEXT NOT NULL, member TEXT NOT NULL, reason TEXT NOT NULL, until_ms INTEGER NOT NULL,
          PRIMARY KEY (url, member)
        ) WITHOUT ROWID;
        """)
  }

  static func usage(_ database: Database) throws -> (count: Int, bytes: Int) {
    let row = try Row.fetchOne(
      database, sql: "SELECT count(*) AS count, coalesce(sum(size), 0) AS bytes FROM image INDEXED BY image_use")
    return try row.map { try ($0.column("count"), $0.column("bytes")) } ?? (0, 0)
  }

  /// Deletes pictures and returns their number. Above the byte limit, deletes down to 70 %, so that deletions are rare.
  func run(in database: Database) throws -> Int {
    try database.execute(sql: "DELETE FROM missing WHERE until_ms <= ?", arguments: [now.milliseconds])
    try database.execute(
      sql: "DELETE FROM image WHERE stored_ms < ?", arguments: [now.milliseconds - limits.age])  // guards I08: limits.age => limits.age * 2
    var removed = database.changesCount
    let (count, bytes) = try Self.usage(database)
    let goal = bytes > limits.bytes ? limits.bytes / 10 * 7 : limits.bytes  // guards I09: limits.bytes / 10 * 7 => limits.bytes
    guard count > limits.count || bytes > goal else { return removed }  // guards I07: count > limits.count => false
    var (doomed, rest) = (0, bytes)
    let sizes = try Row.fetchCursor(database, sql: "SELECT size FROM image ORDER BY used_ms, rowid")
    while count - doomed > limits.count || rest > goal, let size: Int = try sizes.next()?.column("size") {
      doomed += 1
      rest -= size
    }
    try database.execute(
      sql: "DELETE FROM image WHERE rowid IN (SELECT rowid FROM image ORDER BY used_ms, rowid LIMIT ?)",
      arguments: [doomed])
    removed += doomed
    return removed
  }
}

/// The SQLite file with all pictures. Unlike a separate file for each picture, a row can't be cut off in a crash.
public actor ImageDatabase {
  let path: String
  var queue: DatabaseQueue?

  public init(path: String) {
    self.path = path
  }

  /// Returns a stored picture; nil if it is missing or damaged. Stores `now` as the time of the picture's last use.
  public func image(
    _ url: String, member: String, now: Timestamp
  ) async throws(CacheDatabaseError) -> StoredImage? {
    try await write { database in
      let row = try Row.fetchOne(
        database, sql: "SELECT * FROM image WHERE url = ? AND member = ?", arguments: [url, member])
      guard let row else { return nil }
      guard let image = StoredImage(intact: row) else {
        try database.execute(sql: "DELETE FROM image WHERE url = ? AND member = ?", arguments: [url, member])
        return nil
      }
      try database.execute(
        sql: "UPDATE image SET used_ms = ? WHERE url = ? AND member = ?",  // guards I09, I07: "UPDATE image SET used_ms = ? WHERE url = ? AND member = ?" => "UPDATE image SET used_ms = used_ms + 0 * ? WHERE url = ? AND member = ?"
        arguments: [now.milliseconds, url, member])
      return image
    }
  }

  public func store(
    _ image: StoredImage, _ limits: ImageStorageLimits, now: Timestamp
  ) async throws(CacheDatabaseError) {
    try await write { database in
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO image (url, member, bytes, size, checksum, etag, stored_ms, expires_ms, used_ms)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          image.url, image.member, Data(image.bytes), image.bytes.count, image.checksum, image.etag,
          image.stored.milliseconds, image.expires.milliseconds, now.milliseconds,
        ])
      try database.execute(
        sql: "DELETE FROM missing WHERE url = ? AND member = ?", arguments: [image.url, image.member])
      _ = try ImageSweep(limits: limits, now: now).run(in: database)
    }
  }

  public func renew(_ image: StoredImage) async throws(CacheDatabaseError) {
    try await write { database in
      try database.execute(
        sql: "UPDATE image SET stored_ms = ?, expires_ms = ? WHERE url = ? AND member = ?",
        arguments: [image.stored.milliseconds, image.expires.milliseconds, image.url, image.member])
    }
  }

  /// Returns the reason for a missing picture and the time of the next request. Nil if no such reason is stored.
  public func missing(
    _ url: String, member: String
  ) async throws(CacheDatabaseError) -> (reason: String, until: Timestamp)? {
    try await write { database in
      let row = try Row.fetchOne(
        database, sql: "SELECT reason, until_ms FROM missing WHERE url = ? AND member = ?", arguments: [url, member])
      return try row.map { try ($0.column("reason"), Timestamp(milliseconds: $0.column("until_ms"))) }
    }
  }

  public func noteMissing(
    _ url: String, member: String, reason: String, until: Timestamp
  ) async throws(CacheDatabaseError) {
    try await write { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO missing (url, member, reason, until_ms) VALUES (?, ?, ?, ?)",
        arguments: [url, member, reason, until.milliseconds])
    }
  }

  public func erase(member: String) async throws(CacheDatabaseError) {
    guard exists else { return }
    try await perform {
      try await $0.erase { database in
        for table in ["image", "missing"] {
          try database.execute(sql: "DELETE FROM \(table) WHERE member = ?", arguments: [member])
        }
      }
    }
  }

  public func sweep(_ limits: ImageStorageLimits, now: Timestamp) async throws(CacheDatabaseError) -> Int {
    try await write { try ImageSweep(limits: limits, now: now).run(in: $0) }
  }

  public func usage() async throws(CacheDatabaseError) -> (count: Int, bytes: Int) {
    guard exists else { return (0, 0) }
    return try await write { try ImageSweep.usage($0) }
  }

  public func clear() throws(CacheDatabaseError) {
    try removeAll()
  }
}

extension ImageDatabase: CacheFile {
  func make() throws -> DatabaseQueue { try ImageSweep.open(path) }
}
