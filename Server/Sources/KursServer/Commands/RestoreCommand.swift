// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Foundation

struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Replaces the database with a copy. Stop the server first.",
    discussion:
      "The old database is kept in the same folder, with a date in its name. All members must sign in again, but lose no data."
  )

  @Option(help: "The server's SQLite file.")
  var database: String
  @Argument(help: "The copy.")
  var copy: String

  func run() throws {
    umask(0o077)
    let (database, copy) = (DatabaseFile.resolved(database), DatabaseFile.resolved(copy))
    guard DatabaseFile.isFile(copy) else {
      throw ValidationError("\(copy) doesn't exist. Name a copy that kurs-server backup made.")
    }
    guard !ServerLock.isHeld(database: copy) else { throw BackupCopy.Fault.served(copy) }  // guards N12
    let lock = try ServerLock(database: database)
    defer { lock.free() }
    let incoming = database + ".incoming"
    DatabaseFile.remove(incoming)
    defer { DatabaseFile.remove(incoming) }
    let files = FileManager.default
    // The WAL is copied too, because it may contain changes that aren't in the main file yet. The `-shm` file isn't
    // needed, because SQLite creates it again.
    for suffix in DatabaseFile.suffixes where suffix != "-shm" && files.fileExists(atPath: copy + suffix) {
      do { try files.copyItem(atPath: copy + suffix, toPath: incoming + suffix) } catch {
        throw FileError("Can't copy \(copy) to", incoming, error)
      }
    }
    let members = try BackupCopy(path: incoming, name: copy).close()
    // The server's user must be able to open the restored file. The owner is changed first, so that an error leaves all
    // files unmoved.
    try FileOwner(of: database)?.give(incoming)
    let date = SystemClock.now().description.replacing(":", with: "")
    try DatabaseFile.replace(database, by: incoming, keeping: "\(database).before-\(date)")
    print("Restored \(database): \(members) members")
  }
}
