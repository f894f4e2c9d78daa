// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// A database that its owner alone may read, whatever the folder lets; SQLite gives its journals the same mode.
enum PrivateFile {
  /// Makes the file where there is none, for SQLite would make it by the umask; what cannot be done here SQLite reports.
  static func prepare(_ path: String) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)  // guards S14: 0o600 => 0o644
    if descriptor >= 0 {
      close(descriptor)
    } else {
      // By name, without opening it: closing a file that SQLite has open here would end SQLite's locks.
      for file in [path, path + "-wal", path + "-shm"] { chmod(file, 0o600) }  // guards S14: 0o600 => 0o666
    }
  }
}
