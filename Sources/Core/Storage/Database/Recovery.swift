// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
package import KursModel

/// A file that could not be used and was kept aside under a dated name.
public struct SetAside: Hashable, Sendable {
  /// Why: `.damaged` or `.newer`.
  public let reason: StorageError
  /// Where the old file lies now.
  public let path: String
}

extension DatabaseFile {
  /// Opens with `open`; a damaged or newer file is moved aside, never deleted, and a new one made in its place.
  package static func recovering<Store>(
    path: String, now: Timestamp, open: (String) throws(StorageError) -> Store
  ) throws(StorageError) -> (Store, SetAside?) {
    do {
      return (try open(path), nil)
    } catch {
      switch error {
      case .damaged, .newer: break
      default: throw error
      }
      let aside = try setAside(path: path, now: now)
      return (try open(path), SetAside(reason: error, path: aside))
    }
  }

  /// Moves the file and its log to `name.YYYY-MM-DD-<milliseconds>.aside`; returns the new path.
  private static func setAside(path: String, now: Timestamp) throws(StorageError) -> String {
    let aside = "\(path).\(now.day)-\(now.milliseconds % 86_400_000).aside"
    for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + suffix) {
      do {
        try FileManager.default.moveItem(atPath: path + suffix, toPath: aside + suffix)
      } catch {
        throw .notWritable(path: path + suffix)
      }
    }
    return aside
  }
}
