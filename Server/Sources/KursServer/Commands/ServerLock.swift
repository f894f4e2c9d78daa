// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// A lock that a server holds while it uses a database file. It prevents other programs from replacing the file.
struct ServerLock {
  enum Fault: Error, Hashable, CustomStringConvertible {
    case held
    case closed(path: String, reason: String)

    var description: String {
      switch self {
      case .held: "A server is using this file. Stop the server first."
      case .closed(let path, let reason):
        "Can't open the lock file \(path): \(reason). Check its folder, and that it belongs to the user of the server."
      }
    }
  }

  private let descriptor: Int32

  /// Locks the database without waiting, or throws `held`. The system releases the lock when the program ends.
  init(database: String) throws {
    let database = DatabaseFile.resolved(database)
    let path = database + "-lock"
    let isNew = !FileManager.default.fileExists(atPath: path)
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Fault.closed(path: path, reason: String(cString: strerror(errno))) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let reason = errno
      close(descriptor)
      throw reason == EWOULDBLOCK ? Fault.held : .closed(path: path, reason: String(cString: strerror(reason)))
    }
    // If root has created the lock file, the file is given to the user who owns the database.
    if isNew, let owner = FileOwner(of: database) { try? owner.give(path, mode: 0o600) }
  }

  func free() { close(descriptor) }

  /// Whether a server is using the database file. Doesn't create a lock file.
  static func isHeld(database: String) -> Bool {
    let descriptor = open(DatabaseFile.resolved(database) + "-lock", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }
}

struct FileOwner {
  let user: uid_t
  let group: gid_t
  let mode: mode_t

  struct NotGiven: Error, CustomStringConvertible {
    let description: String
  }

  /// Reads the file's owner and mode. If the file is missing, uses the folder's owner and a private mode. Nil if the
  /// folder is missing too.
  init?(of path: String) {
    var info = stat()
    if stat(path, &info) == 0 {
      mode = info.st_mode & 0o7777
    } else {
      guard stat(URL(filePath: path).deletingLastPathComponent().path, &info) == 0 else { return nil }
      mode = 0o600
    }
    (user, group) = (info.st_uid, info.st_gid)
  }

  /// Gives the file at `path` to this user and group. Sets the file's mode to `mode`, or to this owner's mode if `mode`
  /// is nil.
  func give(_ path: String, mode: mode_t? = nil) throws {
    var info = stat()
    guard stat(path, &info) == 0 else { return }
    let isOthers = info.st_uid != user || info.st_gid != group
    if isOthers, chown(path, user, group) != 0 {
      throw NotGiven(
        description: """
          Can't give \(path) to user \(user) and group \(group): \(String(cString: strerror(errno))). \
          Run this as that user or as root.
          """)
    }
    guard chmod(path, mode ?? self.mode) == 0 else {
      throw NotGiven(description: "Can't change the permissions of \(path): \(String(cString: strerror(errno))).")
    }
  }
}

/// The limit of open files. Each connection counts as a file.
enum FileLimit {
  /// Raises the limit of open files as far as the system allows, but not beyond 65,536.
  static func raise() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, 65_536)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
