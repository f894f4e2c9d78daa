// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB

/// The path of a database and of the files that SQLite keeps beside it.
enum DatabaseFile {
  static let suffixes = ["", "-wal", "-journal", "-shm"]

  /// Follows all symbolic links, as SQLite does, even if the file doesn't exist.
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

  // Foundation's `deletingLastPathComponent` crashes for a name of one letter.
  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("./", path) }
    return (String(path[...slash]), String(path[path.utf8.index(after: slash)...]))
  }

  static func isFile(_ path: String) -> Bool {
    let type = try? FileManager.default.attributesOfItem(atPath: resolved(path))[.type] as? FileAttributeType
    return type == .typeRegular
  }

  /// Removes an unfinished file. A journal left beside it would be read together with the next one.
  static func remove(_ path: String) {
    for suffix in suffixes { try? FileManager.default.removeItem(atPath: path + suffix) }
  }
}

/// An error of a file, in a sentence.
struct FileError: Error, CustomStringConvertible {
  let description: String

  init(_ problem: String, _ path: String, _ error: any Error) {
    let reason = (error as? DatabaseError)?.cause ?? FileFault.reason(of: error)
    description = "\(problem) \(path): \(reason)."
  }
}

extension DatabaseError {
  var isDamage: Bool { [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode) }

  /// Describes the result code. Quotes no stored data. Logged.
  var cause: String {
    // The index of the WAL couldn't grow.
    if resultCode == .SQLITE_FULL || extendedResultCode == .SQLITE_IOERR_SHMSIZE { return "the disk is full" }
    return switch resultCode {
    case .SQLITE_NOTADB: "it isn't a database of kurs-server"
    case .SQLITE_CORRUPT: "it is damaged, so restore a backup"
    case .SQLITE_BUSY, .SQLITE_LOCKED: "another program is using it"
    case .SQLITE_CANTOPEN: "it isn't a file that this user can open"
    case .SQLITE_PERM, .SQLITE_READONLY: "this user may not write there"
    default: "\(extendedResultCode)"
    }
  }
}
