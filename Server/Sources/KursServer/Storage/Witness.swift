// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

/// Detects that an older copy has replaced the database.
///
/// The database and the witness file contain the same stamp. The server changes both stamps at each start and end, and
/// once an hour. A restored copy has another stamp than the witness file. The server then starts a new epoch: it
/// refuses all tokens and revisions from before the restore.
struct Witness: Sendable {
  let database: ServerDatabase
  let path: String

  init(of database: ServerDatabase) {
    self.database = database
    path = database.path + "-witness"
  }

  func opened(random: (Int) -> [UInt8], makeID: () -> UUID) throws -> UInt32 {
    let known = try database.writeAndWait { try Instance.read($0) }
    guard let known else {
      try database.writeAndWait { [id = makeID().text, epoch = Self.epoch(random)] in
        try Instance(id: id, epoch: epoch, stamp: "").insert($0)
      }
      return try opened(random: random, makeID: makeID)
    }
    let isOurs = known.stamp.isEmpty || witnessed().contains(known.stamp)
    let epoch = isOurs ? known.epoch : Self.epoch(random)  // guards N02: isOurs ? known.epoch : Self.epoch(random) => known.epoch
    try stamp(Hexadecimal.text(random(16)), after: isOurs ? known.stamp : nil, epoch: epoch)
    return epoch
  }

  func renew(random: (Int) -> [UInt8]) throws {
    guard let known = try database.writeAndWait({ try Instance.read($0) }) else { return }
    try stamp(Hexadecimal.text(random(16)), after: known.stamp, epoch: known.epoch)
  }

  /// Makes a restored copy start a new epoch, even if a matching witness file is beside it.
  static func disown(_ database: Database) throws {
    try database.execute(sql: "UPDATE instance SET stamp = 'copy'")
  }

  // Writes a new stamp to the database and the witness file. The witness file contains both stamps until the database
  // has the new stamp. So if the process is killed in between, the witness file contains the database's stamp. For a
  // restored file, `old` is nil, because its stamp isn't valid.
  private func stamp(_ stamp: String, after old: String?, epoch: UInt32) throws {
    try write([old, stamp].compactMap(\.self))
    try database.writeAndWait { try Instance.update($0, epoch: epoch, stamp: stamp) }
    try write([stamp])
  }

  private func witnessed() -> [String] {
    guard let data = try? Data(contentsOf: URL(filePath: path)) else { return [] }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func write(_ stamps: [String]) throws {
    do {
      try Data(stamps.joined(separator: "\n").utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw FileError("Can't write", path, error)
    }
  }

  private static func epoch(_ random: (Int) -> [UInt8]) -> UInt32 { random(4).reduce(0) { $0 << 8 | UInt32($1) } }
}

struct Instance: Sendable {
  let id: String
  let epoch: UInt32
  let stamp: String

  static func read(_ database: Database) throws -> Instance? {
    try Row.fetchOne(database, sql: "SELECT * FROM instance").map { row in
      let epoch: Int64 = row["epoch"]
      return Instance(id: row["id"], epoch: UInt32(truncatingIfNeeded: epoch), stamp: row["stamp"])
    }
  }

  func insert(_ database: Database) throws {
    try database.execute(sql: "INSERT INTO instance VALUES (1, ?, ?, ?)", arguments: [id, Int64(epoch), stamp])
  }

  static func update(_ database: Database, epoch: UInt32, stamp: String) throws {
    try database.execute(sql: "UPDATE instance SET epoch = ?, stamp = ?", arguments: [Int64(epoch), stamp])
  }
}
