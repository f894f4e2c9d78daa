// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
public import KursModel

/// Pictures in an SQLite file of their own: opened on first use, bounded, thrown away when damaged.
///
/// Rows rather than files: a picture is there whole or not at all, and its address is never a file's name.
public actor ImageDatabase {
  let path: String
  var queue: DatabaseQueue?

  /// Costs nothing: the file waits for the first call.
  public init(path: String) {
    self.path = path
  }

  /// The picture, if it is what was stored; it counts as used.
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

  /// Stores in place of the one of that address, and makes room.
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
      _ = try ImageSweep(limits, now).run(in: database)
    }
  }

  /// The server says that it is still the same: its times move, and nothing else.
  public func renew(_ image: StoredImage) async throws(CacheDatabaseError) {
    try await write { database in
      try database.execute(
        sql: "UPDATE image SET stored_ms = ?, expires_ms = ? WHERE url = ? AND member = ?",
        arguments: [image.stored.milliseconds, image.expires.milliseconds, image.url, image.member])
    }
  }

  /// Why the picture could not be had, and until when that is believed.
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

  /// Removes all that belongs to a member, and overwrites it on disk.
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

  /// Drops what is too old or too much; returns how many pictures.
  public func sweep(_ limits: ImageStorageLimits, now: Timestamp) async throws(CacheDatabaseError) -> Int {
    try await write { try ImageSweep(limits, now).run(in: $0) }
  }

  public func usage() async throws(CacheDatabaseError) -> (count: Int, bytes: Int) {
    guard exists else { return (0, 0) }
    return try await write { try ImageSweep.usage($0) }
  }

  /// Removes everything, the file included.
  public func clear() throws(CacheDatabaseError) {
    try removeAll()
  }
}

extension ImageDatabase: CacheFile {
  func make() throws -> DatabaseQueue { try ImageSweep.open(path) }
}
