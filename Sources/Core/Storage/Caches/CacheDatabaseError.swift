// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB

/// Why a cache could not be read or written; never a reason for the work around it to fail.
public enum CacheDatabaseError: Error, Hashable, Sendable {
  /// SQLite's extended result code.
  case sqlite(code: Int32)
  /// The folder could not be made or the damaged file not removed.
  case file

  /// The fact behind what was thrown.
  init(_ error: any Error) {
    if let error = error as? DatabaseError {
      self = .sqlite(code: error.extendedResultCode.rawValue)
    } else {
      self = .file
    }
  }
}
