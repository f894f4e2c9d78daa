// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
import KursModel

/// The tables of pictures, and what is thrown away of them: first the old, then the least recently used.
struct ImageSweep {
  // Raised when the tables change; a file of another version is thrown away, not migrated.
  private static let version = 2

  private let limits: ImageStorageLimits
  private let now: Timestamp

  init(_ limits: ImageStorageLimits, _ now: Timestamp) {
    self.limits = limits
    self.now = now
  }

  static func open(_ path: String) throws -> DatabaseQueue {
    try CacheSchema.open(
      path, version: version, patience: 5,
      // Distributions build SQLite either way; five thousand pictures are swept in a sixth of the time so.
      pragmas: "PRAGMA secure_delete = FAST",
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
    // The index alone answers this, without the pictures.
    let row = try Row.fetchOne(
      database, sql: "SELECT count(*) AS count, coalesce(sum(size), 0) AS bytes FROM image INDEXED BY image_use")
    return try row.map { try ($0.column("count"), $0.column("bytes")) } ?? (0, 0)
  }

  /// Returns how many pictures went. Past its bytes it goes down to 70 %, lest each picture push out the next.
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
