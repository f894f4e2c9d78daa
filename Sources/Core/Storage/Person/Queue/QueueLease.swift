// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// The right to send what is queued: one program at a time has it, and a killed one loses it at once.
///
/// A lock on a file rather than a row with a deadline: the kernel frees it with the process, whatever the clock says.
public final class QueueLease: Sendable {
  private let descriptor: Int32

  /// Nil where another holds the lock.
  fileprivate init?(path: String) throws(StorageError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .notWritable(path: path) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {  // guards Q26
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  /// Gives the right up; until then the lease must be held on to.
  public func end() {
    flock(descriptor, LOCK_UN)
  }

  deinit {
    close(descriptor)
  }
}

extension PersonDatabase {
  /// Nil while another program, or another part of this one, is sending.
  public func queueLease() throws(StorageError) -> QueueLease? {
    try QueueLease(path: file.path + "-queue-lock")
  }
}
