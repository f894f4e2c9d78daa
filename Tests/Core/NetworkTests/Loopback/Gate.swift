// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// Blocks a server's threads until a test opens the gate.
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

  /// Blocks a server's thread for a fixed time.
  static func pause(milliseconds: Int) {
    Thread.sleep(forTimeInterval: Double(milliseconds) / 1000)
  }
}
