// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Foundation
import GRDB

struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copies the database while the server runs, and opens the copy to check it.",
    discussion: "Keep the key file too: with another one everybody has to sign in again.")

  @Option(help: "The server's SQLite file.")
  var database: String
  @Argument(help: "The copy; must not be there yet.")
  var copy: String

  func run() throws {
    umask(0o077)
    guard FileManager.default.fileExists(atPath: database) else {
      throw ValidationError("\(database): there is no such file.")
    }
    guard !FileManager.default.fileExists(atPath: copy) else { throw ValidationError("\(copy) is there already.") }
    let unfinished = copy + ".unfinished"
    try? FileManager.default.removeItem(atPath: unfinished)
    let source = try ServerDatabase(path: database, isGuest: true)
    try source.copy(to: unfinished)
    let members = try BackupCopy(path: unfinished).close()
    try FileManager.default.moveItem(atPath: unfinished, toPath: copy)
    let now = SystemClock.now()
    try source.writeAndWait { database in
      try database.execute(
        sql: "INSERT INTO backup VALUES (1, ?) ON CONFLICT DO UPDATE SET at = excluded.at", arguments: [now])
    }
    print("\(copy): \(members) members, whole")
  }
}

/// A copy of a server's database, for a backup or a restore.
struct BackupCopy {
  private let queue: DatabaseQueue

  enum Fault: Error, Hashable { case damaged(String), notOurs }

  /// Opens the copy and checks its integrity.
  ///
  /// Throws `Fault` if it is damaged, is not a database of this server, or was made by a newer version.
  init(path: String) throws {
    queue = try DatabaseQueue(path: path)
    let found = try queue.read { database in
      (
        try String.fetchOne(database, sql: "PRAGMA integrity_check") ?? "",
        try database.tableExists("grdb_migrations") && database.tableExists("member"),
        try !Schema.migrator.hasBeenSuperseded(database)
      )
    }
    guard found.0 == "ok" else { throw Fault.damaged(found.0) }
    guard found.1, found.2 else { throw Fault.notOurs }
  }

  /// Closes the copy as a single file that starts a new epoch when a server uses it. Returns the number of members.
  func close() throws -> Int {
    try queue.write { database in
      if try database.tableExists("instance") { try Witness.disown(database) }
    }
    let members = try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM member") ?? 0 }
    try queue.close()
    return members
  }
}
