// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
public import KursModel

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
