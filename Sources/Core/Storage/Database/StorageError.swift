// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
public import KursModel

/// A fault of Kurs's files.
public enum StorageError: Error, Hashable, Sendable {
  /// The folder or file cannot be written; the path names it.
  case notWritable(path: String)
  case diskFull(path: String)
  /// Someone else may put files into the folder in place of ours.
  case writableByOthers(path: String)
  /// The file was made by a later Kurs.
  case newer(path: String)
  /// The file of an earlier Kurs could not be brought to this version and was left as it is; `copy`: where a copy lies.
  case notUpgraded(path: String, copy: String?)
  case damaged(path: String)
  /// Another program holds it for longer than we wait.
  case busy(path: String)
  /// A stored year of rates fails its checksum.
  case damagedSegment(provider: ProviderID, base: Currency, counter: Currency, year: Int)
  /// Anything else SQLite says, by its code.
  case failed(path: String, code: Int32)
}

extension StorageError {
  package init(_ error: any Error, path: String) {
    guard let database = error as? DatabaseError else {
      self = (error as? StorageError) ?? .failed(path: path, code: -1)
      return
    }
    // A file that is shorter than its own header says was cut.
    if database.extendedResultCode == .SQLITE_IOERR_SHORT_READ {
      self = .damaged(path: path)
      return
    }
    switch database.extendedResultCode {
    // The log, or its index, found no room, met a limit on the size of files, or a disk that takes no more.
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
    // A table or column that the schema promises and the file has not.
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
