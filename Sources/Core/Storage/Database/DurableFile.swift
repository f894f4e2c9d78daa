// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// A finished file that takes the place of another, or of none, in one step that a power cut does not undo.
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
