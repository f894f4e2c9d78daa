// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
public import KursModel

public enum StorageError: Error, Hashable, Sendable {
  case notWritable(path: String)
  /// It can't be determined whether the file exists, for example because the disk fails.
  case notReadable(path: String)
  case diskFull(path: String)
  /// The disk has less space than the user's own data may need later. Therefore bundled rates aren't stored.
  case littleRoom(path: String)
  case writableByOthers(path: String)
  case newer(path: String)
  /// The migration failed and changed nothing. `copy` is the path of a copy of the file.
  case notUpgraded(path: String, copy: String?)
  case damaged(path: String)
  case busy(path: String)
  case damagedSegment(provider: ProviderID, base: Currency, counter: Currency, year: Int)
  case failed(path: String, code: Int32)

  package init(_ error: any Error, path: String) {
    guard let database = error as? DatabaseError else {
      self = (error as? StorageError) ?? .failed(path: path, code: -1)
      return
    }
    // The file is shorter than its header states.
    if database.extendedResultCode == .SQLITE_IOERR_SHORT_READ {
      self = .damaged(path: path)
      return
    }
    switch database.extendedResultCode {
    // The log found no room or reached a file size limit, or the disk refuses writes.
    case .SQLITE_IOERR_WRITE, .SQLITE_IOERR_SHMOPEN, .SQLITE_IOERR_SHMSIZE:
      self = .notWritable(path: path)  // guards S08: .notWritable(path: path) => .failed(path: path, code: 0)
      return
    default: break
    }
    switch database.resultCode {
    case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM: self = .notWritable(path: path)
    case .SQLITE_FULL: self = .diskFull(path: path)  // guards S19, Q21: .diskFull(path: path) => .failed(path: path, code: 13)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(path: path)
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path: path)  // guards S01: .busy(path: path) => .notWritable(path: path)
    case .SQLITE_ERROR where database.isAboutTheSchema: self = .damaged(path: path)
    default: self = .failed(path: path, code: database.extendedResultCode.rawValue)
    }
  }
}

extension DatabaseError {
  fileprivate var isAboutTheSchema: Bool {
    guard let message else { return false }
    return ["no such table", "no such column", "malformed", "has no column named"].contains { message.contains($0) }
  }
}
