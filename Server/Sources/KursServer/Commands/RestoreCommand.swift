// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Foundation

struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Puts a copy in the database's place, while no server runs.",
    discussion:
      "What was there stays beside it, under a dated name. All members sign in once more; none loses anything.")

  @Option(help: "The server's SQLite file.")
  var database: String
  @Argument(help: "The copy.")
  var copy: String

  func run() throws {
    umask(0o077)
    let lock = try ServerLock(database: database)
    defer { lock.free() }
    let files = FileManager.default
    let incoming = database + ".incoming"
    try? files.removeItem(atPath: incoming)
    do { try files.copyItem(atPath: copy, toPath: incoming) } catch {
      throw ValidationError("\(copy): \(FileFault.reason(of: error))")
    }
    let members = try BackupCopy(path: incoming, name: copy).close()
    // Checked before any file moves: the server's user must be able to open the restored file.
    do {
      try FileOwner(of: database)?.give(incoming)
    } catch {
      try? files.removeItem(atPath: incoming)
      throw error
    }
    let date = SystemClock.now().description.replacing(":", with: "")
    for suffix in ["", "-wal", "-shm"] where files.fileExists(atPath: database + suffix) {
      try files.moveItem(atPath: database + suffix, toPath: "\(database).before-\(date)\(suffix)")
    }
    try files.moveItem(atPath: incoming, toPath: database)
    print("\(database): \(members) members")
  }
}
