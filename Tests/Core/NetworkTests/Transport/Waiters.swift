// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

@testable import KursNetwork

extension CoalescingTransport {
  /// How many callers wait for that request's answer now.
  func waiterCount(of request: HTTPRequest) -> Int {
    state.withLock { $0.flights[request]?.waiters.count ?? 0 }
  }
}
