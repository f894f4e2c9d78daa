// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// When a log is copied into its file and cut, and how long it may grow where another program reads on and on.
///
/// SQLite's own way, after a commit and beside other writers, can lose pages up to 3.51.2 when two programs do it at
/// once (the WAL-reset bug; Debian 12 has 3.40.1). `TRUNCATE` does it with the right to write in hand, so that nobody
/// begins the log anew meanwhile.
final class LogLimit: Sendable {
  /// Past this nothing more is written.
  static let longest: Int64 = 64 << 20  // guards S12: 64 << 20 => 512 << 20

  private let first: Int64
  /// The length at which it is tried next: a reader that stays is waited for three times, not at each write.
  private let next: Mutex<Int64>

  init(_ first: Int64) {
    self.first = first
    next = Mutex(first)
  }

  func isReached(by size: Int64) -> Bool { size > next.withLock { min($0, Self.longest) } }

  func noteTried(leaving size: Int64) {
    next.withLock { $0 = size > first ? $0 * 4 : first }
  }
}
