// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Whether programs can share memory through a file beside another; on some network file systems they cannot.
enum SharedMemory {
  /// True as well where nothing can be found out: SQLite then says what is wrong.
  static func works(beside path: String) -> Bool {
    let probe = path + "-probe"
    let descriptor = open(probe, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return true }
    defer {
      close(descriptor)
      unlink(probe)
    }
    guard ftruncate(descriptor, 4096) == 0 else { return true }
    guard let memory = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), memory != MAP_FAILED else {
      return false
    }
    munmap(memory, 4096)
    return true
  }
}
