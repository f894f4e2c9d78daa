// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// Holds a server's threads until a test has seen what it waits for.
final class Gate: Sendable {
  private let condition = NSCondition()
  // Guarded by `condition`.
  private nonisolated(unsafe) var isOpen = false

  func wait() {
    condition.withLock { while !isOpen { condition.wait() } }
  }

  func open() {
    condition.withLock {
      isOpen = true
      condition.broadcast()
    }
  }

  /// Holds a server's thread for a stated time, where a row of the table states one.
  static func pause(milliseconds: Int) {
    Thread.sleep(forTimeInterval: Double(milliseconds) / 1000)
  }
}
