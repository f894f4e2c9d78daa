// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Foundation
import GRDB

struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copies the database, even while the server runs, and checks the copy.",
    discussion: "Back up the key file too. Without it, all members must sign in again.")

  @Option(help: "The server's SQLite file.")
  var database: String
  @Argument(help: "The path of the copy. The file must not exist yet.")
  var copy: String

  func run() throws {
    umask(0o077)
    guard FileManager.default.fileExists(atPath: database) else {
      throw ValidationError("\(database) doesn't exist. Name the server's database with --database.")
    }
    // Refuses the backup if any file of the copy exists. SQLite would apply an old journal of that name to the copy.
    for suffix in DatabaseFile.suffixes where FileManager.default.fileExists(atPath: copy + suffix) {
      throw ValidationError("\(copy + suffix) already exists. Choose another path for the copy.")
    }
    let unfinished = copy + ".unfinished"
    DatabaseFile.remove(unfinished)
    defer { DatabaseFile.remove(unfinished) }
    let source = try ServerDatabase(path: database, isGuest: true)
    try source.copy(to: unfinished)
    let members = try BackupCopy(path: unfinished).close()
    try FileManager.default.moveItem(atPath: unfinished, toPath: copy)
    print("Saved \(copy): \(members) members, no damage found")
    let now = SystemClock.now()
    try source.writeAndWait { database in
      try database.execute(
        sql: "INSERT INTO backup VALUES (1, ?) ON CONFLICT DO UPDATE SET at = excluded.at", arguments: [now])
    }
  }
}

struct BackupCopy {
  private let queue: DatabaseQueue

  enum Fault: Error, Hashable, CustomStringConvertible {
    case damaged(String, String)
    case notOurs(String)
    case newer(String)
    case served(String)

    var description: String {
      switch self {
      case .damaged(let path, let found): "\(path) is damaged (\(found)). Use another copy."
      case .notOurs(let path): "\(path) isn't a database of kurs-server. Name a copy that kurs-server backup made."
      case .newer(let path): "A newer kurs-server made \(path). Install that version."
      case .served(let path): "A server is using \(path). Copy it with kurs-server backup first."
      }
    }
  }

  /// Opens the copy and checks all of it. `name` replaces `path` in error messages if the user knows the file by
  /// another name.
  init(path: String, name: String? = nil) throws {
    let found: (String, Bool, Bool)
    do {
      queue = try DatabaseQueue(path: path)
      found = try Self.look(queue)
    } catch let error as DatabaseError {
      let path = name ?? path
      guard error.isDamage else { throw FileError("Can't read", path, error) }
      throw error.resultCode == .SQLITE_NOTADB ? Fault.notOurs(path) : .damaged(path, "\(error.resultCode)")
    }
    let path = name ?? path
    guard found.0 == "ok" else { throw Fault.damaged(path, found.0) }
    guard found.1 else { throw Fault.notOurs(path) }  // guards N12
    guard found.2 else { throw Fault.newer(path) }
  }

  private static func look(_ queue: DatabaseQueue) throws -> (String, Bool, Bool) {
    try queue.read { database in
      (
        try String.fetchOne(database, sql: "PRAGMA integrity_check") ?? "",
        try database.tableExists("grdb_migrations") && database.tableExists("member"),
        try !Schema.migrator.hasBeenSuperseded(database)
      )
    }
  }

  /// Closes the copy as a single file without a journal, and returns the number of members. Marks the file as a copy. A
  /// server that restores a marked copy starts a new epoch, so that clients sync everything again.
  func close() throws -> Int {
    try queue.write { database in
      if try database.tableExists("instance") { try Witness.disown(database) }
    }
    let members = try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM member") ?? 0 }
    // The statement throws if the WAL can't be written into the database file.
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    try queue.close()
    return members
  }
}
