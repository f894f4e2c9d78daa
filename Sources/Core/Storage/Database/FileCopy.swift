// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB

/// Reads a file's content into memory, because a WAL file needs 32 kB on a disk that may be full or read-only.
enum FileCopy {
  static func empty() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA temp_store = MEMORY") }
    return try DatabaseQueue(configuration: configuration)
  }

  static func read(_ path: String, into copy: DatabaseQueue) throws {
    guard size(of: path) > 0 else { return }
    // If a rollback journal exists, an unfinished change in the file must be undone first, which needs write access.
    guard size(of: path + "-journal") == 0 else { throw StorageError.notWritable(path: path) }
    let source = try source(path)
    defer { try? source.close() }
    try source.backup(to: copy)
  }

  static func source(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    // If another program has the file open, the log's index exists already, and a normal connection works.
    if let shared = try? DatabaseQueue(path: path, configuration: configuration) {
      if (try? shared.read({ try $0.execute(sql: "SELECT count(*) FROM sqlite_master") })) != nil { return shared }
      try? shared.close()
    }
    var allowed = CharacterSet.urlPathAllowed
    allowed.remove(charactersIn: "?#;%")
    let address = "file:" + (path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path)
    guard size(of: path + "-wal") > 0 else {
      return try DatabaseQueue(path: address + "?immutable=1", configuration: configuration)
    }
    configuration.prepareDatabase { database in
      PageSums.keepLog(of: database)
      try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
    }
    return try DatabaseQueue(path: address + "?mode=ro&vfs=\(PageSums.alone)", configuration: configuration)
  }

  static func size(of path: String) -> Int64 {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : 0
  }
}

enum DiskRoom {
  /// Returns the free bytes of a folder's disk; nil if they can't be determined.
  static func free(in folder: String) -> UInt64? {
    var room = statvfs()
    guard statvfs(folder, &room) == 0 else { return nil }
    return UInt64(room.f_bavail) * UInt64(room.f_frsize)
  }
}

extension StorageError {
  /// Returns this error if it prevents only saving, or `.diskFull` if the disk is full. Nil for all other errors.
  func saveError(in folder: String) -> StorageError? {
    switch self {
    case .diskFull, .littleRoom: return self
    case .notWritable(let path):
      let isFull = access(folder, W_OK) == 0 && DiskRoom.free(in: folder).map { $0 < 65_536 } ?? false  // guards S07: $0 < 65_536 => false
      return isFull ? .diskFull(path: path) : self
    default: return nil
    }
  }
}
