// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB

/// The path of a database, and those of the files that SQLite stores beside the database.
enum DatabaseFile {
  static let suffixes = ["", "-wal", "-journal", "-shm"]

  /// Returns the path with all symbolic links resolved, even if the file doesn't exist. SQLite resolves them too.
  static func resolved(_ path: String) -> String {
    var path = path
    for _ in 0..<40 {
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
      path = target.hasPrefix("/") ? target : split(path).folder + target
    }
    let (typed, name) = split(path)
    guard let folder = realpath(typed, nil) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + name
  }

  // Splits a path into the folder and the name. Foundation's `deletingLastPathComponent` isn't used, because it crashes
  // for a name with one letter.
  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("./", path) }
    return (String(path[...slash]), String(path[path.utf8.index(after: slash)...]))
  }

  static func isFile(_ path: String) -> Bool {
    let type = try? FileManager.default.attributesOfItem(atPath: resolved(path))[.type] as? FileAttributeType
    return type == .typeRegular
  }

  /// Replaces the file at `path` by the file at `incoming`, in one step that survives a power cut. The old file remains
  /// at `old`. The caller must hold the lock of `path`.
  static func replace(_ path: String, by incoming: String, keeping old: String) throws {
    let files = FileManager.default
    if files.fileExists(atPath: path) {
      closeJournal(of: path)
      // Copies the file if the file system doesn't support hard links.
      if link(path, old) != 0 { try files.copyItem(atPath: path, toPath: old) }
    }
    // If the old file is damaged, its journal still exists. The journal moves along with the old file, because SQLite
    // would otherwise apply the journal to the new file.
    for suffix in suffixes.dropFirst() where files.fileExists(atPath: path + suffix) {
      try files.moveItem(atPath: path + suffix, toPath: old + suffix)
    }
    for written in [incoming, old] where files.fileExists(atPath: written) { try sync(written) }
    guard rename(incoming, path) == 0 else { throw FileError("Can't replace", path, POSIXError.last) }
    try sync(split(path).folder)
  }

  /// Writes the journal into the file, so that the file is complete without the journal. Leaves the journal of a
  /// damaged file unchanged.
  private static func closeJournal(of path: String) {
    guard let queue = try? DatabaseQueue(path: path) else { return }
    try? queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    try? queue.close()
  }

  private static func sync(_ path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError("Can't open", path, POSIXError.last) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw FileError("Can't write to", path, POSIXError.last) }
  }

  /// Whether a restore by an earlier version was killed before its last step, so that the database file is missing.
  static func lacksRestoredFile(_ path: String) -> Bool {
    guard !FileManager.default.fileExists(atPath: path) else { return false }
    let (folder, name) = split(path)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.contains { $0 == name + ".incoming" || $0.hasPrefix(name + ".before-") }
  }

  /// Removes an unfinished file and its journals. SQLite would apply old journals to the next file of this name.
  static func remove(_ path: String) {
    for suffix in suffixes { try? FileManager.default.removeItem(atPath: path + suffix) }
  }
}

/// An error with a sentence that names the problem, the file and the reason.
struct FileError: Error, CustomStringConvertible {
  let description: String

  init(_ problem: String, _ path: String, _ error: any Error) {
    let reason = (error as? DatabaseError)?.cause ?? FileFault.reason(of: error)
    description = "\(problem) \(path): \(reason)."
  }
}

extension POSIXError {
  fileprivate static var last: POSIXError { POSIXError(Code(rawValue: errno) ?? .EIO) }
}

extension DatabaseError {
  var isDamage: Bool { [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode) }

  /// Describes the result code for the log. Quotes no stored data.
  var cause: String {
    // SQLITE_IOERR_SHMSIZE means that the WAL's index couldn't grow.
    if resultCode == .SQLITE_FULL || extendedResultCode == .SQLITE_IOERR_SHMSIZE { return "the disk is full" }
    return switch resultCode {
    case .SQLITE_NOTADB: "it isn't a database of kurs-server"
    case .SQLITE_CORRUPT: "it is damaged, so restore a backup"
    case .SQLITE_BUSY, .SQLITE_LOCKED: "another program is using it"
    case .SQLITE_CANTOPEN: "the user of kurs-server has no permission to open it"
    case .SQLITE_PERM, .SQLITE_READONLY: "the user of kurs-server has no permission to write to its folder"
    default: "\(extendedResultCode)"
    }
  }
}
