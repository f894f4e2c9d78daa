// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// Held while a server uses a database file, so that nobody replaces the file until then.
struct ServerLock {
  struct Held: Error, CustomStringConvertible {
    let description = "A server is serving this file."
  }

  private let descriptor: Int32

  /// Takes the lock without waiting, or throws `Held`. The system releases it however the program ends.
  init(database: String) throws {
    descriptor = open(database + "-lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      if descriptor >= 0 { close(descriptor) }
      throw Held()
    }
  }

  func free() { close(descriptor) }
}

/// The limit of open files. Each connection is an open file for the system.
enum FileLimit {
  /// Raises the limit of open files as far as the system allows, up to 65,536.
  static func raise() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, 65_536)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
