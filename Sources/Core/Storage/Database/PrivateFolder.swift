// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
import Glibc

public enum PrivateFolder {
  /// Creates a folder and its parents. Refuses a folder that other users may write to.
  public static func make(_ path: String) throws(StorageError) {
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else { throw .notWritable(path: path) }
      guard !isWritableByOthers(status) else { throw .writableByOthers(path: path) }  // guards S15
      return
    }
    let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    if errno == ENOENT, !parent.isEmpty, stat(parent, &status) != 0 { try make(parent) }
    guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }  // guards S14: 0o700 => 0o777
    throw errno == ENOSPC || errno == EDQUOT ? .diskFull(path: path) : .notWritable(path: path)
  }

  public static func narrow(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
      status.st_mode & 0o077 != 0
    else { return }
    // A folder that the owner made read-only stays read-only.
    chmod(path, status.st_mode & 0o700)  // guards S14
  }

  /// Whether anyone but this user and root may write. Ignores a group with the user's number: it has no other members.
  private static func isWritableByOthers(_ status: stat) -> Bool {
    let isOurs = status.st_uid == geteuid() || status.st_uid == 0
    let hasOwnGroup = status.st_gid == status.st_uid
    return !isOurs || status.st_mode & S_IWOTH != 0 || (status.st_mode & S_IWGRP != 0 && !hasOwnGroup)  // guards S15: !isOurs => false
  }
}

/// A database that only its owner may read. SQLite gives the journals the same permissions.
enum PrivateFile {
  /// Makes the file private, because SQLite would use the umask. Ignores errors, because SQLite reports them later.
  static func prepare(_ path: String) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)  // guards S14: 0o600 => 0o644
    if descriptor >= 0 {
      close(descriptor)
    } else {
      // The files must not be opened here, because closing a file would release SQLite's locks on it.
      for file in [path, path + "-wal", path + "-shm"] { narrow(file) }  // guards S14
    }
  }

  /// Removes the permissions of other users. A file that the owner made read-only stays read-only.
  private static func narrow(_ file: String) {
    var status = stat()
    guard stat(file, &status) == 0, status.st_mode & 0o077 != 0 else { return }
    chmod(file, status.st_mode & 0o700)
  }
}

/// Replaces a file in one step that survives a power cut.
enum DurableFile {
  static func move(_ path: String, to target: String) throws(StorageError) {
    let folder = (target as NSString).deletingLastPathComponent
    guard sync(path), rename(path, target) == 0, sync(folder) else { throw .notWritable(path: target) }
  }

  private static func sync(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return fsync(descriptor) == 0
  }
}

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
