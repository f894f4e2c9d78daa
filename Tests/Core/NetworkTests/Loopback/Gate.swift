// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// Blocks a server's threads until a test has seen the expected state.
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

  /// Blocks a server's thread for a fixed time, if a row of the table gives one.
  static func pause(milliseconds: Int) {
    Thread.sleep(forTimeInterval: Double(milliseconds) / 1000)
  }
}
