// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization
import Testing

@testable import KursServer

/// A clock that moves only when a test moves it.
final class TestClock: Sendable {
  private let time: Mutex<Instant>

  init(_ text: String = "2026-11-21T06:20:05.123Z") throws {
    time = Mutex(try #require(Instant(text)))
  }

  var now: Instant { time.withLock(\.self) }

  func advance(seconds: Int64) {
    time.withLock { $0 = $0.adding(seconds: seconds) }
  }
}
